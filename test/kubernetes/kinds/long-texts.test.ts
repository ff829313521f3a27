import { expect, it } from 'vitest';
import { glob } from '../../../src/argocd/glob.js';
import { Condition } from '../../../src/rollouts/analysis/expression/condition.js';
import { readQuery } from '../../../src/rollouts/analysis/promql/query.js';
import { misplacedTab } from '../../../src/yaml/parse/tabs.js';
import { parseTree } from '../../../src/yaml/parse/tree.js';

const secondsOf = (run: () => unknown): number => {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
};

// Each took more than ten seconds, for each looked at the rest of its text from each of its characters.
it.each<[string, () => unknown]>([
  ['tabs behind a text', () => parseTree(`a${'\t'.repeat(100_000)}!\n`)],
  ['tabs in a block', () => parseTree(`a: |\n  b\n${'\t'.repeat(100_000)}\n`)],
  [
    'tabs behind dashes',
    () => misplacedTab(`${'-\t'.repeat(50_000)}b`, [{ kind: 'flow', start: -1, end: 1e6 }]),
  ],
  ['tabs behind a plain text', () => misplacedTab(`a:\n  b${'\n   \t'.repeat(20_000)}`, [])],
  ['backslashes in a pattern', () => glob('\\\\'.repeat(50_000), 'a')],
  ['brackets in a pattern', () => glob('['.repeat(100_000), 'a')],
  ['quotes in a query', () => readQuery('\\"'.repeat(4999))],
  ['parentheses in a query', () => readQuery(`${'('.repeat(900)}1${')'.repeat(900)}`)],
  ['quotes in a condition', () => new Condition('\\"'.repeat(9000))],
])('%s take little time', (_, run) => {
  expect(secondsOf(run)).toBeLessThan(1);
});

it('what is short is read as before', () => {
  expect(readQuery(`${'('.repeat(20)}1${')'.repeat(20)}`)).toMatchObject({ type: 'scalar' });
  expect(readQuery('(((rate(a[5m]))))')).toMatchObject({ type: 'vector' });
  expect(new Condition('0.5 > 0.1').answer(1).kind).toBe('true');
  expect([glob('a\\*', 'a*'), glob('\\😀?', '😀a'), glob('\\', ''), glob('a*[b-d]', 'axc')]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(misplacedTab('a:\n\t- b\n', [])).toBe(3);
  expect(misplacedTab('a: b\tc\n-\td\n', [])).toBe(8);
  expect(misplacedTab('a: b\tc\nd: e\n', [])).toBeUndefined();
});
