import { imageUpdaterPrefix, writeBackTargetKey } from '../../argocd/image-updater-annotations.js';
import { nameOfImage } from '../../argocd/image-updater.js';
import { memoize } from '../../model/memo.js';
import type { Resource } from '../../model/resource.js';
import type { Source } from '../../model/source.js';
import { isRendered } from '../../repository/graph/deployment.js';
import type { Graph } from '../../repository/graph/graph.js';

/** Scripts and pipelines longer than a person would write are not searched. */
const longest = 1_000_000;

/** The texts of scripts and pipelines, with a command in one line. */
const commands = memoize((graph: Graph): readonly string[] =>
  graph.commandFiles
    .map((source) => source.read())
    .filter((text) => text.length <= longest)
    .map((text) => withVariables(text.replaceAll(/\\\r?\n/g, ' '))),
);

/**
 * What sets images of an object after or beside its manifest: something that may edit files, a pipeline that edits them and
 * commits nothing, or a command in the cluster.
 */
export type ImageWriter = 'checkout' | 'cluster' | 'files';

interface ImageOf {
  readonly rollout: Resource;
  /** What has the pod template with the image. */
  readonly owner: Resource;
  readonly image: string | undefined;
  /** Whether a kustomization gives it a tag, which a command may replace there. */
  readonly isTagGiven: boolean;
}

/**
 * What in the repository sets images of a Rollout after or beside its manifest: a script, a pipeline, argocd-image-updater or
 * Kargo. Which images those are often depends on variables.
 */
export function imageWriterOf(graph: Graph, of: ImageOf): ImageWriter | undefined {
  const { rollout, owner, image } = of;
  const commands = imageCommands(graph);
  const edits = commands.filter((line) => !partsInCluster(line) && mayEdit(graph, line, of));
  const isUpdatedBeside =
    promoters.some((kind) => graph.ofKind(kind).length > 0) ||
    updatersOf(graph, rollout).some((one) => isUpdated(one) && !isSkippedByUpdater(graph, one));
  const isOfCheckout = edits.every((line) => replacesIn(line, owner)) && !graph.commandFiles.some(commits);
  if (isUpdatedBeside || (edits.length > 0 && !isOfCheckout)) return 'files';
  const sets = commands.map((line) => setInCluster(line, [rollout, owner], image));
  // What a variable names may be anything.
  if (sets.includes('unknown')) return 'files';
  if (sets.includes('own')) return 'cluster';
  return edits.length > 0 ? 'checkout' : undefined;
}

/** Kinds of objects by which argocd-image-updater and Kargo write images into Git. */
const promoters = ['ImageUpdater', 'Stage', 'PromotionTask', 'ClusterPromotionTask'];

/** Whether a command replaces an image in the file of an object, which it names by its path or the end of it. */
function replacesIn(line: string, { source }: Resource): boolean {
  if (!/\b(?:sed|yq|perl)\b/.test(line) || !/image/i.test(line)) return false;
  const files = filesIn(line);
  const path = `/${source.path.replaceAll('\\', '/')}`;
  return files.length > 0 && files.every((file) => path.endsWith(`/${file.replace(/^(?:\.\/)+/, '')}`));
}

/**
 * Whether something in the repository may set an image that pipelines rarely do, such as one of a Job: Kargo, the image updater, or a
 * command that has the name of the image or of its file in it.
 */
export function isImageSetByName(graph: Graph, owner: Resource, image: string): boolean {
  const names = [baseOf(nameOfImage(image)), baseOf(owner.source.path)].filter((name) => name !== '');
  return (
    promoters.some((kind) => graph.ofKind(kind).length > 0) ||
    imageCommands(graph).some(
      (line) => !replacesOtherWords(line, image) && names.some((name) => line.includes(name)),
    )
  );
}

/** Whether a script or a pipeline sets an image of a workload in the cluster. What a variable names may be any. */
export function isImageSetInCluster(graph: Graph, workload: Resource): boolean {
  return imageCommands(graph).some((line) => setInCluster(line, [workload], undefined) !== undefined);
}

/** What brings files into Git, or may do so in a file that is not read. */
const committing: readonly RegExp[] = [
  /\bgit\b[^\n]{0,80}\b(?:commit|push|add)\b/i,
  /\b(?:auto-commit|and-commit|push-action|pull-request|glab|sshagent)\b/i,
  /\bgh (?:pr|api)\b/,
  /(?:commit|push)(?:changes|git|manifest)|git(?:commit|push)/i,
  /\buses:[^\n]{0,200}\/\.github\/workflows\//,
  /@Library\b|\blibrary ?[('"]/,
];

/** Whether a script or a pipeline may bring files into Git. */
const commits = memoize((source: Source): boolean => {
  const text = source.read();
  return committing.some((pattern) => pattern.test(text));
});

/** The words before and after a `set image` of kubectl, which changes no file. */
function partsInCluster(line: string): readonly [string, string] | undefined {
  const found = /\bset\s+image\s/.exec(line);
  if (!found) return undefined;
  const before = line.slice(0, found.index);
  return /\bkubectl\b/.test(before) ? [before, line.slice(found.index + found[0].length)] : undefined;
}

/** Options of `set image` that select objects, and words of which a shell or a pipeline makes others. */
const selectingWord = /[$*%{<]|^-(?:f|l|k|-all|-selector|-filename|-kustomize)\b/;

/**
 * Whether a `set image` in the cluster is about one of some objects. kubectl's own is not about a Rollout, whose pod template
 * it cannot find; the one of the plugin is.
 */
function setInCluster(
  line: string,
  objects: readonly Resource[],
  image: string | undefined,
): 'own' | 'unknown' | undefined {
  const parts = partsInCluster(line);
  if (!parts) return undefined;
  const [before, after] = parts;
  const words = after.split(/[\s"'`]+/).filter((word) => word !== '');
  const firstImage = words.findIndex((word) => /^[^-=][^=]*=/.test(word));
  const targets = firstImage === -1 ? words : words.slice(0, firstImage);
  if (targets.length === 0 || targets.some((word) => selectingWord.test(word))) return 'unknown';
  const names = new Set(targets.map((word) => word.slice(word.indexOf('/') + 1)));
  const isPlugin = /\bargo[ -]rollouts\b/.test(before);
  // The tag that the manifest has is not another version.
  if (firstImage !== -1 && words[firstImage]!.endsWith(`=${image}`)) return undefined;
  return objects.some(({ kind, name }) => names.has(name) && isPlugin === (kind === 'Rollout'))
    ? 'own'
    : undefined;
}

const imageCommands = memoize((graph: Graph): readonly string[] =>
  commands(graph).flatMap((text) => text.split('\n').filter(isImageSet)),
);

/**
 * Whether a command may change the image of an object in its file. One that names other manifests does not; a name with a
 * variable or a wildcard can be any, and the files of kustomize and Helm give images to several objects. `sed` replaces only a
 * newTag that is written.
 */
function mayEdit(graph: Graph, line: string, { rollout, owner, image, isTagGiven }: ImageOf): boolean {
  if (!isTagGiven && /\bsed\b/.test(line) && /newTag/.test(line) && !/image|kustomize edit/i.test(line))
    return false;
  // Values of a chart change nothing in a plain manifest.
  const isHelm =
    /\bhelm\b|--set(?:-string)?[ =]/.test(line) &&
    !/\b(?:sed|yq|perl)\b|\bset[ -]image\b(?!\.)|newTag/.test(line);
  if (isHelm && owner.source.assumedRelease === undefined && !isRendered(owner.source)) return false;
  // A release of its own changes nothing in what Argo CD deploys.
  if (isHelm && !/\bargocd\b/.test(line) && graph.applications(rollout).length > 0) return false;
  if (replacesOtherWords(line, image)) return false;
  const files = filesIn(line);
  if (files.length > 0 && files.every((file) => isOfOtherChart(graph, file, line, owner))) return false;
  const own = baseOf(owner.source.path);
  return (
    files.length === 0 ||
    files.map(baseOf).some((name) => mayBeNamed(own, name) || /^kustomization|values|^chart/i.test(name))
  );
}

/** Whether a file may be meant by a name with variables and wildcards in it: it ends in what follows the last of them. */
function mayBeNamed(own: string, name: string): boolean {
  const end = name.replace(/^.*(?:\$\w+|[$*?{}])/, '');
  return end === name ? own === name : own.endsWith(end);
}

/** Whether `sed` replaces plain words alone, and none of them in the tag of an image. */
function replacesOtherWords(line: string, image: string | undefined): boolean {
  if (image === undefined || !/\bsed\b/.test(line) || /\b(?:yq|perl)\b/.test(line)) return false;
  const replaced = [...line.matchAll(/\bs([/|#@,])([^/|#@,]{0,200})\1/g)].map(([, , word = '']) => word);
  const tag = image.slice(image.lastIndexOf(':') + 1);
  return (
    replaced.length > 0 &&
    replaced.every((word) => /^[\w-]+$/.test(word) && !tag.includes(word) && !/^(?:image|tag)$/i.test(word))
  );
}

/** Whether a file is the values of another chart, or a `Chart.yaml` in which no version of an application is set. */
function isOfOtherChart(graph: Graph, file: string, line: string, { source }: Resource): boolean {
  const plain = file.replace(/^(?:\.\/)+/, '');
  if (/^(?:.*\/)?Chart\.ya?ml$/.test(plain)) return /\byq\b/.test(line) && !/appVersion/i.test(line);
  if (!/^[\w./-]+\/values\.ya?ml$/.test(plain)) return false;
  const chart = plain.slice(0, plain.lastIndexOf('/'));
  return (
    graph.hasFile(`${chart}/Chart.yaml`) && !`/${source.path.replaceAll('\\', '/')}`.includes(`/${chart}/`)
  );
}

function filesIn(line: string): readonly string[] {
  return line.split(/[\s"'|;:&()<>=,]+/).filter((word) => /\.ya?ml$/.test(word));
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
  if (/\bset[ -]image\b(?!\.)/.test(line)) return true;
  const isByEditor = /\b(?:sed|yq|perl)\b/.test(line);
  if (!isByEditor) return /newTag|\bimage\.tag\b/.test(line);
  return /image|tag|\.ya?ml/i.test(line) && !isReading(line);
}

/** What writes a file, or gives what was written to another command. */
const writing =
  /\s-[A-Za-z]*i\b|\s-i\S|--in-?place|[^2&=-]>(?!&)|\|\s*$|\b(?:tee|sponge|kubectl|helm|kustomize)\b/;

/** Whether a command of `sed` or `yq` only prints what it reads. */
function isReading(line: string): boolean {
  if (writing.test(line) || /\bperl\b|\byq\s+w/.test(line)) return false;
  // Not by one pattern, which would look through the rest of a long line from each `sed`.
  return !line.split('|').some((command) => {
    const at = command.search(/\bsed\b/);
    return at >= 0 && /\.ya?ml/.test(command.slice(at));
  });
}

/** Whether a script or pipeline of the repository names a word of a manifest, so that it may replace it. */
export function isNamedInCommands(graph: Graph, word: string): boolean {
  return commands(graph).some((text) => text.includes(word));
}

/**
 * Variables with capital letters that a script or pipeline gives one plain value, filled in where they are used: `$NAME`, `${NAME}` and
 * `${{ env.NAME }}`.
 */
function withVariables(text: string): string {
  const values = new Map<string, string | undefined>();
  for (const [, name = '', value = ''] of text.matchAll(assignment)) {
    const plain = value.replaceAll(/^["']|["']$/g, '');
    values.set(name, values.has(name) && values.get(name) !== plain ? undefined : plain);
  }
  for (const [, name = ''] of text.matchAll(/\b(?:for|read(?: -\w+)?)[ \t]+([A-Z][A-Z0-9_]+)/g))
    values.set(name, undefined);
  const fill = (within: string, most: number): string => {
    let room = most - within.length;
    return within.replaceAll(variableUse, (whole, ...names: (string | undefined)[]) => {
      const [inEnv, inBraces, bare] = names;
      const value = values.get(inEnv ?? inBraces ?? bare ?? '');
      if (value === undefined || value.length - whole.length > room) return whole;
      room -= value.length - whole.length;
      return value;
    });
  };
  // A value may be made of others. Without a limit, each may be many times as long as those that it is made of.
  for (const [name, value] of values) {
    const filled = value === undefined ? '' : fill(value, longestValue);
    values.set(name, filled.length <= longestValue && /^[\w./:@-]+$/.test(filled) ? filled : undefined);
  }
  return fill(text, 2 * longest);
}

/** Names of files and images are shorter. */
const longestValue = 300;

const assignment = /\b([A-Z][A-Z0-9_]+)(?:=|:[ \t]{1,9})((?:\$\{\{ ?[\w.]+ ?\}\}|[^\s;]){0,200})/g;
const variableUse = /\$(?:\{\{ ?env\.([A-Z][A-Z0-9_]+) ?\}\}|\{([A-Z][A-Z0-9_]+)\}|([A-Z][A-Z0-9_]+))/g;
