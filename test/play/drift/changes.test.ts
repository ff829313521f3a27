import { expect, it } from 'vitest';
import { changes, edited, valueAt } from '../../../src/play/drift/changes.js';

it('a key may have a name that every JavaScript object knows', () => {
  const git = { spec: { toString: 'a' } };
  expect(changes(git, { spec: {} })).toEqual([{ kind: 'removed', path: ['spec', 'toString'] }]);
  expect(changes({ spec: {} }, { spec: { constructor: 'b' } })).toEqual([
    { kind: 'added', path: ['spec', 'constructor'], live: 'b' },
  ]);
  expect(valueAt({ spec: {} }, ['spec', 'toString'])).toBeUndefined();
});

it.each([
  [{ a: [1, { b: 'x' }], c: true }, ['a', 0], { a: [2, { b: 'x' }], c: true }],
  [{ a: [1, { b: 'x' }], c: true }, ['a', 1, 'b'], { a: [1, { b: 'x-x' }], c: true }],
  [{ a: [1, { b: 'x' }], c: true }, ['c'], { a: [1, { b: 'x' }], c: false }],
])('%j with another value at %j is %j, and stays as it is itself', (value, path, other) => {
  const before = structuredClone(value);
  expect(edited(value, path)).toEqual(other);
  expect(value).toEqual(before);
});
