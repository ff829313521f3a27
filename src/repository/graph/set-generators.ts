import { loadYaml } from '../../argocd/load-yaml.js';
import { fitsWhole } from '../../kubernetes/kinds/go-pattern.js';
import { isMap, isSameJson, type JsonMap, own } from '../../kubernetes/objects/json.js';
import type { Field } from '../../model/field.js';
import { isBelow } from '../../model/paths.js';
import type { Resource } from '../../model/resource.js';
import { folderOf, type Source } from '../../model/source.js';
import { fromBase64 } from '../../yaml/parse/scalars.js';

/** The values of a generator for the template, by name; undefined for one that is not a string, such as a list. */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** What a generator gives to the template for one Application. */
export interface GeneratedElement {
  readonly parameters: Parameters;
  /** The same as Go templates read it; undefined where that is not known. */
  readonly value: JsonMap | undefined;
}

/** What generators read. */
export interface GeneratorInput {
  readonly set: Resource;
  readonly files: readonly Source[];
  /** The Secrets that register clusters with Argo CD. */
  readonly clusters: readonly Resource[];
  readonly isGo: boolean;
  /** How many combined elements may still be generated. */
  readonly elements: { left: number };
  /** The files whose content was read are added here. */
  readonly read: Set<Source>;
}

/** What a generator gives to the template, an element each; undefined if that does not follow from the files. */
export function elementsOf(generator: Field, given: GeneratorInput): readonly GeneratedElement[] | undefined {
  if (generator.at('selector').exists) return undefined;
  const list = generator.at('list');
  if (list.exists)
    return list.at('elementsYaml').exists
      ? undefined
      : list.at('elements').items.map(({ value }) => elementOf(value));
  const git = generator.at('git');
  if (git.at('directories').items.length > 0) return directories(git, given);
  if (git.at('files').items.length > 0) return configurations(git, given);
  if (generator.entries.some(({ key }) => key === 'clusters'))
    return clusterParameters(generator.at('clusters'), given);
  const matrix = generator.at('matrix', 'generators').items;
  if (matrix.length === 2) {
    // The second generator may use values of the first.
    if (/\{\{/.test(JSON.stringify(matrix[1]?.value))) return undefined;
    const [left, right] = matrix.map((inner) => elementsOf(inner, given));
    if (!left || !right) return undefined;
    given.elements.left -= left.length * right.length;
    if (given.elements.left < 0) return undefined;
    return right.flatMap((second) =>
      left.map((first) => ({
        parameters: { ...second.parameters, ...first.parameters },
        value: overriddenBy(second.value, first.value),
      })),
    );
  }
  const merge = generator.at('merge');
  return merge.exists ? mergedElements(merge, given) : undefined;
}

function elementOf(value: unknown): GeneratedElement {
  return { parameters: flat(value), value: isMap(value) ? value : undefined };
}

/**
 * A map with the values of another over its own, as dario.cat/mergo merges them. Undefined where one of two values is a map or
 * list, or the overriding one is empty.
 */
function overriddenBy(under: JsonMap | undefined, over: JsonMap | undefined): JsonMap | undefined {
  if (!under || !over) return undefined;
  const isClear = Object.entries(over).every(([key, value]) => {
    const other = own(under, key);
    if (other === undefined || isSameJson(other, value)) return true;
    return typeof other !== 'object' && typeof value !== 'object' && Boolean(value);
  });
  return isClear ? { ...under, ...over } : undefined;
}

/**
 * The elements of the first generator, extended by those of the others with equal values of some keys; undefined if that is an
 * error. https://github.com/argoproj/argo-cd/blob/v3.5.1/applicationset/generators/merge.go
 */
function mergedElements(merge: Field, given: GeneratorInput): readonly GeneratedElement[] | undefined {
  const keys = [...new Set(merge.at('mergeKeys').items.flatMap(({ text }) => text ?? []))];
  const [base, ...others] = merge.at('generators').items.map((inner) => {
    const all = elementsOf(inner, given);
    // An absent key may be a map, or missing from all elements.
    if (!all?.every(({ parameters }) => keys.every((key) => own(parameters, key) !== undefined)))
      return undefined;
    const byKeys = new Map(all.map((one) => [JSON.stringify(keys.map((key) => one.parameters[key])), one]));
    return byKeys.size === all.length ? byKeys : undefined;
  });
  if (keys.length === 0 || !base || others.length === 0) return undefined;
  for (const other of others) {
    if (!other) return undefined;
    for (const [at, one] of base) {
      const second = other.get(at);
      const over = Object.entries(second?.parameters ?? {});
      // Go templates do not override a value with an empty one.
      const filled = given.isGo ? over.filter(([, value]) => value !== '') : over;
      base.set(at, {
        parameters: { ...one.parameters, ...(Object.fromEntries(filled) as Parameters) },
        value: second ? overriddenBy(one.value, second.value) : one.value,
      });
    }
  }
  return [...base.values()];
}

function directories(git: Field, { set, files, isGo }: GeneratorInput): readonly GeneratedElement[] {
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
  }).map((path) => ({
    parameters: { ...pathParameters(git, path, isGo), ...generatorValues(git) },
    value: valueWithPath(git, {}, path),
  }));
}

/** What a Git generator gives to Go templates; undefined if its own values are templates. */
function valueWithPath(git: Field, content: JsonMap, path: string, filename?: string): JsonMap | undefined {
  const segments = path.split('/');
  const basename = segments.at(-1) ?? '';
  const names = filename === undefined ? {} : { filename, filenameNormalized: normalized(filename) };
  const about = { path, basename, basenameNormalized: normalized(basename), segments, ...names };
  const prefix = git.at('pathParamPrefix').text ?? '';
  const values = git.at('values').strings;
  if (Object.values(values).some((value) => value.includes('{{'))) return undefined;
  return {
    ...content,
    ...(prefix === '' ? { path: about } : { [prefix]: { path: about } }),
    ...(Object.keys(values).length > 0 && { values }),
  };
}

/**
 * Clusters whose Secrets are in the input; without any, the clusters are unknown.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/applicationset/generators/cluster.go
 */
function clusterParameters(
  generator: Field,
  { clusters }: GeneratorInput,
): readonly GeneratedElement[] | undefined {
  if (clusters.length === 0) return undefined;
  const selector = generator.at('selector');
  if (selector.at('matchExpressions').exists) return undefined;
  const wanted = Object.entries(selector.at('matchLabels').strings);
  return clusters.flatMap((secret): GeneratedElement[] => {
    const { labels, annotations } = {
      labels: secret.at('metadata', 'labels').strings,
      annotations: secret.at('metadata', 'annotations').strings,
    };
    if (!wanted.every(([key, value]) => labels[key] === value)) return [];
    const text = (key: string): string =>
      secret.at('stringData', key).text ?? fromBase64(secret.at('data', key).text ?? '') ?? '';
    const name = text('name') || secret.name;
    const parameters = {
      name,
      nameNormalized: normalized(name),
      server: text('server'),
      ...flat(labels, 'metadata.labels'),
      ...flat(annotations, 'metadata.annotations'),
      ...generatorValues(generator),
    };
    return [{ parameters, value: undefined }];
  });
}

/** A string as a part of a DNS name. */
function normalized(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9-.]/g, '-');
}

function configurations(git: Field, { set, files, read, isGo }: GeneratorInput): readonly GeneratedElement[] {
  const globsOf = (isExcluded: boolean) =>
    git
      .at('files')
      .items.filter((item) => (item.at('exclude').boolean === true) === isExcluded)
      .map((item) => matcher(item.at('path').text ?? ''));
  const [globs, excluded] = [globsOf(false), globsOf(true)];
  const byPath = new Map(files.map((file) => [file.path, file]));
  const found = withinRepository([...byPath.keys()], set, (path) => {
    const isIn = (some: typeof globs): boolean => some.some((matches) => matches(path));
    return isIn(globs) && !isIn(excluded);
  });
  return found.flatMap((path) => {
    const file = [...byPath].find(([full]) => full.endsWith(`/${path}`))?.[1];
    if (file) read.add(file);
    const content = file && valueOfYaml(file.read());
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
    const filename = path.slice(path.lastIndexOf('/') + 1);
    return (Array.isArray(content) ? content : [content]).map((item: unknown) => ({
      parameters: {
        ...flat(item),
        ...pathParameters(git, folder, isGo, filename),
        ...generatorValues(git),
      },
      value: isMap(item) ? valueWithPath(git, item, folder, filename) : undefined,
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

/**
 * What a Git generator says of a folder, and of a file in it.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/applicationset/generators/git.go
 */
function pathParameters(git: Field, path: string, isGo: boolean, filename?: string): Parameters {
  const segments = path.split('/');
  const basename = segments.at(-1) ?? '';
  const prefix = git.at('pathParamPrefix').text ?? '';
  const at = prefix === '' ? 'path' : `${prefix}.path`;
  return {
    // For Go it is a map of the others.
    ...(isGo ? {} : { [at]: path }),
    [`${at}.path`]: path,
    [`${at}.segments`]: undefined,
    [`${at}.basename`]: basename,
    [`${at}.basenameNormalized`]: normalized(basename),
    ...(filename === undefined
      ? {}
      : { [`${at}.filename`]: filename, [`${at}.filenameNormalized`]: normalized(filename) }),
    ...Object.fromEntries(segments.map((segment, index) => [`${at}[${index}]`, segment])),
  };
}

function generatorValues(generator: Field): Parameters {
  const values = Object.entries(generator.at('values').strings).map(([key, value]) => [
    `values.${key}`,
    value,
  ]);
  return Object.fromEntries(values) as Parameters;
}

/** Nested values by their dotted keys: `cluster.name`. */
function flat(value: unknown, prefix = ''): Parameters {
  const found = new Map<string, string | undefined>();
  const visit = (one: unknown, at: string): void => {
    if (isMap(one) && Object.keys(one).length > 0)
      for (const [key, item] of Object.entries(one)) visit(item, at === '' ? key : `${at}.${key}`);
    else if (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean')
      found.set(at, String(one));
    else if (at !== '') {
      found.set(at, undefined);
      if (Array.isArray(one)) one.forEach((item, index) => visit(item, `${at}.${index}`));
    }
  };
  visit(value, prefix);
  return Object.fromEntries(found);
}
