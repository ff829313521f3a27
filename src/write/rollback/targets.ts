import { type Placement, stageNames } from '../../repository/graph/deployment.js';
import type { Graph } from '../../repository/graph/graph.js';
import { containers } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { applicationDifferences } from './application-differences.js';
import { influencesThatDiffer, type OtherDifference, type TwoStates } from './differences.js';
import { imageHolder } from './kustomize.js';
import { kustomizeInfluences } from './kustomize-influences.js';
import { manifest, templateDifferences } from './manifest.js';
import type { SettingsFile } from './settings.js';

/** One deployment of a Rollout: the files that set what it runs there. */
export interface Target {
  /** Its title: the file that distinguishes it from others with the same name. */
  readonly title: string;
  readonly files: readonly SettingsFile[];
  readonly rollout: Resource | undefined;
  /** What sets an image in a form that cannot be edited. */
  readonly blockedBy: readonly string[];
  /** Files that may set its image, too, and are not found, so that their history is not searched. */
  readonly notSearched?: readonly string[];
  /** What else decides about its pods and differs between two states, in these files and all others. */
  differences(states: TwoStates): readonly OtherDifference[];
}

/** The deployments of the Rollouts with a name: `checkout`, or `shop/checkout` with the namespace. */
export function targetsOf(
  graph: Graph,
  called: string,
  readFile: (path: string) => string | undefined,
): readonly Target[] {
  const targets = graph.rollouts.flatMap((rollout) =>
    graph
      .placements(rollout)
      .filter((placement) => isCalled(graph, rollout, placement, called))
      .flatMap((placement) => targetOf(graph, rollout, placement, readFile) ?? []),
  );
  const distinct = new Map(targets.map((target) => [targetKey(target), target]));
  return withoutShared([...distinct.values()]);
}

function targetKey({ files, blockedBy }: Target): string {
  return JSON.stringify([files.map(({ path, what }) => [path, what]), blockedBy]);
}

function isCalled(graph: Graph, rollout: Resource, placement: Placement, called: string): boolean {
  const names = stageNames(rollout, placement);
  // Of a base, each overlay may have another one.
  const namespace = graph.namespaceAt(rollout, placement);
  return names.some(
    (name) => called === name || (namespace !== undefined && called === `${namespace}/${name}`),
  );
}

function targetOf(
  graph: Graph,
  rollout: Resource,
  placement: Placement,
  readFile: (path: string) => string | undefined,
): Target | undefined {
  const template = graph.podTemplate(rollout);
  if (!template) return undefined;
  const elsewhere = new Map<string, SettingsFile>();
  const overridden = new Set<string>();
  const blockedBy: string[] = [];
  for (const container of containers(template)) {
    const holder = imageHolder(template, container, placement, readFile);
    if (!holder) continue;
    overridden.add(container.at('name').text ?? '');
    if ('blockedBy' in holder) blockedBy.push(holder.blockedBy);
    else elsewhere.set(`${holder.file.path}\n${holder.file.what}`, holder.file);
  }
  const isOwn = (name: string): boolean => !overridden.has(name);
  const own = manifest(template.resource, isOwn);
  const files = [...elsewhere.values(), own];
  const leaf = placement.leaf?.resource.source.path;
  return {
    title: leaf ?? own.path,
    files,
    rollout,
    blockedBy,
    differences: (states) => [
      ...templateDifferences(template.resource, isOwn, states),
      ...(leaf === undefined ? [] : kustomizationDifferences(template, leaf, states)),
      ...(placement.application ? applicationDifferences(placement.application, states) : []),
    ],
  };
}

function kustomizationDifferences(
  template: Field,
  leaf: string,
  { before, now }: TwoStates,
): readonly OtherDifference[] {
  const [old, current] = [before, now].map((state) => kustomizeInfluences(template, leaf, state));
  return influencesThatDiffer(old ?? [], current ?? []);
}

/** Leaves out files that several deployments share, if each also has a separate one. */
function withoutShared(targets: readonly Target[]): readonly Target[] {
  const uses = new Map<string, number>();
  for (const { files } of targets) for (const { path } of files) uses.set(path, (uses.get(path) ?? 0) + 1);
  return targets.map((target) => {
    const own = target.files.filter(({ path }) => uses.get(path) === 1);
    return own.length > 0 ? { ...target, files: own } : target;
  });
}
