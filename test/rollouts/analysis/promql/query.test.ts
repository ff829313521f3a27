import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { matchersSeen } from '../../../../src/rollouts/analysis/promql/matchers-seen.js';
import { readQuery, selectedBy } from '../../../../src/rollouts/analysis/promql/query.js';
import { answerOf, digestOf, isWrong, type Recorded } from './conformance.js';
import { randomQueries } from './queries.js';

const recorded = JSON.parse(readFileSync(path.join(__dirname, 'recorded.json'), 'utf8')) as Recorded;

describe('queries by chance', () => {
  const queries = randomQueries(recorded.answers.length, recorded.seed);
  const answers = queries.map(answerOf);
  const count = (letters: string, of: string): number =>
    [...letters].filter((letter) => letter === of).length;

  it('are those that were recorded', () => {
    expect(queries.length).toBeGreaterThan(1000);
    expect(digestOf(queries)).toBe(recorded.digest);
  });

  it('are taken and typed as Prometheus does, and never refused where Prometheus takes them', () => {
    const wrong = queries.filter((_, index) => isWrong(answers[index]!, recorded.answers[index]!));
    expect(wrong).toEqual([]);
  });

  it('are refused in nearly all cases in which Prometheus refuses them', () => {
    const seen = answers.filter((answer, index) => answer === 'e' && recorded.answers[index] === 'e').length;
    expect(seen).toBeGreaterThan(count(recorded.answers, 'e') * 0.95);
  });

  it('have each matcher that is seen without the parser, if Prometheus takes them', () => {
    const taken = queries.filter((_, index) => recorded.answers[index] !== 'e');
    const seen = taken.flatMap((query) => matchersSeen(query).map((one) => ({ query, one })));
    expect(seen.length).toBeGreaterThan(300);
    for (const { query, one } of seen)
      expect([query, selectedBy(query)]).toEqual([query, expect.arrayContaining([one])]);
  });

  it('are seldom unknown', () => {
    expect(answers.filter((answer) => answer === 'u').length).toBeLessThan(queries.length * 0.05);
  });
});

/** From the documentation of PromQL, and the parser that is linked in the sources. */
describe('a query', () => {
  it('has matchers that are seen without the parser, unless something could hide what is a string', () => {
    const matchers = `a{b="c", d != 'e "f"',g=~"{{args.h}}"}`;
    const seen = [
      { label: 'b', operator: '=', value: '"c"' },
      { label: 'd', operator: '!=', value: `'e "f"'` },
      { label: 'g', operator: '=~', value: '"{{args.h}}"' },
    ];
    expect(matchersSeen(matchers)).toEqual(seen);
    expect(selectedBy(matchers)).toEqual(expect.arrayContaining(seen));
    for (const more of ['# b="c"', String.raw`a{b="\""}`, 'a{b=`c`}', '{{ index . "a" }}'])
      expect(matchersSeen(`${matchers} ${more}`)).toEqual([]);
    expect(matchersSeen(`"b='c'"`)).toEqual([]);
  });

  it.each(
    [
      ['sum(rate(a_total[5m])', 'refused'],
      ['rate(a_total)', 'refused'],
      ['sum(a_total[5m])', 'refused'],
      ['1 == 1', 'refused'],
      ['{}', 'refused'],
      ['rate(a[{{args.window}}])', 'unknown'],
      ['sum(a{b="$' + '{C}"})', 'unknown'],
      ['nothing(a)', 'refused'],
      ['a + on(b:c) d', 'unknown'],
      ['sum(rate(a_total[5m]))', 'taken'],
      ['a'.repeat(20_000), 'unknown'],
      ['('.repeat(900), 'refused'],
      [`${'('.repeat(900)}a${')'.repeat(900)}`, 'unknown'],
      [`${'('.repeat(4000)}a${')'.repeat(4000)}`, 'unknown'],
      // Prometheus takes a sum of any length; the parser cuts its stack and sees an error in it.
      [Array.from({ length: 1000 }, () => 'up').join('+'), 'unknown'],
      [Array.from({ length: 500 }, () => 'up').join(' or '), 'unknown'],
    ].map(([query = '', kind = '']) => ({ query, kind, shown: query.slice(0, 40) })),
  )('$shown is $kind', ({ query, kind }) => {
    expect(readQuery(query).kind).toBe(kind);
  });

  it.each([
    ['sum(rate(a_total[5m]))', true],
    ['a_total / b_total', true],
    ['sum(rate(a_total[5m])) or vector(0)', true],
    ['sum(rate(a_total[5m])) > bool 5', true],
    ['temperature', false],
    ['-sum(rate(a_total[5m]))', false],
    ['sum(rate(a_total[5m])) - 1', false],
    ['delta(a_total[5m])', false],
    ['vector(1) or temperature', false],
  ])('%s has no sample below 0: %s', (query, isNeverNegative) => {
    expect(readQuery(query)).toMatchObject({ kind: 'taken', isNeverNegative });
  });
});
