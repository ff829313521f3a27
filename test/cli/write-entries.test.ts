import { expect, it } from 'vitest';
import { writeEntries } from '../../src/cli/write-entries.js';
import { driftOf } from '../../src/drift/drift.js';
import { Boundary } from '../../src/files/boundary.js';
import { readGraph } from '../../src/graph/read-graph.js';
import { application, istio } from '../drift/manifests.js';

it('a file that has gone since it was compared is told of, and ends nothing', () => {
  let isThere = true;
  const text = application() + istio();
  const source = {
    path: '/nowhere/a.yaml',
    name: 'a.yaml',
    read: () => {
      if (isThere) return text;
      throw Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT' });
    },
  };
  const { graph } = readGraph([source]);
  const { drifts } = driftOf(graph, graph.rollouts);
  isThere = false;
  expect(writeEntries(drifts, Boundary.around('/nowhere', []))).toEqual({
    written: [],
    failures: [{ message: 'a.yaml: nothing was written for "shop": there is no such file or folder.' }],
  });
});
