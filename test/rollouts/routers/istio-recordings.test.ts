import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Cluster } from '../../../src/kubernetes/objects/cluster.js';
import { ControllerError } from '../../../src/kubernetes/objects/controller-error.js';
import { kinds, type KubeObject } from '../../../src/kubernetes/objects/object.js';
import type {
  RolloutObject,
  SetHeaderRoute,
  SetMirrorRoute,
} from '../../../src/kubernetes/objects/rollout-object.js';
import type { WeightDestination } from '../../../src/kubernetes/objects/rollout-status.js';
import type { RolloutsVersion } from '../../../src/kubernetes/objects/version.js';
import { istioReconciler } from '../../../src/rollouts/routers/istio-reconciler.js';
import type { RoutingPass } from '../../../src/rollouts/routers/reconciler.js';

interface Call {
  readonly op: keyof typeof istioReconciler;
  readonly newPass?: boolean;
  readonly weight?: number;
  readonly canaryHash?: string;
  readonly stableHash?: string;
  readonly experiments?: readonly WeightDestination[];
  readonly route?: SetHeaderRoute | SetMirrorRoute;
}

interface Result {
  readonly error?: string;
  readonly reason?: string;
  readonly writes?: readonly KubeObject[];
}

interface Recorded {
  readonly version: RolloutsVersion;
  readonly rollout: RolloutObject;
  readonly objects: readonly KubeObject[];
  readonly replicaSets: readonly KubeObject[];
  readonly calls: readonly Call[];
  readonly results: readonly Result[];
}

const file = path.join(__dirname, 'istio-recordings.json');
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { readonly cases: readonly Recorded[] };

describe.each([...new Set(cases.map(({ version }) => version))])('version %s', (version) => {
  it.each(cases.map((recorded, index) => ({ index, ...recorded })).filter((one) => one.version === version))(
    'does with Istio objects what upstream does: $index',
    (recorded) => {
      const given = structuredClone(recorded.objects);
      expect(replayed(recorded)).toEqual(
        recorded.results.map(({ writes = [], ...end }) => ({ ...end, writes })),
      );
      expect(recorded.objects).toEqual(given);
    },
  );
});

function replayed({ version, rollout, objects, replicaSets, calls }: Recorded): readonly Result[] {
  const cluster = new Cluster([...objects, ...replicaSets]);
  // They were recorded with informers that learn of nothing, and an API server that refuses nothing.
  cluster.cachesLag = true;
  cluster.refusesOutdated = false;
  cluster.refusesInvalid = () => false;
  let pass: RoutingPass = { rollout, cluster, version };
  let hasEnded = false;
  return calls.map((call) => {
    if (call.newPass) {
      pass = { ...pass };
      hasEnded = false;
    }
    if (hasEnded) return { error: 'skipped', writes: [] };
    const before = shown(cluster);
    let end = {};
    try {
      run(pass, call);
    } catch (error) {
      if (!(error instanceof ControllerError)) throw error;
      hasEnded = true;
      const { message, reason } = error;
      end = {
        ...(reason !== 'panic' && { error: message }),
        ...(reason !== 'error' && { reason }),
      };
    }
    const writes = shown(cluster).filter((object) => !before.some((other) => equal(object, other)));
    return { ...end, writes };
  });
}

function run(
  pass: RoutingPass,
  { op, weight = 0, canaryHash = '', stableHash = '', experiments = [], route }: Call,
) {
  switch (op) {
    case 'setWeight':
      return istioReconciler.setWeight(pass, weight, experiments);
    case 'updateHash':
      return istioReconciler.updateHash(pass, canaryHash, stableHash, experiments);
    case 'setHeaderRoute':
      return istioReconciler.setHeaderRoute(pass, route as SetHeaderRoute);
    case 'setMirrorRoute':
      return istioReconciler.setMirrorRoute(pass, route as SetMirrorRoute);
    case 'removeManagedRoutes':
      return istioReconciler.removeManagedRoutes(pass);
  }
}

/** The Istio objects in the order of the recordings, empty maps left out as there. */
function shown(cluster: Cluster): readonly KubeObject[] {
  return [...cluster.snapshot().values()]
    .filter(({ kind }) => kind !== kinds.replicaSet.kind)
    .map((object) => withoutEmptyMaps(object) as KubeObject)
    .sort((one, other) => (title(one) < title(other) ? -1 : 1));
}

function title({ kind, metadata: { namespace = '', name } }: KubeObject): string {
  return `${kind}${namespace}/${name}`;
}

function withoutEmptyMaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmptyMaps);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value)
    .map(([key, part]) => [key, withoutEmptyMaps(part)] as const)
    .filter(
      ([, part]) => Array.isArray(part) || typeof part !== 'object' || Object.keys(part ?? {}).length > 0,
    );
  return Object.fromEntries(kept);
}

function equal(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
