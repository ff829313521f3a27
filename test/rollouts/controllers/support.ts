import { Cluster } from '../../../src/kubernetes/objects/cluster.js';
import { podHashLabel } from '../../../src/kubernetes/objects/keys.js';
import type { KubeObject, Labels } from '../../../src/kubernetes/objects/object.js';
import type {
  BlueGreenStrategy,
  CanaryStrategy,
  RolloutObject,
} from '../../../src/kubernetes/objects/rollout-object.js';
import type { ReplicaSetObject, RolloutContext } from '../../../src/rollouts/controllers/context.js';
import { noPauseDecisions } from '../../../src/rollouts/controllers/pause-decisions.js';

/** A Rollout named `web` with what matters to a test; the rest is valid. */
export function rollout(
  strategy: { canary?: CanaryStrategy; blueGreen?: BlueGreenStrategy },
  {
    spec,
    status,
    ...metadata
  }: Partial<Pick<RolloutObject, 'spec' | 'status'>> & Partial<KubeObject['metadata']> = {},
): RolloutObject {
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Rollout',
    metadata: { name: 'web', namespace: 'shop', generation: 1, ...metadata },
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'web', image: 'web:1' }] },
      },
      strategy,
      ...spec,
    },
    ...(status && { status }),
  };
}

export interface ReplicaSetOptions {
  readonly replicas?: number;
  readonly available?: number;
  readonly annotations?: Labels;
  readonly templateLabels?: Labels;
}

/** The ReplicaSet of one hash; all of its pods are available unless a test says otherwise. */
export function replicaSet(
  hash: string,
  { replicas = 3, available = replicas, annotations = {}, templateLabels = {} }: ReplicaSetOptions = {},
): ReplicaSetObject {
  const labels = { app: 'web', [podHashLabel]: hash };
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `web-${hash}`,
      namespace: 'shop',
      labels,
      annotations: {
        'rollout.argoproj.io/revision': hash.slice(1),
        'rollout.argoproj.io/desired-replicas': '3',
        ...annotations,
      },
      ownerReferences: [webReference],
    },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels: { ...labels, ...templateLabels } },
        spec: { containers: [{ name: 'web', image: `web:${hash.slice(1)}` }] },
      },
    },
    status: { replicas, readyReplicas: available, availableReplicas: available },
  };
}

export const webReference = {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Rollout',
  name: 'web',
  controller: true,
  blockOwnerDeletion: true,
} as const;

/** A Service with a selector for `app: web`. */
export function service(name: string, hash?: string, managedBy?: string): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name,
      namespace: 'shop',
      ...(managedBy !== undefined && {
        annotations: { 'argo-rollouts.argoproj.io/managed-by-rollouts': managedBy },
      }),
    },
    spec: {
      ports: [{ port: 80 }],
      selector: { app: 'web', ...(hash !== undefined && { [podHashLabel]: hash }) },
    },
  } as KubeObject;
}

/** An update from H1 to H2, as a pass sees it that has just begun. */
export function contextOf(
  desired: RolloutObject,
  objects: readonly KubeObject[] = [],
  changes: Partial<RolloutContext> = {},
): RolloutContext {
  const newRS = changes.newRS ?? replicaSet('H2');
  const stableRS = 'stableRS' in changes ? changes.stableRS : replicaSet('H1');
  const otherRSs = changes.otherRSs ?? [];
  const allRSs = [stableRS, ...otherRSs, newRS].filter((one) => one !== undefined);
  return {
    cluster: new Cluster([desired, ...allRSs, ...objects], Date.UTC(2030, 0, 1) / 1000),
    version: '1.9',
    rollout: desired,
    read: desired,
    hasWrittenRollout: false,
    newRS,
    stableRS,
    otherRSs,
    allRSs,
    pauses: noPauseDecisions(),
    currentRuns: {},
    otherRuns: [],
    currentExperiment: undefined,
    otherExperiments: [],
    newStatus: {},
    ...changes,
  };
}
