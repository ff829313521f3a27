import { expect, it } from 'vitest';
import { changes, valueAt } from '../../../src/play/drift/changes.js';

it('a key may have a name that every JavaScript object knows', () => {
  const git = { spec: { toString: 'a' } };
  expect(changes(git, { spec: {} })).toEqual([{ kind: 'removed', path: ['spec', 'toString'] }]);
  expect(changes({ spec: {} }, { spec: { constructor: 'b' } })).toEqual([
    { kind: 'added', path: ['spec', 'constructor'], live: 'b' },
  ]);
  expect(valueAt({ spec: {} }, ['spec', 'toString'])).toBeUndefined();
});
