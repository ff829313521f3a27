import fc from 'fast-check';
import { systemSettings } from '../../../src/argocd/settings.js';
import { parseArgoCdVersion } from '../../../src/argocd/version.js';
import { gatewayGroup, withRouteDefaults } from '../../../src/kubernetes/kinds/gateway-defaults.js';
import { isMap } from '../../../src/kubernetes/objects/json.js';
import { groupOf, type KubeObject } from '../../../src/kubernetes/objects/object.js';
import { Argo, type IgnoreEntry } from '../../../src/play/drift/argo.js';
import { derivationsOf } from '../../../src/play/drift/entries.js';
import { subjectsOf, targetAt, type Subject } from '../../../src/play/drift/subject.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { fromValue } from '../../../src/model/node.js';
import { Resource } from '../../../src/model/resource.js';
import { simulation } from '../../../src/play/simulate/simulate.js';
import type { Frame } from '../../../src/play/simulate/trace.js';
import { anyGatewayScenario } from '../../conformance/arbitraries.js';
import { textSource } from '../../support/sources.js';
import { owns, type Case, type Loose, type ManagedFields, type Manifest, type Settings } from './case.js';

/** What the documentation of the plugin tells users to ignore while an update is under way. */
const published =
  'select(.metadata.labels["rollouts.argoproj.io/gatewayapi-canary"] == "in-progress") | .spec.rules';

/** What is ignored: nothing, what is published, what drift derives, and that where drift says that it is not enough. */
export type IgnoredBy = 'nothing' | 'published' | 'derived' | 'derived in part';

/** A route at a moment of an update, and what drift says of it. */
export interface DriftCase extends Case {
  readonly says: string;
  /** For the tally: how it is compared, and what is ignored. */
  readonly mode: Mode;
  readonly ignored: IgnoredBy;
}

type Mode = keyof typeof modes;

const modes = {
  'three-way': {},
  'structured merge': { syncOptions: ['ServerSideApply=true'] },
  'server-side': { annotations: { 'argocd.argoproj.io/compare-options': 'ServerSideDiff=true' } },
  'server-side, server-side apply': {
    syncOptions: ['ServerSideApply=true'],
    annotations: { 'argocd.argoproj.io/compare-options': 'ServerSideDiff=true' },
  },
} as const satisfies Readonly<Record<string, Settings>>;

/** How much of what the API server fills in is in Git. */
const spelled = ['as generated', 'all', 'null'] as const;

const anySystem = fc.record({
  scenario: anyGatewayScenario,
  mode: fc.constantFrom(...(Object.keys(modes) as Mode[])),
  isRespecting: fc.boolean(),
  defaults: fc.constantFrom(...spelled),
  /** Whether the API server has kept books of who wrote what. */
  hasOwners: fc.boolean(),
});

type System = typeof anySystem extends fc.Arbitrary<infer T> ? T : never;

/** Routes of the Gateway API at all moments of updates by chance; the same for the same seed. */
export function* gatewayCases({
  count,
  seed,
  release,
  moments = Infinity,
}: {
  readonly count: number;
  readonly seed: number;
  readonly release: string;
  /** How many moments of a route are taken at most. */
  readonly moments?: number;
}): Generator<DriftCase> {
  let made = 0;
  for (const [index, system] of fc.sample(anySystem, { numRuns: count, seed }).entries())
    for (const one of casesOf(system, release, moments, `random ${String(seed)}/${String(index)}`)) {
      if (made++ === count) return;
      yield one;
    }
}

function* casesOf(system: System, release: string, most: number, name: string): Generator<DriftCase> {
  const { mode, isRespecting, hasOwners } = system;
  const own: Settings = modes[mode];
  const settings: Settings = {
    ...own,
    ...(isRespecting ? { syncOptions: [...(own.syncOptions ?? []), 'RespectIgnoreDifferences=true'] } : {}),
  };
  const { graph } = readGraph([textSource('all.yaml', manifests(system).map((one) => JSON.stringify(one)).join('\n---\n'))]);
  const [rollout] = graph.rollouts;
  if (!rollout) throw new Error(`${name} has no Rollout`);
  const played = simulation(graph, rollout);
  // Results of analyses were not played when the cases were recorded, and change no route by themselves.
  const frames = played.trace.frames.filter(
    ({ kind }) => kind !== 'failed' && kind !== 'inconclusive' && kind !== 'resumed',
  );
  const argo = new Argo(application(settings), systemSettings({}, parseArgoCdVersion(release)));
  for (const subject of subjectsOf(graph, rollout, played).filter(isRoute)) {
    const [derived] = derivationsOf(argo, played.trace, [subject]);
    const sets: readonly (readonly [IgnoredBy, readonly IgnoreEntry[]])[] = [
      ['nothing', []],
      ['published', [{ group: gatewayGroup, kind: subject.git.kind, jqPathExpressions: [published] }]],
      ...(derived ? [[derived.derivation.isQuiet ? 'derived' : 'derived in part', [derived.entry]] as const] : []),
    ];
    for (const [live, frame] of spread([...momentsOf(subject, frames)], most))
      for (const [ignored, entries] of sets) {
        const target = targetAt(subject, live);
        yield {
          name: `${name}: ${subject.key}, ${frame}, ${mode}, ${ignored}`,
          why: 'by chance',
          ...caseOf(subject, live, settings, hasOwners),
          target: target as Manifest,
          ignoreDifferences: entries,
          says: argo.with(entries).compare(target, live).status,
          mode,
          ignored,
        };
      }
  }
}

/** The route each time it is another, and the frame in which it becomes so. */
function momentsOf({ key }: Subject, frames: readonly Frame[]): ReadonlyMap<KubeObject, string> {
  const moments = new Map<KubeObject, string>();
  for (const { id, objects } of frames) {
    const live = objects.get(key);
    if (live && !moments.has(live)) moments.set(live, id);
  }
  return moments;
}

/** At most so many of a list, from its beginning to its end. */
function spread<T>(list: readonly T[], most: number): readonly T[] {
  return list.length <= most ? list : list.filter((_, index) => index % Math.ceil(list.length / most) === 0);
}

const isRoute = ({ git }: Subject): boolean => groupOf(git.apiVersion) === gatewayGroup;

/** The live object as a cluster has it: with its identity, and with the books of those who have written it. */
function caseOf({ git }: Subject, live: KubeObject, settings: Settings, hasOwners: boolean): Omit<Case, 'name' | 'why' | 'target'> {
  const metadata = {
    ...live.metadata,
    creationTimestamp: '2030-01-01T00:00:00Z',
    generation: 1,
    resourceVersion: '1',
    uid: 'u1',
  };
  const isServerSide = settings.syncOptions?.includes('ServerSideApply=true') ?? false;
  return {
    ...settings,
    live: { ...live, metadata },
    ...(isServerSide ? {} : { lastApplied: git as Manifest }),
    ...(hasOwners ? { managedFields: ownersOf(git, live, isServerSide) } : {}),
  };
}

/** Argo CD has written what Git says, and the plugin what is otherwise: lists belong to one of them as a whole. */
function ownersOf(git: KubeObject, live: KubeObject, isServerSide: boolean): readonly ManagedFields[] {
  const paths = (object: KubeObject): readonly (readonly [string, string, string?])[] => [
    ...Object.keys((object as { readonly spec?: Loose }).spec ?? {}).map((key) => ['spec', key] as const),
    ...Object.keys(object.metadata.labels ?? {}).map((key) => ['metadata', 'labels', key] as const),
  ];
  const before = withRouteDefaults(git);
  const isOther = (path: readonly (string | undefined)[]): boolean => textAt(before, path) !== textAt(live, path);
  const theirs = paths(live).filter(isOther);
  const ours = paths(git).filter((path) => !isOther(path));
  const owned = (list: typeof ours): readonly (readonly string[])[] =>
    list.map((path) => path.filter((key) => key !== undefined));
  return [
    owns('argocd-controller', isServerSide ? 'Apply' : 'Update', git.apiVersion, owned(ours)),
    ...(theirs.length > 0 ? [owns('gatewayAPI', 'Update', git.apiVersion, owned(theirs))] : []),
  ];
}

function textAt(object: unknown, path: readonly (string | undefined)[]): string {
  const value = path.reduce((node, key) => (key !== undefined && isMap(node) ? node[key] : node), object);
  return JSON.stringify(value) ?? '';
}

function manifests({ scenario, defaults }: System): readonly KubeObject[] {
  return (scenario.objects as readonly KubeObject[]).map((object) => {
    if (defaults === 'as generated' || groupOf(object.apiVersion) !== gatewayGroup) return object;
    return defaults === 'all' ? withRouteDefaults(object) : withNulls(object);
  });
}

/** What a template leaves of a value that is not set: null where the API server fills something in. */
function withNulls(object: KubeObject): KubeObject {
  const { rules, ...spec } = (object as { readonly spec: Loose & { readonly rules: readonly Loose[] } } & KubeObject).spec;
  const each = (list: unknown, fields: Loose): unknown =>
    Array.isArray(list) ? list.map((item: Loose) => ({ ...fields, ...item })) : list;
  const matches = object.kind === 'HTTPRoute' ? { matches: null } : {};
  return {
    ...object,
    spec: {
      ...spec,
      rules: rules.map((rule) => ({
        ...matches,
        ...rule,
        backendRefs: each(rule['backendRefs'], { weight: null, group: null }),
      })),
    },
  } as KubeObject;
}

function application({ syncOptions, annotations }: Settings): Resource {
  const identity = { group: 'argoproj.io', version: 'v1alpha1', kind: 'Application', name: 'shop', namespace: undefined };
  const root = fromValue({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { annotations: annotations ?? {} },
    spec: { syncPolicy: { syncOptions: syncOptions ?? [] } },
  });
  return new Resource(identity, textSource('application.yaml', ''), 0, { root });
}
