import { describe, expect, it } from 'vitest';
import { deletePaths } from '../../src/argocd/jq.js';

describe('deletePaths', () => {
  it('asks jq for what is not evaluated here', () => {
    expect(deletePaths('.a as $x | .[$x]', { a: 'b', b: 1 })).toEqual({ ok: { a: 'b' } });
  });

  it('gives up an expression that does not end', () => {
    expect(deletePaths('[repeat(.)]', { a: 1 })).toEqual({
      unknown: 'it takes longer than the second that Argo CD allows',
    });
    expect(deletePaths('.a as $x | .[$x]', { a: 'b', b: 1 })).toEqual({ ok: { a: 'b' } });
  });
});
