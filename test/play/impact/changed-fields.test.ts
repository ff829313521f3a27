import { expect, it } from 'vitest';
import type { KubeObject } from '../../../src/kubernetes/objects/object.js';
import { fromValue } from '../../../src/model/node.js';
import { Resource } from '../../../src/model/resource.js';
import { changedFields } from '../../../src/play/impact/fields.js';
import type { AppliedObject } from '../../../src/play/impact/state.js';
import { textSource } from '../../support/sources.js';

function state(canary: object): AppliedObject {
  const git = {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Rollout',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { strategy: { canary } },
  } as KubeObject;
  const identity = {
    group: 'argoproj.io',
    version: 'v1alpha1',
    kind: 'Rollout',
    name: 'web',
    namespace: 'shop',
  };
  const resource = new Resource(identity, textSource('a.yaml', ''), 0, { root: fromValue(git) });
  return { key: 'argoproj.io/Rollout/shop/web', git, stored: git, resource } as unknown as AppliedObject;
}

it('steps that are all removed or added are changed fields', () => {
  const steps = [{ setWeight: 20 }, { pause: {} }];
  const fields = (before: object, after: object): readonly string[] =>
    changedFields(state(before), state(after)).map(({ field }) => field);
  expect(fields({ steps }, {})).toEqual(['spec.strategy.canary.steps']);
  expect(fields({}, { steps })).toEqual(['spec.strategy.canary.steps']);
});
