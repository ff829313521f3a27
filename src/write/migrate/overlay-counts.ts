import type { Graph } from '../../repository/graph/graph.js';
import { isKustomization, join, type Kustomization } from '../../repository/graph/kustomization.js';
import { isMap } from '../../kubernetes/objects/json.js';
import type { Write } from '../../model/fix.js';
import type { Resource } from '../../model/resource.js';
import { withItem } from '../../yaml/edit/with-item.js';
import { parseValues } from '../../yaml/parse/values.js';
import { changesOf, type FileChange } from './files.js';
import { Refusal } from './refusal.js';

type CountSetter = ReturnType<Graph['settersOf']>[number];

/** A number of pods that a kustomization sets for a workload. */
interface OverlayCount {
  readonly setter: CountSetter;
  /** The index in `replicas` of the kustomization; undefined for a patch. */
  readonly entry: number | undefined;
  /** Undefined if it cannot be read. */
  readonly pods: number | undefined;
}

const replicasPath = ['spec', 'replicas'];

function overlayCountsOf(graph: Graph, workload: Resource): readonly OverlayCount[] {
  return graph.settersOf(workload, replicasPath).map((setter) => {
    const { patch, kustomization, contents } = setter;
    if (!patch) return { setter, entry: undefined, pods: undefined };
    const items = isKustomization(kustomization.resource) ? kustomization.resource.at('replicas').items : [];
    const entry = patch.paths ? items.findIndex((item) => item.at('name').text === patch.name) : -1;
    if (entry !== -1) return { setter, entry, pods: items[entry]!.at('count').number };
    return {
      setter,
      entry: undefined,
      pods: contents.map(podsOfPatch).findLast((pods) => pods !== undefined),
    };
  });
}

/** What a patch sets the replicas to; the last operation counts. */
function podsOfPatch(content: unknown): number | undefined {
  const replicas = Array.isArray(content)
    ? (content as readonly unknown[]).flatMap((operation): unknown[] =>
        isMap(operation) && operation['path'] === '/spec/replicas' ? [operation['value']] : [],
      )
    : isMap(content) && isMap(content['spec'])
      ? [content['spec']['replicas']]
      : [];
  const last = replicas.at(-1);
  return Number.isSafeInteger(last) ? (last as number) : undefined;
}

/**
 * Whether `replicas` of a kustomization sets the count of a Rollout, too: a configuration of it, or of what it is built from, says so.
 * https://github.com/kubernetes-sigs/kustomize/blob/kustomize/v5.8.1/api/internal/accumulator/resaccumulator.go (MergeAccumulator)
 */
function reachesRollout(graph: Graph, { placement, kustomization }: CountSetter): boolean {
  const { via } = placement;
  return via.slice(via.indexOf(kustomization)).some((one) =>
    one.resource.at('configurations').items.some(({ text }) => {
      const source = text === undefined ? undefined : graph.fileAt(join(one.folder, text));
      return source !== undefined && parseValues(source.read()).some(countsRollouts);
    }),
  );
}

function countsRollouts(configuration: unknown): boolean {
  const specs = isMap(configuration) ? configuration['replicas'] : undefined;
  return (
    Array.isArray(specs) &&
    specs.some(
      (spec: unknown) => isMap(spec) && spec['kind'] === 'Rollout' && spec['path'] === 'spec/replicas',
    )
  );
}

/** The counts of a Deployment that its Rollout does not get, although it takes the pods over. */
function missingCounts(graph: Graph, deployment: Resource, rollout: Resource): readonly OverlayCount[] {
  const own = graph.settersOf(rollout, replicasPath);
  return overlayCountsOf(graph, deployment).filter(({ setter, entry }) => {
    if ((entry !== undefined || setter.patch?.paths) && reachesRollout(graph, setter)) return false;
    const { via } = setter.placement;
    const inner = via.indexOf(setter.kustomization);
    // That of an outer kustomization is applied later.
    return !own.some(({ placement, kustomization }) => {
      const at = via.indexOf(kustomization);
      return placement.folder === setter.placement.folder && at !== -1 && at <= inner;
    });
  });
}

/** Gives a new Rollout as many pods as each kustomization gives its Deployment. */
export function countWrites(graph: Graph, deployment: Resource, rollout: Resource): readonly Write[] {
  const missing = missingCounts(graph, deployment, rollout);
  const unread = missing.find(({ pods, setter }) => pods === undefined || !isWritable(setter));
  if (unread) throw withoutCount(unread, deployment, rollout);
  return patchesFor(missing, rollout);
}

/** Refuses to take requests from a Deployment that has more pods in an overlay than its Rollout. */
export function checkCounts(graph: Graph, deployment: Resource, rollout: Resource): void {
  const [missing] = missingCounts(graph, deployment, rollout).filter(({ pods }) => pods !== 0);
  if (missing) throw withoutCount(missing, deployment, rollout);
}

function withoutCount({ setter, pods }: OverlayCount, deployment: Resource, rollout: Resource): Refusal {
  const its = pods === undefined ? 'the replicas' : `${pods} replicas`;
  return new Refusal(
    `${setter.kustomization.resource.source.name} sets ${its} for Deployment "${deployment.name}", but not for Rollout "${rollout.name}", which would have fewer pods when it takes the requests; add the same for the Rollout there, and sync it, before the next step:`,
    patchLines(rollout, pods),
  );
}

/**
 * Sets the Deployment to no pods in each kustomization. An entry of `replicas` applies to all objects of its name, so that of a
 * Deployment becomes a patch for its Rollout.
 */
export function emptying(
  graph: Graph,
  deployment: Resource,
  rollout: Resource | undefined,
): { readonly writes: readonly Write[]; readonly texts: readonly FileChange[] } {
  const counts = overlayCountsOf(graph, deployment).filter(({ pods }) => pods !== 0);
  const seen = new Set<Resource>();
  const once = counts.filter(({ setter }) => {
    const { resource } = setter.kustomization;
    return !seen.has(resource) && seen.add(resource);
  });
  const entries = once.filter(({ entry }) => entry !== undefined);
  const merged = graph.mergedInto(deployment).filter((one) => (one.at(...replicasPath).number ?? 0) > 0);
  const files = new Set(merged.map(({ source }) => source.path));
  for (const { setter, entry } of counts) {
    const { patch, kustomization } = setter;
    const file = patch?.file === undefined ? undefined : join(kustomization.folder, patch.file);
    if (entry === undefined && !(file !== undefined && files.has(file)))
      throw new Refusal(
        `${kustomization.resource.source.name} sets the replicas of Deployment "${deployment.name}"; set them to 0 there, for the Deployment alone${rollout ? `: Rollout "${rollout.name}" keeps its own` : ''}.`,
      );
  }
  const taught = entries.filter(({ setter }) => rollout && reachesRollout(graph, setter));
  const unread = taught.find(({ pods, setter }) => pods === undefined || !isWritable(setter));
  if (unread && rollout) throw withoutCount(unread, deployment, rollout);
  return {
    writes: merged.map((resource) => ({ resource, path: replicasPath, value: 0 })),
    texts: entries.flatMap(({ setter, entry, pods }) => {
      const { kustomization } = setter;
      const changes = changesOf(graph, { writes: [withoutEntry(kustomization, entry!)], objects: [] });
      return changes.map((change) =>
        rollout && reachesRollout(graph, setter) ? replacedByPatch(change, rollout, pods) : change,
      );
    }),
  };
}

/** The patch takes effect once no entry of `replicas`, which kustomize applies after patches, sets the same. */
function replacedByPatch(change: FileChange, rollout: Resource, pods: number | undefined): FileChange {
  const after = withItem(change.after ?? '', 'patches', patchFor(rollout, pods));
  if (after === undefined)
    throw new Refusal(
      `${change.name} cannot be edited in place; replace its entry of replicas by this:`,
      patchLines(rollout, pods),
    );
  return { ...change, after };
}

/** Whether any kustomization gives a Deployment pods. */
export function hasOverlayPods(graph: Graph, deployment: Resource): boolean {
  return overlayCountsOf(graph, deployment).some(({ pods }) => pods !== undefined && pods > 0);
}

/** An Application may have the same settings, in a form of its own. */
function isWritable({ kustomization }: CountSetter): boolean {
  return isKustomization(kustomization.resource);
}

function withoutEntry({ resource }: Kustomization, index: number): Write {
  const { items } = resource.at('replicas');
  const isOnly = items.length === 1;
  return { resource, path: isOnly ? ['replicas'] : ['replicas', index], value: undefined };
}

/** One patch for each kustomization: several placements share it. */
function patchesFor(counts: readonly OverlayCount[], rollout: Resource): readonly Write[] {
  const byKustomization = new Map(counts.map((one) => [one.setter.kustomization.resource, one.pods]));
  return [...byKustomization].map(([resource, pods]) => ({
    resource,
    path: ['patches', resource.at('patches').items.length],
    value: patchFor(rollout, pods),
  }));
}

/** A patch with a target: kustomize also accepts it where the target is not found. */
function patchFor({ group, kind, name }: Resource, pods: number | undefined): object {
  return {
    target: { group, kind, name },
    patch: JSON.stringify([{ op: 'add', path: '/spec/replicas', value: pods }]),
  };
}

function patchLines({ group, kind, name }: Resource, pods: number | undefined): readonly string[] {
  return [
    'patches:',
    `  - target: { group: ${group}, kind: ${kind}, name: ${name} }`,
    '    patch: |',
    '      - op: add',
    '        path: /spec/replicas',
    `        value: ${pods ?? 'NUMBER'}`,
  ];
}
