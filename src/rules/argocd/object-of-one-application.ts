import { isDeepStrictEqual } from 'node:util';
import { isRendered } from '../../repository/graph/deployment.js';
import type { Graph } from '../../repository/graph/graph.js';
import { destinationCluster, sources } from '../../kubernetes/kinds/application.js';
import { istioGroup } from '../../kubernetes/kinds/virtual-service.js';
import { isOfCluster } from '../../kubernetes/kinds/cluster-kinds.js';
import { syncOrderOf } from '../../kubernetes/kinds/sync-order.js';
import type { Field } from '../../model/field.js';
import { byFixedOrder } from '../../model/fixed-order.js';
import { isAtOrBelow } from '../../model/paths.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { optionsFor } from '../facts/argocd/deployed.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/object-of-one-application',
    description: 'Require each object to be deployed by a single Application.',
    why: 'Each sync claims the object for its own Application and makes the other one OutOfSync (SharedResourceWarning). With self-heal the two keep overwriting each other, and deleting one Application deletes what the other needs.',
    consequence: 'overwritten',
    severity: 'warning',
    otherwise: {
      fails: {
        when: 'With FailOnSharedResource=true',
        consequence: 'not-deployed',
        why: 'A sync of the Application fails as long as the other one tracks the object, so nothing of the Application is deployed.',
      },
    },
    messages: {
      shared:
        'Applications "{application}" and "{other}" both deploy {objects} to namespace "{namespace}" of the same cluster; deploy it from only one of them, or give each its own namespace.',
      fails:
        'Applications "{application}" and "{other}" both deploy {objects} to namespace "{namespace}" of the same cluster, so with FailOnSharedResource=true the syncs of "{failing}" fail while the other one tracks it; deploy it from only one of them.',
      written:
        'Applications "{application}" and "{other}" both deploy {objects} to namespace "{namespace}" of the same cluster, where Git puts it; deploy it from only one of them.',
      apart:
        'Applications "{application}" and "{other}" both deploy {objects} to namespace "{namespace}" of the same cluster, from two manifests; remove one of them, or give it another name.',
      cluster:
        'Applications "{application}" and "{other}" both deploy {kind} "{name}", which has no namespace, to the same cluster; deploy it from only one of them.',
      ignored:
        'Applications "{application}" and "{other}" both deploy {objects} to namespace "{namespace}" of the same cluster, where Git puts it; deploy it from only one of them, or remove the namespace in Git, so that it goes to "{one}" and "{another}".',
    },
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/#fail-the-sync-if-a-shared-resource-is-found',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/controller/state.go',
    ],
  },

  check({ graph, report }) {
    const pairs = new Map<string, SharedObject>();
    for (const { group, kind } of comparedKinds)
      for (const resource of graph.ofKind(kind, group)) note(graph, resource, pairs);
    for (const { first, second, namespace, objects } of pairs.values()) {
      const [resource, ...others] = objects;
      const more = others.length === 0 ? '' : ` and ${others.length} more`;
      const [one, another] = [second, first].map(
        (application) => application.at('spec', 'destination', 'namespace').text ?? namespace,
      );
      // The namespace of an Application is used only for objects without one from the manifest or kustomize.
      const isOwn = objects.some((object) => object.at('metadata', 'namespace').exists) || one !== another;
      const failing = [first, second].find((one) => optionsFor(one).sync.has('FailOnSharedResource=true'));
      report(
        firstSourcePath(second),
        failing ? 'fails' : !isOwn ? 'shared' : one === another ? 'written' : 'ignored',
        {
          application: second.name,
          other: first.name,
          namespace,
          objects: `${resource!.kind} "${resource!.name}"${more}`,
          failing: failing?.name,
          ...{ one: one!, another: another! },
        },
        {
          case: failing && 'fails',
          related: [
            { at: firstSourcePath(first), message: `deployed by Application "${first.name}"` },
            { at: resource!, message: 'deployed twice' },
          ],
        },
      );
    }
    for (const { first, second, namespace, objects } of sharedByName(graph)) {
      // They share all of a path.
      if (pairs.has(pairKey(first, second))) continue;
      const [object] = objects;
      if (!object) continue;
      const { name, one, another } = object;
      const more = objects.length === 1 ? '' : ` and ${objects.length - 1} more`;
      report(
        another.at('metadata', 'name'),
        namespace === undefined ? 'cluster' : one === another ? 'written' : 'apart',
        {
          ...{ application: second.name, other: first.name },
          ...{ kind: another.kind, name, namespace: namespace ?? '' },
          objects: `${another.kind} "${name}"${more}`,
        },
        {
          related: [
            { at: firstSourcePath(first), message: `deployed by Application "${first.name}"` },
            { at: firstSourcePath(second), message: `deployed by Application "${second.name}"` },
            ...(one === another ? [] : [{ at: one, message: 'the same object' }]),
          ],
        },
      );
    }
  },
});

/** Two Applications, and objects that both deploy from other paths, each in one or two files. */
interface SharedNames {
  readonly first: Resource;
  readonly second: Resource;
  /** Undefined for an object that has none. */
  readonly namespace: string | undefined;
  /** With the name that they have in the cluster. */
  readonly objects: { readonly name: string; readonly one: Resource; readonly another: Resource }[];
}

/** An Application, and the object that it deploys. */
interface Taker {
  readonly application: Resource;
  readonly resource: Resource;
}

/** The first two Applications of each object; those of charts whose release is not known are left out, and so are hooks. */
function sharedByName(graph: Graph): readonly SharedNames[] {
  const shared = new Map<string, SharedNames>();
  for (const { name, namespace, takers } of takersByName(graph).values()) {
    if (takers.length < 2) continue;
    const [one, ...others] = takers.sort(byApplication);
    const another = others.find((other) => one && areOfOneCluster(graph, one.application, other.application));
    if (!one || !another || [one, another].some(({ resource }) => syncOrderOf(resource).isHook)) continue;
    const [first, second] = [one.application, another.application];
    // Each object of a cluster is told by itself; a namespace may be the same by mistake.
    const key = `${pairKey(first, second)}\n${namespace ?? one.resource.kind + one.resource.name}`;
    const known = shared.get(key) ?? { first, second, namespace, objects: [] };
    shared.set(key, known);
    known.objects.push({ name, one: one.resource, another: another.resource });
  }
  return [...shared.values()];
}

function byApplication(left: Taker, right: Taker): number {
  return byFixedOrder(left.application, right.application) || byFixedOrder(left.resource, right.resource);
}

interface NamedTakers {
  readonly name: string;
  readonly namespace: string | undefined;
  readonly takers: Taker[];
}

function takersByName(graph: Graph): ReadonlyMap<string, NamedTakers> {
  const found = new Map<string, NamedTakers>();
  if (graph.allApplications.length < 2) return found;
  for (const resource of graph.resources) {
    const { group, kind, name } = resource;
    if (name === '' || isPlaceholder(name) || resource.source.assumedRelease !== undefined) continue;
    for (const application of graph.applications(resource)) {
      if (isOfSubchart(graph, application, resource)) continue;
      const [as, ...others] = graph.deployedAs(application, resource);
      if (as?.name === undefined || others.length > 0) continue;
      const namespace = isOfCluster(resource) ? undefined : as.namespace;
      if (namespace === undefined && !isOfCluster(resource)) continue;
      const key = [group, kind, namespace ?? '', as.name].join('\n');
      const known = found.get(key) ?? { name: as.name, namespace, takers: [] };
      found.set(key, known);
      if (known.takers.length < mostNamesakes) known.takers.push({ application, resource });
    }
  }
  return found;
}

/** Whether an object is a file of a chart within the chart of an Application, such as a CRD, which a condition may switch off. */
function isOfSubchart(graph: Graph, application: Resource, { source }: Resource): boolean {
  return graph
    .sourceFolders(application)
    .some(({ type, folder }) => type === 'helm' && isAtOrBelow(source.path, `${folder}/charts`));
}

/** Two Applications and an object that both deploy. */
interface SharedObject {
  readonly first: Resource;
  readonly second: Resource;
  readonly namespace: string;
  readonly objects: Resource[];
}

/** Namespaced kinds, the most informative first. */
const comparedKinds: readonly { readonly group: string; readonly kind: string }[] = [
  { group: 'argoproj.io', kind: 'Rollout' },
  { group: 'apps', kind: 'Deployment' },
  { group: 'apps', kind: 'StatefulSet' },
  { group: istioGroup, kind: 'VirtualService' },
  { group: 'networking.k8s.io', kind: 'Ingress' },
  { group: '', kind: 'Service' },
  { group: '', kind: 'ConfigMap' },
];

/** How many Applications with one path are compared with each other; a thousand would make a million pairs. */
const mostNamesakes = 20;

function note(graph: Graph, resource: Resource, pairs: Map<string, SharedObject>): void {
  const placements = graph.placements(resource);
  if (placements.length < 2) return;
  const isOfRelease = isOfChart(graph, resource);
  const takers: { application: Resource; folder: string; namespace: string; names: string }[] = [];
  for (const { application, folder } of placements) {
    if (!application || takers.length === mostNamesakes) continue;
    const [as, ...others] = graph.deployedAs(application, resource);
    if (!as || others.length > 0 || as.name === undefined || as.namespace === undefined) continue;
    const taker = { application, folder, namespace: as.namespace, names: `${as.namespace}/${as.name}` };
    for (const other of takers) {
      if (other.folder !== folder || other.names !== taker.names || application === other.application)
        continue;
      if (!areOfOneCluster(graph, other.application, application)) continue;
      if (isOfRelease && !haveOneRelease(other.application, application)) continue;
      const [first, second] = [other.application, application].sort(byFixedOrder);
      const key = pairKey(first!, second!);
      const pair = pairs.get(key);
      if (pair) pair.objects.push(resource);
      else
        pairs.set(key, {
          first: first!,
          second: second!,
          namespace: as.namespace,
          objects: [resource],
        });
    }
    takers.push(taker);
  }
}

/** Whether a chart was rendered to an object, not a kustomization. */
function isOfChart(graph: Graph, resource: Resource): boolean {
  return isRendered(resource.source) && graph.placements(resource).every(({ leaf }) => leaf === undefined);
}

function pairKey(...applications: readonly [Resource, Resource]): string {
  return applications.map(({ source, offset }) => `${source.path}:${offset}`).join();
}

/** Whether two Applications certainly deploy the same objects to one cluster. */
function areOfOneCluster(graph: Graph, left: Resource, right: Resource): boolean {
  const [a, b] = [left, right].map(aimOf);
  if (a === undefined || a.where !== b?.where || left.name === right.name) return false;
  if (!graph.areDeployedTogether(left, right)) return false;
  // Several clusters may each have an Argo CD that uses the same name for its own cluster.
  const [here, there] = [left, right].map((one) => graph.placements(one).map(({ folder }) => folder));
  return (
    !a.isLocal ||
    here!.some((one) => there!.some((other) => isAtOrBelow(one, other) || isAtOrBelow(other, one)))
  );
}

/**
 * Whether a chart renders equally for two Applications: its names derive from the release, which by default is the name of the
 * Application.
 */
function haveOneRelease(left: Resource, right: Resource): boolean {
  const [a, b] = [left, right].map((application) => sources(application)[0]?.at('helm'));
  return a?.at('releaseName').text !== undefined && isDeepStrictEqual(a.value, b?.value);
}

/** The source and the destination of an Application; undefined if unknown. */
function aimOf(application: Resource): { where: string; isLocal: boolean } | undefined {
  const [source, ...others] = sources(application);
  const directory = source?.at('directory');
  if (!source || others.length > 0 || directory?.at('include').exists || directory?.at('exclude').exists)
    return undefined;
  const cluster = destinationCluster(application);
  const where = [cluster, source.at('repoURL').text, targetRevision(source)].join('\n');
  return cluster === undefined || isPlaceholder(where)
    ? undefined
    : { where, isLocal: cluster === 'in-cluster' };
}

function targetRevision(source: Field): string {
  return source.at('targetRevision').text ?? 'HEAD';
}

function firstSourcePath(application: Resource): Field {
  return sources(application)[0]!.at('path');
}
