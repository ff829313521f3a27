import { describe, expect, test } from 'vitest';
import { Cluster } from '../../../src/kubernetes/objects/cluster.js';
import { withoutKey } from '../../../src/kubernetes/objects/keys.js';
import type { OwnerReference } from '../../../src/kubernetes/objects/object.js';
import type { LabelSelector } from '../../../src/kubernetes/objects/rollout-object.js';
import { claimReplicaSets } from '../../../src/rollouts/controllers/claim.js';
import { replicaSet, rollout, webReference } from './support.js';

const selector = { matchLabels: { app: 'web' } };
const other = { ...webReference, name: 'cart' };
const follower = { apiVersion: 'v1', kind: 'ConfigMap', name: 'web' };

// https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/controller/controller_ref_manager.go
describe('a ReplicaSet', () => {
  test.each<[string, LabelSelector | undefined, OwnerReference[], boolean, OwnerReference[]]>([
    ['is kept while the selector picks it', selector, [webReference], true, [webReference]],
    ['is let go when the selector does not', { matchLabels: { app: 'cart' } }, [webReference], false, []],
    ['is let go without a selector', undefined, [webReference], false, []],
    ['is let go, and its other owners stay', undefined, [webReference, follower], false, [follower]],
    ['is taken over when nobody controls it', selector, [follower], true, [follower, webReference]],
    ['is not taken over when somebody does', selector, [other], false, [other]],
    ['is not taken over without a selector', undefined, [], false, []],
  ])('%s', (_, picking, owners, isClaimed, expected) => {
    const before = replicaSet('H1');
    const owned = { ...before, metadata: { ...before.metadata, ownerReferences: owners } };
    const desired = rollout({ canary: {} });
    const spec = { ...withoutKey(desired.spec, 'selector'), ...(picking && { selector: picking }) };
    const cluster = new Cluster([owned]);
    const claimed = claimReplicaSets(cluster, { ...desired, spec });
    const after = cluster.list({ group: 'apps', kind: 'ReplicaSet' }, 'shop');
    expect(after.map(({ metadata }) => metadata.ownerReferences)).toEqual([expected]);
    expect(claimed).toEqual(isClaimed ? after : []);
  });
});
