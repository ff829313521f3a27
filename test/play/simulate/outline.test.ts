import { expect, it } from 'vitest';
import type { KubeObject } from '../../../src/kubernetes/objects/object.js';
import { outline } from '../../../src/play/simulate/outline.js';

const lines = (spec: unknown): readonly string[] =>
  outline({ apiVersion: 'v1', kind: 'Any', metadata: { name: 'web' }, spec } as KubeObject);

it('what a manifest leaves empty is null, and no line', () => {
  expect(lines(null)).toEqual([]);
  expect(lines({ subsets: [{ name: 'stable', labels: null }, null] })).toEqual(['subset stable: ']);
  expect(lines({ http: [null, { name: null, route: [null, { destination: null, weight: null }] }] })).toEqual(
    ['http without a name: '],
  );
  expect(
    lines({ rules: [null, { host: null, http: null }, { http: { paths: [null, { backend: null }] } }] }),
  ).toEqual(['*/: ']);
});
