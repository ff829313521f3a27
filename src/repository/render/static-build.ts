import { isBelow } from '../../model/paths.js';
import { isMap } from '../../kubernetes/objects/json.js';
import { type Kustomization, join } from '../graph/kustomization.js';
import { parseValues, soundValues } from '../../yaml/parse/values.js';
import {
  annotationFields,
  clusterScopedTypes,
  type FieldSpec,
  isImage,
  labelFields,
  referringKinds,
  replicaFields,
  splitImage,
  templateLabelFields,
  withImageAt,
} from './static-fields.js';
import type { KustomizeUnit } from './plan.js';

/** The objects that a kustomization builds, or why only kustomize can know them. */
export type StaticBuild = { readonly objects: readonly BuiltObject[] } | { readonly reason: string };

/** An object that a kustomization builds. */
export interface BuiltObject {
  readonly value: Readonly<Record<string, unknown>>;
  /** The file that it is from. */
  readonly file: string;
}

/** More objects than real kustomizations build: bases that are built twice double them. */
const maxObjects = 5000;

/**
 * Builds a kustomization without a program, if it only lists files and sets namespaces, images, replicas, labels, annotations,
 * prefixes and suffixes of names. The result is always that of `kustomize build`: for any other field, and anything that
 * kustomize may reject, the result is unknown.
 * https://github.com/kubernetes-sigs/kustomize/blob/kustomize/v5.8.1/api/internal/target/kusttarget.go
 */
export function staticBuild(
  { kustomization, chain }: Pick<KustomizeUnit, 'kustomization' | 'chain'>,
  textOf: (file: string) => string | undefined,
): StaticBuild {
  try {
    return { objects: new StaticBuilder(chain, textOf).build(kustomization) };
  } catch (error) {
    if (error instanceof Unknown) return { reason: error.message };
    throw error;
  }
}

class Unknown extends Error {}

function unknown(kustomization: Kustomization, what: string): never {
  throw new Unknown(`${kustomization.resource.source.name} ${what}`);
}

const knownKeys = new Set([
  ...['apiVersion', 'kind', 'metadata', 'resources', 'bases', 'namespace', 'namePrefix', 'nameSuffix'],
  ...['commonLabels', 'labels', 'commonAnnotations', 'images', 'replicas', 'configurations'],
]);

const kustomizationNames = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/** Configurations that have no effect if names, labels and counts stay unchanged. */
const idleConfigurations = new Set([
  ...['nameReference', 'namePrefix', 'nameSuffix', 'commonLabels', 'templateLabels', 'commonAnnotations'],
  'replicas',
]);

interface Building {
  readonly value: Record<string, unknown>;
  readonly file: string;
  /** The names that it has had. */
  readonly names: string[];
}

class StaticBuilder {
  private readonly byFolder: ReadonlyMap<string, Kustomization>;
  private count = 0;

  constructor(
    private readonly chain: readonly Kustomization[],
    private readonly textOf: (file: string) => string | undefined,
  ) {
    this.byFolder = new Map(chain.map((one) => [one.folder, one]));
  }

  build(root: Kustomization): readonly BuiltObject[] {
    this.checkConfigurations();
    const objects = this.objectsOf(root, []);
    const isNamespaced = this.chain.some(({ namespace }) => namespace !== undefined);
    this.checkReferences(root, objects, isNamespaced);
    return objects;
  }

  private objectsOf(kustomization: Kustomization, above: readonly Kustomization[]): Building[] {
    const root = kustomization.resource.at();
    if (above.includes(kustomization)) unknown(kustomization, 'builds itself');
    if (kustomization.isComponent) unknown(kustomization, 'is a component');
    const { source } = kustomization.resource;
    if (!kustomization.resource.isReadable || !soundValues(this.textOf(source.path) ?? ''))
      unknown(kustomization, 'cannot be read');
    if (root.entries.every(({ key, value }) => typeKeys.has(String(key)) || isNothing(value)))
      unknown(kustomization, 'is empty, which kustomize refuses');
    const other = root.entries.find(({ key }) => !knownKeys.has(String(key)));
    if (other) unknown(kustomization, `has ${String(other.key)}`);
    if (kustomization.isOpen) unknown(kustomization, 'has a remote base');
    const names = kustomizationNames.map((name) => `${kustomization.folder}/${name}`);
    const [file, ...others] = names.filter((name) => this.textOf(name) !== undefined);
    if (file !== source.path || others.length > 0)
      unknown(kustomization, 'is not the one file that kustomize reads');
    const objects = kustomization.members.flatMap((member) => {
      const inner = this.byFolder.get(member);
      return inner ? this.objectsOf(inner, [...above, kustomization]) : this.objectsIn(kustomization, member);
    });
    this.checkIdentities(kustomization, objects);
    const settings = root.value;
    if (isMap(settings)) this.transform(kustomization, settings, objects);
    this.checkIdentities(kustomization, objects);
    return objects;
  }

  private objectsIn(kustomization: Kustomization, file: string): Building[] {
    // Kustomize reads no file outside of the folder of a kustomization, nor a link to one.
    const text = isBelow(file, kustomization.folder) ? this.textOf(file) : undefined;
    if (text === undefined)
      unknown(kustomization, `builds ${file.slice(file.lastIndexOf('/') + 1)}, which is not read`);
    if (/(?:^|[\s:-])>[-+\d]*[ \t]*(?:#.*)?$/m.test(text))
      unknown(kustomization, 'builds a file with folded text, whose line breaks kustomize changes');
    let values: readonly unknown[] | undefined;
    try {
      // Kustomize also rejects repeated keys.
      values = soundValues(text);
    } catch {
      values = undefined;
    }
    if (!values) unknown(kustomization, 'builds a file that cannot be read');
    return values.flatMap((value): Building[] => {
      if (value === null || value === undefined) return [];
      if (!isMap(value)) unknown(kustomization, 'builds what is not an object');
      const { apiVersion, kind, metadata } = value;
      const name = isMap(metadata) ? metadata['name'] : undefined;
      if (
        typeof apiVersion !== 'string' ||
        typeof kind !== 'string' ||
        typeof name !== 'string' ||
        name === ''
      )
        unknown(kustomization, 'builds an object without a kind or name');
      if (kind.endsWith('List') && 'items' in value) unknown(kustomization, 'builds a list');
      const { annotations, labels, namespace } = metadata as Readonly<Record<string, unknown>>;
      if (namespace !== undefined && typeof namespace !== 'string')
        unknown(kustomization, 'builds an object whose namespace is not a string');
      if (
        isMap(annotations) &&
        Object.keys(annotations).some((key) => /kustomize|config\.kubernetes\.io/.test(key))
      )
        unknown(kustomization, 'builds an object with instructions for kustomize');
      if ([annotations, labels].some(hasOtherThanTexts))
        unknown(kustomization, 'builds an object with a label or annotation that is not a string');
      if (++this.count > maxObjects) unknown(kustomization, `builds more than ${maxObjects} objects`);
      const copy: Record<string, unknown> = structuredClone(value);
      // Kustomize drops empty annotations.
      if (isNullOrEmptyMap(annotations)) delete metadataOf(copy)['annotations'];
      if (isNullOrEmptyMap(labels)) unknown(kustomization, 'builds an object whose labels are empty');
      return [{ value: copy, file, names: [name] }];
    });
  }

  /** A configuration is accepted if it has no effect; others are unknown. */
  private checkConfigurations(): void {
    const taught = this.chain.filter(({ resource }) => resource.at('configurations').exists);
    for (const one of taught) {
      for (const { text = '' } of one.resource.at('configurations').items)
        for (const value of parseValues(this.textOf(join(one.folder, text)) ?? '{ unknown: 1 }'))
          if (!isMap(value) || Object.keys(value).some((key) => !idleConfigurations.has(key)))
            unknown(one, 'has configurations');
      const changing = this.chain.find(({ resource, namePrefix, nameSuffix, labels }) =>
        [
          `${namePrefix}${nameSuffix}` !== '',
          labels.length > 0,
          ...['commonAnnotations', 'replicas'].map((key) => resource.at(key).exists),
        ].includes(true),
      );
      if (changing) unknown(one, 'has configurations');
    }
  }

  /** Kustomize rejects two objects of one identity. */
  private checkIdentities(kustomization: Kustomization, objects: readonly Building[]): void {
    const ids = objects.map(({ value }) => {
      const { namespace = 'default', name } = metadataOf(value);
      return JSON.stringify([groupOf(value), value['kind'], namespace, name]);
    });
    if (new Set(ids).size < ids.length) unknown(kustomization, 'builds two objects of one name');
  }

  private transform(
    kustomization: Kustomization,
    settings: Readonly<Record<string, unknown>>,
    objects: readonly Building[],
  ): void {
    const not = (what: string): never => unknown(kustomization, what);
    const { namespace, namePrefix, nameSuffix, commonLabels, labels, commonAnnotations, images, replicas } =
      settings;
    for (const text of [namespace, namePrefix, nameSuffix])
      if (text !== undefined && typeof text !== 'string') not('has a name that is not a string');
    if (typeof namespace === 'string' && namespace !== '')
      for (const { value, names } of objects) setNamespace(value, namespace, names);
    for (const [affix, isPrefix] of [
      [namePrefix, true],
      [nameSuffix, false],
    ] as const)
      if (typeof affix === 'string' && affix !== '')
        for (const object of objects) rename(object, affix, isPrefix);
    for (const item of listOf(labels, not)) addLabels(item, objects, not);
    if (commonLabels !== undefined) setAll(objects, labelFields, textsOf(commonLabels, not));
    if (commonAnnotations !== undefined) setAll(objects, annotationFields, textsOf(commonAnnotations, not));
    for (const item of listOf(replicas, not)) setReplicas(item, objects, not);
    for (const item of listOf(images, not)) setImages(item, objects, not);
  }

  /**
   * Kustomize updates references to new names and namespaces; where an object may contain any reference, the result is unknown.
   */
  private checkReferences(root: Kustomization, objects: readonly Building[], isNamespaced: boolean): void {
    const renamed = new Set(objects.flatMap(({ names }) => (names.length > 1 ? names : [])));
    for (const { value } of objects) {
      const kind = String(value['kind']);
      if (isNamespaced && referringKinds.namespaces.has(kind))
        unknown(root, `moves what ${kind} "${String(metadataOf(value).name)}" refers to`);
      if (renamed.size > 0 && referringKinds.names.has(kind) && mentions(value, renamed, true))
        unknown(root, `renames what ${kind} "${String(metadataOf(value).name)}" may refer to`);
    }
  }
}

/** An entry of `labels`. */
function addLabels(item: unknown, objects: readonly Building[], not: (what: string) => never): void {
  const {
    pairs,
    includeSelectors = false,
    includeTemplates = false,
    ...others
  } = isMap(item) ? item : { x: 1 };
  if (Object.keys(others).length > 0) not('has labels for fields of its own');
  const fields =
    includeSelectors === true
      ? labelFields
      : includeTemplates === true
        ? templateLabelFields
        : metadataLabels;
  setAll(objects, fields, textsOf(pairs, not));
}

/** An entry of `replicas`. */
function setReplicas(item: unknown, objects: readonly Building[], not: (what: string) => never): void {
  const { name, count, ...others } = isMap(item) ? item : { x: 1 };
  if (typeof name !== 'string' || !Number.isSafeInteger(count) || Object.keys(others).length > 0)
    return not('has replicas in a form that is not known');
  const counted = objects.filter(
    ({ value, names }) => names.includes(name) && replicaFields.some((spec) => isSelected(spec, value)),
  );
  if (counted.length === 0) not(`has replicas of ${name}, which it does not build`);
  for (const { value } of counted) setAt(value, ['spec', 'replicas'], true, () => count);
}

/** An entry of `images`. */
function setImages(item: unknown, objects: readonly Building[], not: (what: string) => never): void {
  const { name, newName, newTag, tagSuffix, digest, ...others } = isMap(item) ? item : { x: 1 };
  const texts = [name, newName, newTag, tagSuffix, digest];
  const areTexts = texts.every((one) => one === undefined || typeof one === 'string');
  if (!areTexts || typeof name !== 'string' || !/^[\w./:@-]+$/.test(name) || Object.keys(others).length > 0)
    not('has images in a form that is not known');
  const image = { name, newName, newTag, tagSuffix, digest } as ImageSetting;
  for (const { value } of objects)
    if (!withImageAt(value, (text) => imageOf(text, image))) not('sets an image that is not a string');
}

const metadataLabels: readonly FieldSpec[] = [{ path: ['metadata', 'labels'], creates: true }];

interface ImageSetting {
  readonly name: string;
  readonly newName?: string;
  readonly newTag?: string;
  readonly tagSuffix?: string;
  readonly digest?: string;
}

/** https://github.com/kubernetes-sigs/kustomize/blob/kustomize/v5.8.1/api/filters/imagetag/updater.go */
function imageOf(
  text: string,
  { name, newName, newTag = '', tagSuffix = '', digest = '' }: ImageSetting,
): string {
  if (!isImage(text, name)) return text;
  const was = splitImage(text);
  let [tag, itsDigest] = [was.tag, was.digest];
  if (newTag !== '') [tag, itsDigest] = [newTag, digest];
  else if (digest !== '') [tag, itsDigest] = ['', digest];
  else if (tagSuffix !== '') [tag, itsDigest] = [`${tag}${tagSuffix}`, ''];
  const called = newName === undefined || newName === '' ? was.name : newName;
  return `${called}${tag === '' ? '' : `:${tag}`}${itsDigest === '' ? '' : `@${itsDigest}`}`;
}

function metadataOf(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return value['metadata'] as Record<string, unknown>;
}

/** Fields that have no effect on their own. */
const typeKeys: ReadonlySet<string> = new Set(['apiVersion', 'kind']);

/** Whether a value is equivalent to an absent one. */
function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** Kustomize converts them to strings in its own way. */
function hasOtherThanTexts(values: unknown): boolean {
  return isMap(values) && Object.values(values).some((value) => typeof value !== 'string');
}

function isNullOrEmptyMap(value: unknown): boolean {
  return value === null || (isMap(value) && Object.keys(value).length === 0);
}

function groupOf({ apiVersion }: Readonly<Record<string, unknown>>): string {
  const text = String(apiVersion);
  return text.includes('/') ? text.slice(0, text.indexOf('/')) : '';
}

function setNamespace(value: Record<string, unknown>, namespace: string, names: string[]): void {
  const type = `${String(value['apiVersion'])} ${String(value['kind'])}`;
  if (type === 'v1 Namespace') {
    metadataOf(value)['name'] = namespace;
    if (names.at(-1) !== namespace) names.push(namespace);
  }
  if (!clusterScopedTypes.has(type)) metadataOf(value)['namespace'] = namespace;
}

function rename({ value, names }: Building, affix: string, isPrefix: boolean): void {
  const kind = String(value['kind']);
  const group = groupOf(value);
  if (
    kind === 'CustomResourceDefinition' ||
    kind === 'Namespace' ||
    (kind === 'APIService' && group === 'apiregistration.k8s.io')
  )
    return;
  const metadata = metadataOf(value);
  const name = isPrefix ? `${affix}${String(metadata['name'])}` : `${String(metadata['name'])}${affix}`;
  metadata['name'] = name;
  names.push(name);
}

function listOf(value: unknown, not: (what: string) => never): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as readonly unknown[]) : not('has a list that is none');
}

function textsOf(value: unknown, not: (what: string) => never): Readonly<Record<string, string>> {
  if (value === undefined || value === null) return {};
  if (!isMap(value) || Object.values(value).some((one) => typeof one !== 'string'))
    return not('has labels or annotations that are not strings');
  return value as Readonly<Record<string, string>>;
}

function setAll(
  objects: readonly Building[],
  fields: readonly FieldSpec[],
  pairs: Readonly<Record<string, string>>,
): void {
  if (Object.keys(pairs).length === 0) return;
  for (const { value } of objects)
    for (const field of fields)
      if (isSelected(field, value))
        setAt(value, field.path, field.creates, (old) => ({ ...(isMap(old) ? old : {}), ...pairs }));
}

function isSelected({ kind, group, version }: FieldSpec, value: Readonly<Record<string, unknown>>): boolean {
  const its = String(value['apiVersion']);
  return (
    (kind === undefined || kind === value['kind']) &&
    (group === undefined || group === groupOf(value)) &&
    (version === undefined || version === its.slice(its.indexOf('/') + 1))
  );
}

/** Sets the value at a path, in every item of the lists on its way. */
function setAt(
  node: unknown,
  path: readonly string[],
  creates: boolean,
  set: (old: unknown) => unknown,
): void {
  if (Array.isArray(node)) {
    for (const item of node) setAt(item, path, creates, set);
    return;
  }
  const [segment = '', ...rest] = path;
  if (!isMap(node)) return;
  // Lists are iterated over but never created.
  const isList = segment.endsWith('[]');
  const key = isList ? segment.slice(0, -2) : segment;
  const map = node as Record<string, unknown>;
  const old = Object.hasOwn(map, key) ? map[key] : undefined;
  if ((old === undefined || old === null) && (isList || !creates)) return;
  if (rest.length === 0) map[key] = set(old);
  else {
    if (old === undefined || old === null) map[key] = {};
    setAt(map[key], rest, creates, set);
  }
}

/** Whether any string of a value, except its own name and labels, is one of some names. */
function mentions(value: unknown, names: ReadonlySet<string>, isTop = false): boolean {
  if (typeof value === 'string') return names.has(value);
  if (Array.isArray(value)) return value.some((item) => mentions(item, names));
  if (!isMap(value)) return false;
  return Object.entries(value).some(
    ([key, item]) =>
      !['labels', 'matchLabels'].includes(key) &&
      (isTop && key === 'metadata' && isMap(item)
        ? mentions({ ...item, name: undefined }, names)
        : mentions(item, names)),
  );
}
