import { describe, expect, it } from 'vitest';
import { applyMergePatch, mergePatch } from '../../../src/kubernetes/objects/merge-patch.js';

describe('a merge patch', () => {
  it.each([
    [{ a: 1 }, { a: 1 }, undefined],
    [{ a: 1 }, { a: 2 }, { a: 2 }],
    [{ a: 1, b: 2 }, { a: 1 }, { b: null }],
    [{ a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, { a: { c: 3 } }],
    [{ a: [1, 2] }, { a: [1] }, { a: [1] }],
    [{}, { a: { b: 1 } }, { a: { b: 1 } }],
    [{ a: null }, {}, undefined],
  ])('from %j to %j is %j', (before, after, patch) => {
    expect(mergePatch(before, after)).toEqual(patch);
    if (patch) expect(applyMergePatch(before, patch)).toEqual(after);
  });

  it('leaves what it does not name, and removes what it names null', () => {
    const before = { a: { b: 1, c: 2 }, d: [1] };
    expect(applyMergePatch(before, { a: { b: null }, d: [2, 3] })).toEqual({ a: { c: 2 }, d: [2, 3] });
    expect(before).toEqual({ a: { b: 1, c: 2 }, d: [1] });
  });

  // encoding/json and json-patch of Go know no inherited fields: such a name is a name like any other.
  it.each(['constructor', 'toString', '__proto__'])('takes "%s" for the name of a field', (name) => {
    const [bare, set] = [
      JSON.parse('{"a":1}') as object,
      JSON.parse(`{"a":1,"${name}":{"b":"x"}}`) as object,
    ];
    const [added, removed] = [mergePatch(bare, set), mergePatch(set, bare)];

    expect([added, removed].map((patch) => JSON.stringify(patch))).toEqual([
      `{"${name}":{"b":"x"}}`,
      `{"${name}":null}`,
    ]);
    expect(JSON.stringify(applyMergePatch(bare, added))).toBe(JSON.stringify(set));
    expect(JSON.stringify(applyMergePatch(set, removed))).toBe(JSON.stringify(bare));
  });
});
