import { describe, expect, it } from 'vitest';
import { asDeployments, firstDifference, withoutKeys } from '../../scripts/equal/told.mjs';

describe('what law:equal compares', () => {
  it('is all of a JSON text but the fields that are left out, at any depth', () => {
    const text = JSON.stringify({ message: 'a', inner: [{ message: 'b', rule: 'c' }], '': 1 });
    expect(JSON.parse(withoutKeys(text, new Set(['message', ''])))).toEqual({
      inner: [{ rule: 'c' }],
      '': 1,
    });
    expect(withoutKeys('no JSON', new Set(['message']))).toBe('no JSON');
  });

  it('differs where a line of a text or a field does', () => {
    expect(firstDifference({ code: 0, out: 'a\nb' }, { code: 0, out: 'a\nb' })).toBeUndefined();
    expect(firstDifference({ code: 0, out: 'a\nb' }, { code: 0, out: 'a\nc' })).toContain('-   "b"');
    expect(firstDifference({ code: 0 }, { code: 1 })).toContain('+  "code": 1');
  });

  it('includes Deployments in place of Rollouts, for migrate', () => {
    const text = 'kind: Rollout\nmetadata: { name: web }\nspec: { replicas: 2, strategy: {} }\n';
    expect(asDeployments(text)).toBe(
      'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: 2\n',
    );
    expect(asDeployments('kind: Service\n')).toBe('kind: Service\n');
  });
});
