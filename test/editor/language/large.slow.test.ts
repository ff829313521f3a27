import { expect, test } from 'vitest';
import { completionsAt } from '../../../src/editor/language/completion/complete.js';
import { definitionsAt, referencesAt } from '../../../src/editor/language/definition.js';
import { hintsOf } from '../../../src/editor/language/hints.js';
import { hoverAt } from '../../../src/editor/language/hover.js';
import { lensesOf, protectWordsAt } from '../../../src/editor/language/lenses.js';
import { renameableAt } from '../../../src/editor/language/rename.js';
import { symbolsOf } from '../../../src/editor/language/symbols.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { textSource } from '../../support/sources.js';

const head =
  'apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata:\n  name: web\nspec:\n  strategy:\n    canary:\n';
const many = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('');

/** Texts that are larger than any that people write, and where the cursor is in them. */
const texts: Readonly<Record<string, readonly [text: string, cursor: string]>> = {
  'as many steps as managed routes': [
    `${head}      trafficRouting:\n        managedRoutes:\n${many(5000, (index) => `          - name: r${index}\n`)}      steps:\n${many(5000, (index) => `        - setHeaderRoute:\n            name: r${index}\n`)}`,
    'name: r4999',
  ],
  'one name in all steps': [
    `${head}      trafficRouting:\n        managedRoutes:\n          - name: r\n      steps:\n${many(10_000, () => '        - setHeaderRoute:\n            name: r\n')}`,
    'name: r\n',
  ],
  'a line of 10 kB': [`${head}      stableService: ${'a'.repeat(10_000)}\n`, 'aaaa'],
  'a flow map of 10 kB': [`${head}      steps: [${many(1000, () => '{setWeight: 5}, ')}]\n`, 'setWeight'],
  'a value of 1 MB': [
    `${head}      stableService: |\n${many(10_000, () => `        ${'a'.repeat(100)}\n`)}`,
    'aaaa',
  ],
  'aliases within aliases': [
    `a: &a {x: 1}\n${many(30, (index) => `b${index}: &b${index} {x: *${index === 0 ? 'a' : `b${index - 1}`}, y: *${index === 0 ? 'a' : `b${index - 1}`}}\n`)}${head}`,
    'name: web',
  ],
};

test.each(Object.entries(texts))('%s: each question takes little time', (_what, [text, cursor]) => {
  const source = textSource('/shop/rollout.yaml', text);
  const { graph } = readGraph([source]);
  const { path } = source;
  const offset = text.indexOf(cursor) + cursor.length - 1;
  const slow: string[] = [];
  const asked: Readonly<Record<string, () => unknown>> = {
    definition: () => definitionsAt(graph, path, offset),
    references: () => referencesAt(graph, path, offset),
    rename: () => renameableAt(graph, path, offset),
    completion: () => completionsAt(graph, source, offset),
    hover: () => hoverAt(graph, path, offset),
    lenses: () => lensesOf(graph, path),
    protect: () => protectWordsAt(graph, path, offset),
    hints: () => hintsOf(graph, path),
    symbols: () => symbolsOf(graph, path),
  };
  for (const [name, ask] of Object.entries(asked)) {
    const before = process.cpuUsage();
    ask();
    const { user, system } = process.cpuUsage(before);
    if (user + system > 2e6) slow.push(`${name}: ${((user + system) / 1e6).toFixed(1)} s`);
  }
  expect(slow).toEqual([]);
});
