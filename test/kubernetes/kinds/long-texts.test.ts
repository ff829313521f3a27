import { expect, it } from 'vitest';
import { glob } from '../../../src/argocd/glob.js';
import { readCondition } from '../../../src/kubernetes/kinds/condition.js';
import { answerOf } from '../../../src/kubernetes/kinds/prometheus-query.js';
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
  ['quotes in a query', () => answerOf('\\"'.repeat(50_000))],
  ['parentheses in a query', () => answerOf(`${'('.repeat(4000)}1${')'.repeat(4000)}`)],
  ['quotes in a condition', () => readCondition('\\"'.repeat(50_000))],
])('%s take little time', (_, run) => {
  expect(secondsOf(run)).toBeLessThan(1);
});

it('what is short is read as before', () => {
  expect(answerOf(`${'('.repeat(20)}1${')'.repeat(20)}`)).toBe('number');
  expect(answerOf('(((rate(a[5m]))))')).toBe('list');
  expect(readCondition('result[0] > 0.5').wantsList).toBe(true);
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
