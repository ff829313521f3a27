import { imageUpdaterPrefix, writeBackTargetKey } from '../../argocd/image-updater-annotations.js';
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
  return (
    graph.ofKind('ImageUpdater').length > 0 ||
    imageCommands(graph).some((line) => mayEdit(line, resource)) ||
    updatersOf(graph, resource).some((one) => isUpdated(one) && !isSkippedByUpdater(graph, one))
  );
}

const imageCommands = memoize((graph: Graph): readonly string[] =>
  commands(graph).flatMap((text) => text.split('\n').filter(isImageSet)),
);

/**
 * Whether a command may change the image of an object in its file. One that names other manifests does not; a name with a
 * variable or a wildcard can be any, and the files of kustomize and Helm give images to several objects.
 */
function mayEdit(line: string, { source }: Resource): boolean {
  const files = line.split(/[\s"'|;:&()<>=,]+/).filter((word) => /\.ya?ml$/.test(word));
  const own = baseOf(source.path);
  return (
    files.length === 0 ||
    files.map(baseOf).some((name) => name === own || /[$*?{}]|^kustomization|values|^chart/i.test(name))
  );
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

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

/**
 * Whether argocd-image-updater skips an Application, because it deploys plain manifests alone. Otherwise it sets images in
 * kustomizations and values of charts; what it writes back to a kustomization makes the Application one of kustomize.
 * https://github.com/argoproj-labs/argocd-image-updater/blob/v0.16.0/pkg/argocd/argocd.go (getApplicationSourceType)
 */
export function isSkippedByUpdater(graph: Graph, application: Resource): boolean {
  const target = application.at('metadata', 'annotations', writeBackTargetKey).text ?? '';
  if (target.startsWith('kustomization') || !graph.isWhollyGiven(application)) return false;
  const places = graph.sourceFolders(application);
  return (
    places.length > 0 && !graph.isAssumed(application) && places.every(({ type }) => type === 'directory')
  );
}

function isImageSet(line: string): boolean {
  return (
    /\bset[ -]image\b|newTag|\bimage\.tag\b/.test(line) ||
    (/\b(?:sed|yq|perl)\b/.test(line) && /image|tag|\.ya?ml/i.test(line))
  );
}

/** Whether a script or pipeline of the repository names a word of a manifest, so that it may replace it. */
export function isNamedInCommands(graph: Graph, word: string): boolean {
  return commands(graph).some((text) => text.includes(word));
}
