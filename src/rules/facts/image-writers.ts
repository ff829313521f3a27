import { imageUpdaterPrefix } from '../../argocd/image-updater-annotations.js';
import { memoize } from '../../model/memo.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';

/** Scripts and pipelines longer than a person would write are not searched. */
const longest = 1_000_000;

/** The texts of scripts and pipelines, with a command in one line. */
const commands = memoize((graph: Graph): readonly string[] =>
  graph.commandFiles
    .map((source) => source.read())
    .filter((text) => text.length <= longest)
    .map((text) => text.replaceAll(/\\\r?\n/g, ' ')),
);

/**
 * Whether something in the repository sets images of an object after or beside its manifest: a script, a pipeline, or
 * argocd-image-updater. Which images those are often depends on variables.
 */
export function setsImagesOf(graph: Graph, resource: Resource): boolean {
  return setsImages(graph) || updatersOf(graph, resource).some(isUpdated);
}

const setsImages = memoize(
  (graph: Graph): boolean =>
    graph.ofKind('ImageUpdater').length > 0 ||
    commands(graph).some((text) => text.split('\n').some(isImageSet)),
);

/** The Applications whose annotations may be about an object: those that deploy it, or all if none of them is known to. */
function updatersOf(graph: Graph, resource: Resource): readonly Resource[] {
  const own = graph.applications(resource);
  return own.length > 0 ? own : graph.allApplications;
}

const isUpdated = memoize((application: Resource): boolean =>
  application
    .at('metadata', 'annotations')
    .entries.some(({ key }) => String(key).startsWith(imageUpdaterPrefix)),
);

function isImageSet(line: string): boolean {
  return (
    /\bset[ -]image\b|newTag|\bimage\.tag\b/.test(line) ||
    (/\b(?:sed|yq|envsubst|perl)\b/.test(line) && /image|tag|\.ya?ml/i.test(line))
  );
}

/** Whether a script or pipeline of the repository names a word of a manifest, so that it may replace it. */
export function isNamedInCommands(graph: Graph, word: string): boolean {
  return commands(graph).some((text) => text.includes(word));
}
