import { expect, it } from 'vitest';
import { symbolsOf } from '../../../src/editor/language/symbols.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { textSource } from '../../support/sources.js';

it.each(['toString', 'constructor', '__proto__'])('an object of kind %s has no parts', (kind) => {
  const text = `apiVersion: networking.istio.io/v1\nkind: ${kind}\nmetadata:\n  name: web\n`;
  const { graph } = readGraph([textSource('a.yaml', text)]);
  expect(symbolsOf(graph, '/a.yaml')).toMatchObject([{ name: `${kind} web`, children: [] }]);
});
