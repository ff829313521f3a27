import type { Graph } from '../repository/graph/graph.js';
import type { Opaque } from '../repository/graph/opaque.js';
import { isBelow } from '../model/paths.js';
import type { Resource } from '../model/resource.js';
import { isKustomizationFile } from '../model/source.js';
import { counted } from '../model/wording.js';
import type { RolloutPair } from '../play/impact/pairs.js';
import type { RepositoryChange } from './found-change.js';

/**
 * The builds that a change may give other results than its manifests show, for each Rollout that they build, as users name them.
 * Manifests are compared as they are: only what is done to them while they are built is unknown.
 */
export function unknownBuilds(
  { files }: Pick<RepositoryChange, 'files'>,
  graphs: readonly Graph[],
  opaque: readonly Opaque[],
): (graph: Graph, rollout: Resource) => readonly string[] {
  if (opaque.length === 0 || files.length === 0) return () => [];
  const manifests = new Set(graphs.flatMap(({ resources }) => resources.map(({ source }) => source.path)));
  const settings = files.filter(({ path }) => isKustomizationFile(path) || !manifests.has(path));
  const changed = opaque.filter(({ isMadeOf }) => settings.some(({ path }) => isMadeOf(path)));
  return (graph, rollout) => {
    const template = graph.podTemplate(rollout)?.resource ?? rollout;
    const builds = new Set([rollout, template]);
    const found = changed.filter((one) => [...builds].some((resource) => isBuiltBy(graph, resource, one)));
    return [...new Set(found.map(({ resource, folder }) => resource?.source.name ?? folder))];
  };
}

function isBuiltBy(graph: Graph, resource: Resource, { kind, folder, resource: by }: Opaque): boolean {
  if (kind === 'chart') return isBelow(resource.source.path, folder);
  return graph
    .placements(resource)
    .some(({ leaf, application }) => (kind === 'plugin' ? application === by : leaf?.folder === folder));
}

/** What is said of Rollouts that are not compared, and how many of those there are after the change. */
export function uncomparedOf({
  half,
  unbuilt,
}: {
  readonly half: readonly RolloutPair[];
  readonly unbuilt: readonly Resource[];
}): { readonly notes: readonly string[]; readonly uncompared: number } {
  const still = new Set([...half.flatMap((pair) => pair.after ?? []), ...unbuilt]);
  const notes = [
    ...(half.length === 0 ? [] : [`${counted(half.length, 'Rollout')} rendered in one of both states only`]),
    ...(unbuilt.length === 0 ? [] : [`${counted(unbuilt.length, 'Rollout')} whose build is not rendered`]),
  ];
  return { notes, uncompared: still.size };
}
