import { isMap, without } from '../../../src/kubernetes/objects/json.js';
import { namespace } from './systems.js';

/** An object of JSON, as somebody has it. */
export interface Loose {
  readonly [key: string]: unknown;
}

type Json = Readonly<Record<string, unknown>>;

/** Kinds whose objects are compared; of all others only the controller's reading is known. */
export const comparedKinds: ReadonlySet<string> = new Set([
  'AnalysisRun',
  'Deployment',
  'DestinationRule',
  'Experiment',
  'GRPCRoute',
  'HTTPRoute',
  'Ingress',
  'ReplicaSet',
  'Rollout',
  'Service',
  'TCPRoute',
  'TLSRoute',
  'VirtualService',
]);

/** What an API server or a client fills in beside what anybody means. */
const bookkeeping = [
  'uid',
  'resourceVersion',
  'managedFields',
  'creationTimestamp',
  'generation',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'selfLink',
];

const times = /^(?:lastTransitionTime|lastUpdateTime|startTime|abortedAt|startedAt|finishedAt|completedAt|restartedAt)$/;
const deadline = /scale-down-deadline$/;
/** What kubectl, Argo CD and the controller of Deployments keep their books in. */
const books = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  'argocd.argoproj.io/tracking-id',
  'deployment.kubernetes.io/revision',
]);

/** What one object is as far as it is compared. `names` says what hashes, and the namespace, are called in predictions. */
export function comparable(object: unknown, names: ReadonlyMap<string, string> = new Map()): Loose {
  const { status, ...rest } = without(renamed(object, names) as Json, 'apiVersion');
  const kind = String(rest['kind']);
  const metadata = metadataOf(rest['metadata'] as Json);
  const spec = specOf(kind, rest['spec']);
  return compact({ ...rest, metadata, spec, status: statusOf(kind, status) }) as Loose;
}

function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (names.size === 0) return structuredClone(value);
  const pattern = new RegExp([...names.keys()].join('|'), 'g');
  const text = JSON.stringify(value).replaceAll(pattern, (name) => names.get(name) ?? name);
  return JSON.parse(text);
}

function metadataOf(metadata: Json): Json {
  const kept = Object.entries(metadata).filter(([key]) => !bookkeeping.includes(key));
  const result = Object.fromEntries(kept);
  const owners = (result['ownerReferences'] ?? []) as Json[];
  const annotations = Object.entries((result['annotations'] ?? {}) as Json)
    .filter(([key]) => !books.has(key))
    .map(([key, value]) => [key, deadline.test(key) ? '<time>' : value]);
  return {
    ...result,
    annotations: Object.fromEntries(annotations),
    ownerReferences: owners.length > 0 ? owners.map((owner) => without(owner, 'uid')) : undefined,
  };
}

function specOf(kind: string, spec: unknown): unknown {
  if (!isMap(spec)) return spec;
  if (kind === 'Service') return without(without(spec, 'clusterIP'), 'clusterIPs');
  const { template } = spec;
  if (!isMap(template) || !isMap(template['metadata'])) return spec;
  return { ...spec, template: { ...template, metadata: without(template['metadata'], 'creationTimestamp') } };
}

/** Of runs only the phase is predicted; what others than the controllers of Argo Rollouts count is not. */
function statusOf(kind: string, status: unknown): unknown {
  if (!isMap(status)) return undefined;
  if (kind === 'AnalysisRun' || kind === 'Experiment') return { phase: status['phase'] };
  if (kind === 'Rollout') return withoutTimes(status);
  if (kind !== 'ReplicaSet') return undefined;
  // Go leaves zeros of some fields out.
  return Object.fromEntries(
    Object.entries(withoutTimes(status) as Json).filter(([key, value]) => value !== 0 && key !== 'terminatingReplicas'),
  );
}

function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes);
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'observedGeneration')
      .map(([key, item]) => [key, times.test(key) ? '<time>' : withoutTimes(item)]),
  );
}

/** Without nulls and empty maps, of which Go's types write many that say nothing. Of conditions the order does not count. */
function compact(value: unknown, key?: string): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => compact(item) ?? {});
    return key === 'conditions' ? byType(items as Json[]) : items;
  }
  if (!isMap(value)) return value;
  const entries = Object.entries(value)
    .map(([name, item]) => [name, compact(item, name)] as const)
    .filter(([name, item]) => item != null && !(isMap(item) && isEmpty(item) && !meaningful.has(name)));
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Maps that say something by being there. */
const meaningful: ReadonlySet<string> = new Set(['pause', 'emptyDir']);

function byType(conditions: readonly Json[]): Json {
  const named = conditions.map(({ type, ...rest }): [string, unknown] => [String(type), rest]);
  return Object.fromEntries(named.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function isEmpty(value: Loose): boolean {
  return Object.keys(value).length === 0;
}

/** A place where two objects differ, and both values; undefined for what is not there. */
export interface Difference {
  readonly path: readonly (string | number)[];
  readonly predicted: unknown;
  readonly live: unknown;
}

/** Where two values differ. */
export function differences(predicted: unknown, live: unknown, path: Difference['path'] = []): readonly Difference[] {
  if (isMap(predicted) && isMap(live)) {
    const keys = new Set([...Object.keys(predicted), ...Object.keys(live)]);
    return [...keys].flatMap((key) => differences(predicted[key], live[key], [...path, key]));
  }
  if (Array.isArray(predicted) && Array.isArray(live)) {
    const length = Math.max(predicted.length, live.length);
    return Array.from({ length }, (_, index) => differences(predicted[index], live[index], [...path, index])).flat();
  }
  return JSON.stringify(predicted) === JSON.stringify(live) ? [] : [{ path, predicted, live }];
}

/** What the API server makes of an object when it is created: values that it puts in the place of others, or of none. */
export interface Default {
  readonly path: Difference['path'];
  readonly was?: unknown;
  readonly is?: unknown;
}

/** An object as the API server would store it. */
export function withDefaults(object: Loose, defaults: readonly Default[]): Loose {
  const copy = structuredClone(object);
  for (const { path, was, is } of defaults) {
    const last = path.at(-1);
    const parent = path.slice(0, -1).reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], copy) as Record<string, unknown>;
    if (last === undefined || typeof parent !== 'object' || parent === null) continue;
    if (JSON.stringify(parent[last]) !== JSON.stringify(was)) continue;
    if (is === undefined) delete parent[last];
    else parent[last] = is;
  }
  return compact(copy) as Loose;
}

/** The key of an object: in a system all namespaces but its own are kept. */
export function keyOf({ kind, metadata }: Loose): string {
  const { namespace: own, name } = metadata as { namespace?: string; name: string };
  return own === undefined || own === namespace ? `${String(kind)} ${name}` : `${String(kind)} ${own}/${name}`;
}
