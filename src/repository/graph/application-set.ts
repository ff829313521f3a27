import { memoize } from '../../model/memo.js';
import { isMap, own } from '../../kubernetes/objects/json.js';
import { fitsWhole } from '../../kubernetes/kinds/go-pattern.js';
import { isApplicationSet } from '../../kubernetes/kinds/application.js';
import type { Field, Path } from '../../model/field.js';
import type { MapEntry, Node } from '../../model/node.js';
import { isBelow } from '../../model/paths.js';
import { Resource } from '../../model/resource.js';
import { folderOf, type Source } from '../../model/source.js';
import { loadYaml } from '../../argocd/load-yaml.js';
import { fromBase64 } from '../../yaml/parse/scalars.js';
import { mergedTemplate, touchedByTemplatePatch } from './set-template.js';

/** The Applications that an ApplicationSet generates from the input. */
export interface Expansion {
  readonly applications: readonly Resource[];
  /** Why the Applications may be incomplete or different, in a sentence each. */
  readonly notes: readonly string[];
  /** Whether it generates too many Applications; none is returned then. */
  readonly isTooLarge: boolean;
}

/** What all ApplicationSets generate from the input. */
export interface ExpandedSets extends Omit<Expansion, 'isTooLarge'> {
  readonly tooLarge: readonly Resource[];
  readonly setOf: ReadonlyMap<Resource, Resource>;
}

/** The Applications that the ApplicationSets among some resources generate. */
export function expandAll(resources: readonly Resource[], files: readonly Source[]): ExpandedSets {
  const setOf = new Map<Resource, Resource>();
  const notes: string[] = [];
  const tooLarge: Resource[] = [];
  const sets = resources.filter(isApplicationSet);
  if (sets.length === 0) return { applications: [], notes, setOf, tooLarge };
  const clusters = resources.filter(isCluster);
  const work = { left: mostText };
  for (const set of sets) {
    const expanded = expand(set, files, clusters, work);
    if (expanded.isTooLarge) tooLarge.push(set);
    for (const application of expanded.applications) setOf.set(application, set);
    notes.push(...expanded.notes);
  }
  return { applications: [...setOf.keys()], notes, setOf, tooLarge };
}

/** Whether a Secret registers a cluster with Argo CD. */
function isCluster(resource: Resource): boolean {
  if (resource.kind !== 'Secret' || resource.group !== '' || !resource.mentions('secret-type')) return false;
  return resource.at('metadata', 'labels', 'argocd.argoproj.io/secret-type').text === 'cluster';
}

/** The limit of elements of combined generators. */
const mostElements = 20_000;
/** The limit of characters of all rendered templates. */
const mostText = 50_000_000;

/** The values of a generator for the template, by name. */
type Parameters = Readonly<Record<string, string>>;

/**
 * The Applications of an ApplicationSet, as far as they depend only on the input: those of list and Git generators. Their fields
 * have the places of the template.
 * https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/Generators/
 */
export function expand(
  set: Resource,
  files: readonly Source[],
  clusters: readonly Resource[] = [],
  work = { left: mostText },
): Expansion {
  const notes: string[] = [];
  const name = `ApplicationSet "${set.name}"`;
  const isGo = set.at('spec', 'goTemplate').boolean === true;
  const general = fieldIn(fieldIn(set.root, 'spec'), 'template');
  const generatorsNode = fieldIn(fieldIn(set.root, 'spec'), 'generators');
  const given: GeneratorInput = { set, files, clusters, isGo, elements: { left: mostElements } };
  const all = set.at('spec', 'generators').items.flatMap((generator, index) => {
    const parameters = parametersOf(generator, given);
    if (given.elements.left < 0) return [];
    const kinds = generator.entries.map(({ key }) => String(key)).filter((key) => key !== 'selector');
    if (!parameters)
      notes.push(
        `${name} has a generator (${kinds.join(', ')}) whose Applications cannot be determined from the files.`,
      );
    // The template of a generator in a matrix or merge is ignored.
    const node = generatorsNode?.kind === 'list' ? generatorsNode.items[index] : undefined;
    const own = fieldIn(fieldIn(node, kinds[0] ?? ''), 'template');
    const template = mergedTemplate(own, general);
    return (parameters ?? []).map((one) => ({ parameters: one, template }));
  });
  const patch = set.at('spec', 'templatePatch');
  if (patch.exists) notes.push(`${name} has a templatePatch, which rolloutkit does not apply.`);
  // An Application that may be deployed from elsewhere is unknown.
  if (templatePatchPaths(set).some((path) => decisive.some((other) => areAlong(path, other))))
    return { applications: [], notes, isTooLarge: false };
  work.left -= given.elements.left < 0 ? 0 : lengthOfAll(all);
  if (given.elements.left < 0 || work.left < 0) return { applications: [], notes, isTooLarge: true };

  const applications = new Map<string, Resource>();
  for (const { parameters, template } of all) {
    const application = applicationOf(set, parameters, template, isGo);
    if (/\{\{/.test(JSON.stringify(application.at().value)))
      notes.push(`The template of ${name} uses expressions that rolloutkit does not evaluate.`);
    else applications.set(application.name, application);
  }
  return { applications: [...applications.values()], notes: [...new Set(notes)], isTooLarge: false };
}

/** An upper bound of the length of all templates once rendered, computed without rendering them. */
function lengthOfAll(
  all: readonly { readonly parameters: Parameters; readonly template: Node | undefined }[],
): number {
  const known = new Map<Node | undefined, { readonly length: number; readonly places: number }>();
  let sum = 0;
  for (const { parameters, template } of all) {
    let measured = known.get(template);
    if (!measured) known.set(template, (measured = measure(template)));
    const longest = Object.values(parameters).reduce((most, { length }) => Math.max(most, length), 0);
    sum += measured.length + measured.places * longest;
  }
  return sum;
}

/** The length of the strings of a template, and the number of placeholders. */
function measure(node: Node | undefined): { readonly length: number; readonly places: number } {
  if (!node) return { length: 0, places: 0 };
  if (node.kind === 'scalar') return measureText(typeof node.value === 'string' ? node.value : '');
  const parts =
    node.kind === 'list'
      ? node.items.map(measure)
      : node.entries.flatMap(({ key, value }) => [measureText(key), measure(value)]);
  return {
    length: parts.reduce((sum, { length }) => sum + length, 1),
    places: parts.reduce((sum, { places }) => sum + places, 0),
  };
}

function measureText(text: string): { readonly length: number; readonly places: number } {
  return { length: text.length + 1, places: text.split('{{').length - 1 };
}

/** The fields of its Applications that the `templatePatch` of an ApplicationSet may change. */
export const templatePatchPaths = memoize((set: Resource): readonly Path[] => {
  const patch = set.at('spec', 'templatePatch');
  return patch.exists ? touchedByTemplatePatch(patch.text ?? '{}') : [];
});

/** The fields that determine where an Application deploys from, and its name. */
const decisive: readonly Path[] = [
  ['metadata', 'name'],
  ['spec', 'source', 'repoURL'],
  ['spec', 'source', 'path'],
  ['spec', 'source', 'chart'],
  ['spec', 'sources'],
  ['spec', 'destination', 'namespace'],
];

/** Whether one of two paths is a prefix of the other. */
export function areAlong(left: Path, right: Path): boolean {
  return left.every((step, index) => index >= right.length || step === right[index]);
}

/** What generators read. */
interface GeneratorInput {
  readonly set: Resource;
  readonly files: readonly Source[];
  /** The Secrets that register clusters with Argo CD. */
  readonly clusters: readonly Resource[];
  readonly isGo: boolean;
  /** How many combined elements may still be generated. */
  readonly elements: { left: number };
}

function parametersOf(generator: Field, given: GeneratorInput): readonly Parameters[] | undefined {
  const { set, files } = given;
  if (generator.at('selector').exists) return undefined;
  const list = generator.at('list');
  if (list.exists)
    return list.at('elementsYaml').exists
      ? undefined
      : list.at('elements').items.map(({ value }) => flat(value));
  const git = generator.at('git');
  if (git.at('directories').items.length > 0) return directories(git, set, files);
  if (git.at('files').items.length > 0) return configurations(git, set, files);
  if (generator.entries.some(({ key }) => key === 'clusters'))
    return clusterParameters(generator.at('clusters'), given);
  const matrix = generator.at('matrix', 'generators').items;
  if (matrix.length === 2) {
    // The second generator may use values of the first.
    if (/\{\{/.test(JSON.stringify(matrix[1]?.value))) return undefined;
    const [left, right] = matrix.map((inner) => parametersOf(inner, given));
    if (!left || !right) return undefined;
    given.elements.left -= left.length * right.length;
    if (given.elements.left < 0) return undefined;
    return right.flatMap((second) => left.map((first) => ({ ...second, ...first })));
  }
  const merge = generator.at('merge');
  return merge.exists ? mergedParameters(merge, given) : undefined;
}

/**
 * The elements of the first generator, extended by those of the others with equal values of some keys; undefined if that is an
 * error. https://github.com/argoproj/argo-cd/blob/v3.5.1/applicationset/generators/merge.go
 */
function mergedParameters(merge: Field, given: GeneratorInput): readonly Parameters[] | undefined {
  const keys = [...new Set(merge.at('mergeKeys').items.flatMap(({ text }) => text ?? []))];
  const [base, ...others] = merge.at('generators').items.map((inner) => {
    const all = parametersOf(inner, given);
    // An absent key may be a map, or missing from all elements.
    if (!all?.every((one) => keys.every((key) => Object.hasOwn(one, key)))) return undefined;
    const byKeys = new Map(all.map((one) => [JSON.stringify(keys.map((key) => one[key])), one]));
    return byKeys.size === all.length ? byKeys : undefined;
  });
  if (keys.length === 0 || !base || others.length === 0) return undefined;
  for (const other of others) {
    if (!other) return undefined;
    for (const [at, one] of base) {
      const over = Object.entries(other.get(at) ?? {});
      // Go templates do not override a value with an empty one.
      base.set(at, {
        ...one,
        ...(Object.fromEntries(given.isGo ? over.filter(([, value]) => value !== '') : over) as Parameters),
      });
    }
  }
  return [...base.values()];
}

function directories(git: Field, set: Resource, files: readonly Source[]): readonly Parameters[] {
  const folders = new Set<string>();
  for (const file of files)
    for (let folder = folderOf(file); folder !== ''; folder = folder.slice(0, folder.lastIndexOf('/')))
      folders.add(folder);
  const globs = git.at('directories').items.map((item) => ({
    matches: matcher(item.at('path').text ?? ''),
    isExcluded: item.at('exclude').boolean === true,
  }));
  return withinRepository([...folders], set, (path) => {
    const isHidden = path.split('/').some((segment) => segment.startsWith('.'));
    const fits = (isExcluded: boolean): boolean =>
      globs.some((glob) => glob.isExcluded === isExcluded && glob.matches(path));
    return !isHidden && fits(false) && !fits(true);
  }).map((path) => ({ ...pathParameters(path), ...valuesOf(git) }));
}

/**
 * Clusters whose Secrets are in the input; without any, the clusters are unknown.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/applicationset/generators/cluster.go
 */
function clusterParameters(
  generator: Field,
  { clusters }: GeneratorInput,
): readonly Parameters[] | undefined {
  if (clusters.length === 0) return undefined;
  const selector = generator.at('selector');
  if (selector.at('matchExpressions').exists) return undefined;
  const wanted = Object.entries(selector.at('matchLabels').strings);
  return clusters.flatMap((secret): Parameters[] => {
    const { labels, annotations } = {
      labels: secret.at('metadata', 'labels').strings,
      annotations: secret.at('metadata', 'annotations').strings,
    };
    if (!wanted.every(([key, value]) => labels[key] === value)) return [];
    const text = (key: string): string =>
      secret.at('stringData', key).text ?? fromBase64(secret.at('data', key).text ?? '') ?? '';
    const name = text('name') || secret.name;
    return [
      {
        name,
        nameNormalized: normalized(name),
        server: text('server'),
        ...flat(labels, 'metadata.labels'),
        ...flat(annotations, 'metadata.annotations'),
        ...valuesOf(generator),
      },
    ];
  });
}

/** A string as a part of a DNS name. */
function normalized(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9-.]/g, '-');
}

function configurations(git: Field, set: Resource, files: readonly Source[]): readonly Parameters[] {
  const globs = git.at('files').items.map((item) => matcher(item.at('path').text ?? ''));
  const byPath = new Map(files.map((file) => [file.path, file]));
  const found = withinRepository([...byPath.keys()], set, (path) => globs.some((matches) => matches(path)));
  return found.flatMap((path) => {
    const file = [...byPath].find(([full]) => full.endsWith(`/${path}`))?.[1];
    const content = file && valueOfYaml(file.read());
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
    return (Array.isArray(content) ? content : [content]).map((item) => ({
      ...flat(item),
      ...pathParameters(folder),
      ...valuesOf(git),
    }));
  });
}

function valueOfYaml(text: string): unknown {
  try {
    return loadYaml(text);
  } catch {
    return undefined;
  }
}

/** Paths relative to the repository of an ApplicationSet, whose root is the folder above its file in which most of them exist. */
function withinRepository(
  paths: readonly string[],
  set: Resource,
  fits: (path: string) => boolean,
): readonly string[] {
  const roots = [''];
  for (let root = folderOf(set.source); root !== ''; root = root.slice(0, root.lastIndexOf('/')))
    roots.push(root);
  const found = roots.map((root) =>
    paths.flatMap((path) => (isBelow(path, root) ? [path.slice(root.length + 1)] : [])).filter(fits),
  );
  return found.reduce((best, other) => (other.length > best.length ? other : best), []).sort();
}

/** `*` matches anything within a segment, `**` any number of segments. */
function matcher(glob: string): (path: string) => boolean {
  const source = glob.replace(/^\/|\/$/g, '').replaceAll(/\*\*\/|\*\*|\*|\?|[.+^${}()|[\]\\]/g, (token) => {
    if (token === '**/') return '(?:[^/]+/)*';
    if (token === '**') return '.*';
    if (token === '*') return '[^/]*';
    return token === '?' ? '[^/]' : `\\${token}`;
  });
  return (path) => fitsWhole(source, path) === true;
}

function pathParameters(path: string): Parameters {
  const segments = path.split('/');
  const basename = segments.at(-1) ?? '';
  return {
    path,
    'path.path': path,
    'path.basename': basename,
    'path.basenameNormalized': normalized(basename),
    ...Object.fromEntries(segments.flatMap((segment, index) => [[`path[${index}]`, segment]])),
  };
}

function valuesOf(generator: Field): Parameters {
  const values = Object.entries(generator.at('values').strings).map(([key, value]) => [
    `values.${key}`,
    value,
  ]);
  return Object.fromEntries(values) as Parameters;
}

/** Nested values by their dotted keys: `cluster.name`. */
function flat(value: unknown, prefix = ''): Parameters {
  const found = new Map<string, string>();
  const visit = (one: unknown, at: string): void => {
    if (isMap(one))
      for (const [key, item] of Object.entries(one)) visit(item, at === '' ? key : `${at}.${key}`);
    else if (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean')
      found.set(at, String(one));
  };
  visit(value, prefix);
  return Object.fromEntries(found);
}

function applicationOf(
  set: Resource,
  parameters: Parameters,
  inner: Node | undefined,
  isGo: boolean,
): Resource {
  const { root } = set;
  const template = isGo ? goTemplate(parameters) : fastTemplate(parameters);
  const { start, end } = root;
  const entry = (key: string, value: Node): MapEntry => ({ key, keyStart: start, keyEnd: start, value });
  const scalar = (value: string): Node => ({ kind: 'scalar', value, start, end: start });
  const filled = inner ? fill(inner, template) : undefined;
  const node: Node = {
    kind: 'map',
    entries: [
      entry('apiVersion', scalar(set.apiVersion)),
      entry('kind', scalar('Application')),
      ...(filled?.kind === 'map' ? filled.entries : []),
    ],
    start,
    end,
  };
  const metadata = fieldIn(node, 'metadata');
  const name = fieldIn(metadata, 'name');
  return new Resource(
    {
      group: set.group,
      version: set.version,
      kind: 'Application',
      name: name?.kind === 'scalar' ? String(name.value) : '',
      namespace: set.namespace,
    },
    set.source,
    set.offset,
    { root: node },
  );
}

function fieldIn(node: Node | undefined, key: string): Node | undefined {
  return node?.kind === 'map' ? node.entries.find((entry) => entry.key === key)?.value : undefined;
}

function fill(node: Node, template: (text: string) => string): Node {
  switch (node.kind) {
    case 'scalar':
      return typeof node.value === 'string' ? { ...node, value: template(node.value) } : node;
    case 'list':
      return { ...node, items: node.items.map((item) => fill(item, template)) };
    case 'map':
      return {
        ...node,
        entries: node.entries.map((entry) => ({
          ...entry,
          key: template(entry.key),
          value: fill(entry.value, template),
        })),
      };
  }
}

/** https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/Template/ */
function fastTemplate(parameters: Parameters): (text: string) => string {
  return (text) =>
    text.replaceAll(/\{\{([^{}]+)\}\}/g, (all, name: string) => own(parameters, name.trim()) ?? all);
}

/** https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/GoTemplate/ */
function goTemplate(parameters: Parameters): (text: string) => string {
  return (text) =>
    text
      .replaceAll(/\{\{-?\s*\.([\w.]+)\s*-?\}\}/g, (all, name: string) => own(parameters, name) ?? all)
      .replaceAll(
        /\{\{-?\s*index\s+\.path\.segments\s+(\d+)\s*-?\}\}/g,
        (all, index: string) => parameters[`path[${index}]`] ?? all,
      );
}
