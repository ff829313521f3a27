import { memoize } from '../../../model/memo.js';
import { asksServer } from '../../../argocd/version.js';
import { isMap } from '../../../kubernetes/objects/json.js';
import { selectedRoutes } from '../../../play/simulate/referenced.js';
import { Argo } from '../../../play/drift/argo.js';
import { namingOf } from '../../../play/drift/naming.js';
import { podHashLabel } from '../../../kubernetes/objects/keys.js';
import type { KubeObject } from '../../../kubernetes/objects/object.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { optionsOf, syncOptionsKey } from '../../../kubernetes/kinds/application.js';
import type { Resource } from '../../../model/resource.js';
import { destinationRule } from '../../../rollouts/routers/istio.js';
import { routers } from '../../../rollouts/routers/index.js';
import { type LiveObject, type RouterState, usesRouter } from '../../../rollouts/routers/router.js';
import { optionsFor, type Options } from './deployed.js';
import { whileShifting, withHeaderRoutes } from './router-fields.js';
import { system } from './system.js';
import type { Routed } from './routed.js';

/** An object in Git and as the controller writes it, at one moment of an update. */
export interface ComputedMoment {
  readonly when: 'at rest' | 'shifting' | 'with header routes';
  readonly git: KubeObject;
  readonly live: KubeObject;
}

/** A placeholder for the hash of a pod template, which changes in each update. */
export const someHash = '6f8c9d7b54';

/** The states of an object during an update, without simulating it: only weights, header routes and the pod hash vary. */
export function momentsOf(graph: Graph, { rollout, resource, role }: Routed): readonly ComputedMoment[] {
  const git = withNamespace(graph, resource, resource.at().value);
  if (!git) return [];
  if (role !== undefined) return [{ when: 'at rest', git, live: withHashAt(git, ['spec', 'selector']) }];
  if (resource.kind === 'DestinationRule') return subsetMoments(rollout, git);

  const state = (when: ComputedMoment['when'], value: RouterState | undefined): readonly ComputedMoment[] => {
    const live = value && routers.flatMap((router) => liveOf(graph, router, rollout, value));
    const found = live?.find((one) => one.resource === resource);
    const object = found && withNamespace(graph, resource, found.value);
    return object ? [{ when, git, live: object }] : [];
  };
  return [
    ...state('at rest', { weight: 0, headerRoutes: [] }),
    ...state('shifting', whileShifting(rollout)),
    ...state('with header routes', withHeaderRoutes(rollout)),
  ];
}

function liveOf(
  graph: Graph,
  router: (typeof routers)[number],
  rollout: Resource,
  state: RouterState,
): readonly LiveObject[] {
  return usesRouter(rollout, router)
    ? router.live(
        rollout,
        state,
        (reference) => graph.find(reference),
        graph.rolloutsVersion,
        selectedRoutes(graph, rollout),
      )
    : [];
}

function subsetMoments(rollout: Resource, git: KubeObject): readonly ComputedMoment[] {
  const reference = destinationRule(rollout);
  const names = [reference?.canarySubset.text, reference?.stableSubset.text];
  const { spec } = git as KubeObject & { readonly spec?: { readonly subsets?: unknown } };
  if (!Array.isArray(spec?.subsets)) return [];
  const subsets = (spec.subsets as readonly unknown[]).map((subset) =>
    isMap(subset) && typeof subset['name'] === 'string' && names.includes(subset['name'])
      ? withHashAt(subset, ['labels'])
      : subset,
  );
  return [{ when: 'at rest', git, live: { ...git, spec: { ...spec, subsets } } as KubeObject }];
}

function withHashAt<T extends object>(value: T, path: readonly string[]): T {
  const [key, ...rest] = path;
  if (key === undefined) return { ...value, [podHashLabel]: someHash };
  const inner = (value as Readonly<Record<string, unknown>>)[key];
  return { ...value, [key]: withHashAt(isMap(inner) ? inner : {}, rest) };
}

/** An object with its namespace, which entries may match. Undefined for objects that no cluster accepts. */
export function withNamespace(graph: Graph, resource: Resource, value: unknown): KubeObject | undefined {
  if (!isMap(value) || !isMap(value['metadata']) || typeof value['apiVersion'] !== 'string') return undefined;
  const namespace = graph.namespace(resource);
  const metadata = { ...value['metadata'], ...(namespace === undefined ? {} : { namespace }) };
  return { ...value, metadata } as unknown as KubeObject;
}

/** How Argo CD compares and syncs for an Application, with argocd-cm if it is among the files. */
export function argoOf(graph: Graph, application: Resource): Argo {
  const { settings, error } = system(graph);
  return new Argo(application, settings, error, naming(graph)(application));
}

const naming = memoize((graph: Graph) =>
  memoize((application: Resource) => namingOf(graph, application, graph.deployedBy(application))),
);

/** Whether an Application is compared by dry runs of the API server, as far as the files show. */
export function isServerSideDiff(graph: Graph, { compare }: Pick<Options, 'compare'>): boolean {
  if (compare.has('ServerSideDiff=false')) return false;
  return compare.has('ServerSideDiff=true') || system(graph).settings.serverSideDiff;
}

/**
 * Whether an Application compares an object by structured merge, which simulates the server-side apply. Up to 3.5 it does so
 * for everything that is synced by server-side apply.
 */
export function isStructuredMerge(graph: Graph, application: Resource, resource: Resource): boolean {
  const options = optionsFor(application);
  if (isServerSideDiff(graph, options) || asksServer(system(graph).settings.version)) return false;
  return (
    options.sync.has('ServerSideApply=true') ||
    optionsOf(resource.at(), syncOptionsKey).includes('ServerSideApply=true')
  );
}
