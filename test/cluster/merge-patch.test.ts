import { describe, expect, it } from 'vitest';
import { applyMergePatch, mergePatch } from '../../src/cluster/merge-patch.js';

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
});
