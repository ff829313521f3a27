import { imageUpdaterPrefix } from '../../argocd/image-updater-annotations.js';
import { memoize } from '../../model/memo.js';
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
 * Whether something in the repository sets images after or beside the manifests: a script, a pipeline, or argocd-image-updater.
 * Which images those are often depends on variables.
 */
export const setsImages = memoize(
  (graph: Graph): boolean =>
    graph.ofKind('ImageUpdater').length > 0 ||
    graph.allApplications.some((application) =>
      application
        .at('metadata', 'annotations')
        .entries.some(({ key }) => String(key).startsWith(imageUpdaterPrefix)),
    ) ||
    commands(graph).some((text) => text.split('\n').some(isImageSet)),
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
