import { expect, it } from 'vitest';
import { BySelector } from '../../../src/rules/facts/by-selector.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { textSource } from '../../support/sources.js';

const text = 'apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec: { selector: { a: b, c: d } }\n';

it('does not take labels with a line break for those that were asked for last', () => {
  const { resources } = readGraph([textSource('web.yaml', text)]).graph;
  const services = new BySelector(resources, (service) => service.at('spec', 'selector').strings);
  expect(services.of({ a: 'b\nc=d' })).toEqual([]);
  expect(services.of({ a: 'b', c: 'd' })).toEqual(resources);
});
