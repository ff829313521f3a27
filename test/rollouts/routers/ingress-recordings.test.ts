import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Cluster } from '../../../src/kubernetes/objects/cluster.js';
import { ControllerError } from '../../../src/kubernetes/objects/controller-error.js';
import { applyMergePatch } from '../../../src/kubernetes/objects/merge-patch.js';
import { kinds, type KubeObject } from '../../../src/kubernetes/objects/object.js';
import type { RolloutObject, SetHeaderRoute } from '../../../src/kubernetes/objects/rollout-object.js';
import type { WeightDestination } from '../../../src/kubernetes/objects/rollout-status.js';
import { rolloutsVersions, type RolloutsVersion } from '../../../src/kubernetes/objects/version.js';
import { releaseIngresses } from '../../../src/rollouts/routers/alb-cleanup.js';
import { albReconciler } from '../../../src/rollouts/routers/alb-reconciler.js';
import { nginxReconciler } from '../../../src/rollouts/routers/nginx-reconciler.js';
import type { RoutingPass } from '../../../src/rollouts/routers/reconciler.js';

interface Call {
  readonly do:
    'setWeight' | 'setHeaderRoute' | 'setMirrorRoute' | 'updateHash' | 'removeManagedRoutes' | 'cleanup';
  readonly weight?: number;
  readonly experiments?: readonly WeightDestination[];
  readonly route?: SetHeaderRoute;
  readonly ingress?: string;
}

interface Outcome {
  readonly panic?: boolean;
  readonly error?: string;
  readonly notFound?: boolean;
  readonly patches?: Readonly<Record<string, unknown>>;
}

interface Recorded {
  readonly router: 'alb' | 'nginx';
  readonly rollout: RolloutObject;
  readonly objects: readonly KubeObject[];
  readonly passes: readonly (readonly Call[])[];
  readonly outcomes: readonly (readonly Outcome[])[];
}

const file = path.join(__dirname, 'ingress-recordings.json');
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { readonly cases: readonly Recorded[] };

// What these routers do is the same in the last release of every line since 1.8.
describe.each(rolloutsVersions.filter((version) => version !== '1.7'))('version %s', (version) => {
  it.each(cases.map((recorded, index) => ({ index, ...recorded })))(
    'does with Ingresses what upstream does: $router $index',
    (recorded) => {
      expect(replayed(recorded, version)).toEqual(expected(recorded));
    },
  );
});

function replayed({ router, rollout, objects, passes }: Recorded, version: RolloutsVersion): unknown {
  const cluster = new Cluster(objects);
  cluster.cachesLag = true;
  // The API server of the recordings refuses nothing.
  cluster.refusesInvalid = () => false;
  return passes.map((calls) => {
    const pass: RoutingPass = { rollout, cluster, version };
    const steps: unknown[] = [];
    for (const call of calls) {
      const error = failure(() => run(router, pass, call));
      steps.push({ error, objects: cluster.list(kinds.ingress, 'shop').map(comparable).sort(byName) });
      if (error !== undefined) break;
    }
    return steps;
  });
}

function run(router: Recorded['router'], pass: RoutingPass, call: Call): void {
  const reconciler = router === 'alb' ? albReconciler : nginxReconciler;
  const { weight = 0, experiments = [], route = {} } = call;
  if (call.do === 'setWeight') reconciler.setWeight(pass, weight, experiments);
  else if (call.do === 'updateHash') reconciler.updateHash(pass, 'H2', 'H1', experiments);
  else if (call.do === 'cleanup') cleanUp(pass.cluster, call.ingress);
  else reconciler[call.do](pass, route);
}

/** The recorded controller cleans up one Ingress at a time, and knows no Rollout any more. */
function cleanUp(cluster: Cluster, name = ''): void {
  const ingress = cluster.get(kinds.ingress, 'shop', name);
  const alone = new Cluster(ingress ? [ingress] : []);
  releaseIngresses(alone, 'shop');
  for (const object of alone.list(kinds.ingress, 'shop')) cluster.put(object);
}

function failure(action: () => void): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (!(error instanceof ControllerError)) throw error;
    return `${error.reason}: ${error.message}`;
  }
}

function expected({ objects, outcomes }: Recorded): unknown {
  const now = new Map(objects.map((object) => [object.metadata.name, comparable(object)]));
  return outcomes.map((outcomesOfPass) =>
    outcomesOfPass.map(({ panic, error, notFound, patches = {} }) => {
      for (const [name, patch] of Object.entries(patches))
        now.set(name, applyMergePatch(now.get(name), patch) as Comparable);
      return {
        error: panic
          ? 'panic: Recovered from Panic'
          : error && `${notFound ? 'not-found' : 'error'}: ${error}`,
        objects: [...now.values()].sort(byName),
      };
    }),
  );
}

interface Comparable {
  readonly metadata: { readonly name: string };
}

function byName(left: Comparable, right: Comparable): number {
  return left.metadata.name < right.metadata.name ? -1 : 1;
}

/** An object without what Go does not tell apart: null, and empty maps and lists. */
function comparable({ metadata, ...object }: KubeObject): Comparable {
  const { spec } = object as { readonly spec?: unknown };
  return withoutEmpty({ metadata, spec }) as Comparable;
}

function withoutEmpty(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value ?? undefined;
  if (Array.isArray(value))
    return value.length === 0 ? undefined : value.map((item) => withoutEmpty(item) ?? {});
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    const kept = withoutEmpty(inner);
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
