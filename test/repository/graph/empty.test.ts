import { expect, it } from 'vitest';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { textSource } from '../../support/sources.js';

/** A file that the command line names, and of which nothing is linted, is told. */
it('knows the named files without an object', () => {
  const files = {
    'comment.yaml': '# nothing\n',
    'object.yaml': 'apiVersion: v1\nkind: Service\nmetadata: { name: web }\n',
    'broken.yaml': 'a: [\n',
    'template.yaml': '{{ if .Values.on }}\na: 1\n{{ end }}\n',
    'found.yaml': '# nothing\n',
  };
  const sources = Object.entries(files).map(([path, text]) => textSource(`/repo/${path}`, text));
  const { empty } = readGraph(sources, { isNamed: ({ path }) => path !== '/repo/found.yaml' });
  expect(empty.map(({ path }) => path)).toEqual(['/repo/comment.yaml']);
});
