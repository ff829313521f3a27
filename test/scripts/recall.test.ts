import { expect, it } from 'vitest';
import { missesByKind, recallTable, saidBy } from '../../scripts/recall/table.mjs';

type Said = Parameters<typeof saidBy>[2][number];

const repository = 'a/b';
const defect = (id: string, kind: string) => ({
  ...{ id, repository, kind, file: 'rollout.yaml', line: 3, what: `what ${id} is` },
  ...({ confidence: 'certain', needs: 'none' } as const),
});
const said = (run: Said['run'], rule: string, place: string, message = ''): Said => ({
  ...{ repository, run, rule, place, message },
  ...{ severity: 'warning', places: [place] },
});
const defects = [defect('one', 'steps'), defect('two', 'router'), defect('three', 'router')];
const signs = {
  one: [{ rule: 'steps/a', at: 'rollout.yaml:3' }],
  two: [{ rule: '(failure)', at: 'does not render' }],
};
const all = [
  said('lint', 'steps/a', 'rollout.yaml:3'),
  said('render', '(failure)', '', 'the chart does not render'),
  said('lint', 'steps/b', 'rollout.yaml:3'),
];

it('counts a defect for each kind of run that says it, by rule and place', () => {
  const { found } = saidBy(defects, signs, all);
  expect(recallTable(defects, found).split('\n')).toEqual([
    expect.stringMatching(/^defects +lint +and --render +and drift/),
    expect.stringMatching(/^all +1 of 3 \(33 %\) +2 of 3 \(67 %\) +2 of 3 \(67 %\)/),
    expect.stringMatching(/^certain +1 of 3/),
    expect.stringMatching(/^likely +0 of 0/),
    expect.stringMatching(/^visible without a render +1 of 3/),
    expect.stringMatching(/^router +0 of 2 \(0 %\) +1 of 2 \(50 %\)/),
    expect.stringMatching(/^steps +1 of 1 \(100 %\)/),
  ]);
  expect(missesByKind(defects, found)).toMatch(/^ {2}router +certain +three: what three is$/);
});

it('tells which mapped sentence is said no more, and does not count it', () => {
  const { found, lost } = saidBy(defects, signs, all.slice(1));
  expect(lost).toEqual([{ id: 'one', rule: 'steps/a', at: 'rollout.yaml:3' }]);
  expect(found.get('one')?.size).toBe(0);
});

it('counts neither another rule at the place, nor the rule at another line or in another repository', () => {
  const below = said('lint', 'steps/a', 'rollout.yaml:35');
  const elsewhere = { ...said('lint', 'steps/a', 'rollout.yaml:3'), repository: 'a/c' };
  expect(
    saidBy(defects, signs, [said('lint', 'steps/b', 'rollout.yaml:3'), below, elsewhere]).found.get('one')
      ?.size,
  ).toBe(0);
});

it('counts findings beside the list by verdict, and names those that nothing judges', () => {
  const { others, unjudged } = saidBy(defects, signs, all);
  const judged = [
    { ...{ repository, rule: 'steps/b', at: 'rollout.yaml' }, verdict: 'noise' as const, reason: '' },
  ];
  expect(unjudged([]).map(({ rule }) => rule)).toEqual(['steps/b']);
  expect(unjudged(judged)).toEqual([]);
  expect(others(judged).noise).toEqual({ causes: 1, findings: 1 });
});
