import { memoize } from '../../model/memo.js';
import type { Graph } from '../../repository/graph/graph.js';
import { workloadRef } from '../../kubernetes/kinds/rollout.js';
import { isEmptySelector } from '../../kubernetes/kinds/selector.js';
import type { Labels } from '../../kubernetes/objects/object.js';
import { podTemplate, selects } from '../../kubernetes/kinds/workload.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { areOtherwiseRendered } from '../../repository/render/inputs.js';
import { byFixedOrder } from '../../model/fixed-order.js';
import { append } from '../../model/multimap.js';
import { unitsOf } from './units.js';

/** Kinds of the group apps that maintain a number of pods, as a Rollout does. */
const doubleKinds = ['Deployment', 'StatefulSet', 'ReplicaSet', 'DaemonSet'] as const;

/** What applies a resource, as words that are equal for two resources that are applied together. */
type UnitsOf = (graph: Graph, resource: Resource) => readonly string[];

/** A workload and a Rollout that are deployed together and whose pods have the same labels. */
export interface DoubleWorkload {
  readonly workload: Resource;
  readonly rollout: Resource;
}

/**
 * Pairs in which the selector of a workload matches the pods of a Rollout, or the reverse. Only objects that are certainly
 * applied together count: files of one folder may be two ways to deploy the same system.
 */
export const doubleWorkloads = memoize((graph: Graph): readonly DoubleWorkload[] =>
  doublesIn(graph, unitsOf),
);

/** Pairs of Rollouts that are certainly applied together and have the same selector and the same pods. */
export const doubleRollouts = memoize((graph: Graph): readonly DoubleWorkload[] => {
  const firsts = new Map<string, Resource>();
  const doubles = new Map<Resource, DoubleWorkload>();
  for (const workload of [...graph.rollouts].sort(byFixedOrder))
    for (const unit of unitsOf(graph, workload)) {
      const labels = Object.entries(selectorOf(graph, workload) ?? {}).sort();
      if (labels.length === 0) continue;
      const key = JSON.stringify([unit, graph.namespace(workload), labels]);
      const rollout = firsts.get(key);
      if (!rollout) firsts.set(key, workload);
      // One name for both are two ways to deploy one Rollout.
      else if (rollout.name !== workload.name && haveSamePods(graph, workload, rollout))
        doubles.set(workload, { workload, rollout });
    }
  return [...doubles.values()];
});

/**
 * The same for objects of one folder that nothing in the repository deploys, so that `kubectl apply` of the folder starts both,
 * where a Service of the folder sends requests to both. With one name for both they are two ways to deploy one thing; so are
 * several Rollouts.
 */
export const doublesOfFolders = memoize((graph: Graph): readonly DoubleWorkload[] =>
  doublesInFolders(graph).filter(({ workload, rollout }) => workload.name !== rollout.name),
);

/** The same with one name for both: the file of a Deployment that the Rollout replaces, or another way to deploy the service. */
export const namesakesOfFolders = memoize((graph: Graph): readonly DoubleWorkload[] =>
  doublesInFolders(graph).filter(
    ({ workload, rollout }) => workload.kind === 'Deployment' && workload.name === rollout.name,
  ),
);

/**
 * Pairs with the same selector that are not certainly applied together: of two folders, of one folder without a Service, or one of
 * them in a chart. Rollouts or workloads of several names with one selector are steps of a lesson.
 */
export const looseDoubles = memoize((graph: Graph): readonly DoubleWorkload[] => {
  const told = new Set([...doubleWorkloads(graph), ...doublesInFolders(graph)].map((one) => one.workload));
  const referenced = referencedWorkloads(graph);
  const rollouts = bySelectorOf(graph, graph.rollouts);
  const workloads = bySelectorOf(
    graph,
    doubleKinds.flatMap((kind) => graph.ofKind(kind, 'apps')),
  );
  return [...workloads].flatMap(([selector, candidates]) => {
    const same = rollouts.get(selector) ?? [];
    if (same.length > manyCopies || candidates.length > manyCopies || [same, candidates].some(areSeveral))
      return [];
    // One of the copies is enough to say it.
    for (const workload of [...candidates].sort(byFixedOrder)) {
      if (told.has(workload) || referenced.has(workload)) continue;
      const rollout = same.find((one) => mayBeTogether(graph, workload, one));
      if (rollout && haveSamePods(graph, workload, rollout)) return [{ workload, rollout }];
    }
    return [];
  });
});

/** More objects than that with one selector are steps of a lesson rather than environments. */
const manyCopies = 3;

/** Whether objects have several names, or none. Those of one name are copies for environments. */
function areSeveral(all: readonly Resource[]): boolean {
  return new Set(all.map(({ name }) => name)).size !== 1;
}

function bySelectorOf(graph: Graph, all: readonly Resource[]): ReadonlyMap<string, readonly Resource[]> {
  const found = new Map<string, Resource[]>();
  for (const one of all) {
    const labels = Object.entries(selectorOf(graph, one) ?? {}).sort();
    if (labels.length > 0) append(found, JSON.stringify(labels), one);
  }
  return found;
}

function mayBeTogether(graph: Graph, left: Resource, right: Resource): boolean {
  const [one, other] = [graph.namespace(left), graph.namespace(right)];
  const areApart = one !== undefined && other !== undefined && one !== other;
  if (areOtherwiseRendered(left.source.path, right.source.path)) return false;
  // What two kustomizations or Applications deploy are two ways to deploy the service.
  const areBothManaged = [left, right].every((resource) =>
    graph.placements(resource).some(({ leaf, application }) => leaf ?? application),
  );
  return (
    !areApart && !areBothManaged && !isLeftOut(graph, left, right) && graph.areDeployedTogether(left, right)
  );
}

/** Whether a workload is a file below a kustomization of the Rollout, which does not list it. */
function isLeftOut(graph: Graph, workload: Resource, rollout: Resource): boolean {
  return graph
    .placements(rollout)
    .flatMap(({ leaf, via }) => [...(leaf ? [leaf] : []), ...via])
    .some(({ folder }) => workload.source.path.startsWith(`${folder}/`));
}

/** The workloads whose pod templates Rollouts use. */
export function referencedWorkloads(graph: Graph): ReadonlySet<Resource> {
  const found = graph.rollouts.flatMap((rollout) => {
    const reference = workloadRef(rollout);
    return (reference && graph.find(reference)) ?? [];
  });
  return new Set(found);
}

const doublesInFolders = memoize((graph: Graph): readonly DoubleWorkload[] => {
  const certain = new Set(doubleWorkloads(graph).map(({ workload }) => workload));
  const rollouts = new Map<string, Resource[]>();
  for (const rollout of graph.rollouts)
    for (const folder of unmanagedFoldersOf(graph, rollout)) append(rollouts, folder, rollout);
  return doublesIn(graph, unmanagedFoldersOf).filter(
    ({ workload, rollout }) =>
      !certain.has(workload) &&
      unmanagedFoldersOf(graph, rollout).every((folder) => rollouts.get(folder)?.length === 1) &&
      haveCommonService(graph, workload, rollout),
  );
});

function haveCommonService(graph: Graph, workload: Resource, rollout: Resource): boolean {
  const folders = new Set(unmanagedFoldersOf(graph, rollout));
  return graph.ofKind('Service', '').some((service) => {
    const selector = service.at('spec', 'selector');
    return (
      selector.entries.length > 0 &&
      unmanagedFoldersOf(graph, service).some((folder) => folders.has(folder)) &&
      [workload, rollout].every((one) => selects(selector.strings, graph.labels(one)))
    );
  });
}

/** The folders of an object, each with its namespace, in which neither a kustomization nor an Application deploys it. */
export function unmanagedFoldersOf(graph: Graph, resource: Resource): readonly string[] {
  return graph
    .placements(resource)
    .flatMap(({ folder, leaf, application }) =>
      leaf || application ? [] : [`${folder}\n${graph.namespace(resource) ?? ''}`],
    );
}

function doublesIn(graph: Graph, unitsOf: UnitsOf): readonly DoubleWorkload[] {
  const rollouts = new Map<string, Resource[]>();
  const referenced = new Set<Resource>();
  for (const rollout of graph.rollouts) {
    for (const unit of unitsOf(graph, rollout)) append(rollouts, unit, rollout);
    const reference = workloadRef(rollout);
    const workload = reference && graph.find(reference);
    if (workload) referenced.add(workload);
  }

  const doubles = new Map<Resource, DoubleWorkload>();
  const byPair = new Map<string, Resource[]>();
  for (const kind of doubleKinds)
    for (const workload of graph.ofKind(kind, 'apps')) {
      const shared = unitsOf(graph, workload).filter((unit) => rollouts.has(unit));
      const [pair] = shared.length === 0 ? [] : Object.entries(selectorOf(graph, workload) ?? {});
      if (pair) for (const unit of shared) append(byPair, `${unit}\n${pair.join('=')}`, workload);
    }
  for (const [unit, some] of rollouts)
    for (const rollout of some)
      for (const pair of Object.entries(graph.labels(rollout)))
        for (const workload of byPair.get(`${unit}\n${pair.join('=')}`) ?? []) {
          if (referenced.has(workload) || doubles.has(workload)) continue;
          if (haveSamePods(graph, workload, rollout)) doubles.set(workload, { workload, rollout });
        }
  return [...doubles.values()];
}

/** The labels in the selector of a workload; undefined if it has more than labels or is unknown. */
export function selectorOf(graph: Graph, workload: Resource): Labels | undefined {
  const known = selectorsIn(graph);
  if (!known.has(workload)) known.set(workload, readSelector(graph, workload));
  return known.get(workload);
}

/** Each is asked for once by each kind of pairs, at times when its document is no longer in memory. */
const selectorsIn = memoize((_: Graph) => new Map<Resource, Labels | undefined>());

function readSelector(graph: Graph, workload: Resource): Labels | undefined {
  const selector = workload.at('spec', 'selector');
  if (selector.at('matchExpressions').items.length > 0 || isEmptySelector(selector)) return undefined;
  const isFinal =
    !graph.isPatched(workload, selector.path) &&
    !graph.isPatched(workload, [...(podTemplate(workload)?.path ?? []), 'metadata', 'labels']) &&
    graph.addedSelectorLabels(workload).length === 0;
  const labels = selector.at('matchLabels').strings;
  const text = JSON.stringify(labels);
  // A copy: the strings of a document keep it in memory.
  return isFinal && !isPlaceholder(text) ? (JSON.parse(text) as Labels) : undefined;
}

/** Whether the selectors of a workload and a Rollout match the pods of each other. */
export function haveSamePods(graph: Graph, workload: Resource, rollout: Resource): boolean {
  const [own, its] = [selectorOf(graph, workload), selectorOf(graph, rollout)];
  return (
    own !== undefined &&
    its !== undefined &&
    selects(own, graph.labels(rollout)) &&
    selects(its, graph.labels(workload))
  );
}
