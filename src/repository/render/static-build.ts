import { groupOf } from '../../kubernetes/objects/object.js';
import { isBelow } from '../../model/paths.js';
import { isMap } from '../../kubernetes/objects/json.js';
import { type Kustomization, join } from '../graph/kustomization.js';
import { parseValues, soundValues } from '../../yaml/parse/values.js';
import { annotationFields, labelFields, referringKinds } from './static-fields.js';
import { isRemote } from './kustomization-paths.js';
import type { KustomizeUnit } from './plan.js';
import {
  type Building,
  addLabels,
  setReplicas,
  setImages,
  metadataOf,
  setNamespace,
  rename,
  stringMap,
  setAll,
  mentions,
} from './static-transformers.js';

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
 * kustomize may reject, the result is unknown. `publishedAt` has the text of a configuration that is known by its address.
 * https://github.com/kubernetes-sigs/kustomize/blob/kustomize/v5.8.1/api/internal/target/kusttarget.go
 */
export function staticBuild(
  { kustomization, chain }: Pick<KustomizeUnit, 'kustomization' | 'chain'>,
  textOf: (file: string) => string | undefined,
  publishedAt: (address: string) => string | undefined = () => undefined,
): StaticBuild {
  try {
    return { objects: new StaticBuilder(chain, textOf, publishedAt).build(kustomization) };
  } catch (error) {
    if (error instanceof Unknown) return { reason: error.message };
    throw error;
  }
}

class Unknown extends Error {}

function unknownBuild(kustomization: Kustomization, what: string): never {
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
  ...['replicas', 'varReference'],
]);

class StaticBuilder {
  private readonly byFolder: ReadonlyMap<string, Kustomization>;
  private readonly checked = new Set<Kustomization>();
  private readonly valuesByFile = new Map<string, readonly unknown[]>();
  private count = 0;

  constructor(
    private readonly chain: readonly Kustomization[],
    private readonly textOf: (file: string) => string | undefined,
    private readonly publishedAt: (address: string) => string | undefined,
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
    if (above.includes(kustomization)) unknownBuild(kustomization, 'builds itself');
    // Many may build on one.
    if (!this.checked.has(kustomization)) this.check(kustomization);
    this.checked.add(kustomization);
    const objects = kustomization.members.flatMap((member) => {
      const inner = this.byFolder.get(member);
      return inner ? this.objectsOf(inner, [...above, kustomization]) : this.objectsIn(kustomization, member);
    });
    this.checkIdentities(kustomization, objects);
    const settings = kustomization.resource.at().value;
    if (isMap(settings)) this.transform(kustomization, settings, objects);
    this.checkIdentities(kustomization, objects);
    return objects;
  }

  /** A kustomization has only what is known here, and kustomize reads the same file. */
  private check(kustomization: Kustomization): void {
    const root = kustomization.resource.at();
    if (kustomization.isComponent) unknownBuild(kustomization, 'is a component');
    const { source } = kustomization.resource;
    if (!kustomization.resource.isReadable || !soundValues(this.textOf(source.path) ?? ''))
      unknownBuild(kustomization, 'cannot be read');
    if (root.entries.every(({ key, value }) => typeKeys.has(String(key)) || isNothing(value)))
      unknownBuild(kustomization, 'is empty, which kustomize refuses');
    const other = root.entries.find(({ key }) => !knownKeys.has(String(key)));
    if (other) unknownBuild(kustomization, `has ${String(other.key)}`);
    if (kustomization.isOpen) unknownBuild(kustomization, 'has a remote base');
    const names = kustomizationNames.map((name) => `${kustomization.folder}/${name}`);
    const [file, ...others] = names.filter((name) => this.textOf(name) !== undefined);
    if (file !== source.path || others.length > 0)
      unknownBuild(kustomization, 'is not the one file that kustomize reads');
  }

  private valuesIn(kustomization: Kustomization, file: string): readonly unknown[] {
    // Kustomize reads no file outside of the folder of a kustomization, nor a link to one.
    const text = isBelow(file, kustomization.folder) ? this.textOf(file) : undefined;
    if (text === undefined)
      unknownBuild(kustomization, `builds ${file.slice(file.lastIndexOf('/') + 1)}, which is not read`);
    if (/(?:^|[\s:-])>[-+\d]*[ \t]*(?:#.*)?$/m.test(text))
      unknownBuild(kustomization, 'builds a file with folded text, whose line breaks kustomize changes');
    let values: readonly unknown[] | undefined;
    try {
      // Kustomize also rejects repeated keys.
      values = soundValues(text);
    } catch {
      values = undefined;
    }
    if (!values) unknownBuild(kustomization, 'builds a file that cannot be read');
    return values;
  }

  private objectsIn(kustomization: Kustomization, file: string): Building[] {
    const known = isBelow(file, kustomization.folder) ? this.valuesByFile.get(file) : undefined;
    const values = known ?? this.valuesIn(kustomization, file);
    this.valuesByFile.set(file, values);
    return values.flatMap((value): Building[] => {
      if (value === null || value === undefined) return [];
      if (!isMap(value)) unknownBuild(kustomization, 'builds what is not an object');
      const { apiVersion, kind, metadata } = value;
      const name = isMap(metadata) ? metadata['name'] : undefined;
      if (
        typeof apiVersion !== 'string' ||
        typeof kind !== 'string' ||
        typeof name !== 'string' ||
        name === ''
      )
        unknownBuild(kustomization, 'builds an object without a kind or name');
      if (kind.endsWith('List') && 'items' in value) unknownBuild(kustomization, 'builds a list');
      const { annotations, labels, namespace } = metadata as Readonly<Record<string, unknown>>;
      if (namespace !== undefined && typeof namespace !== 'string')
        unknownBuild(kustomization, 'builds an object whose namespace is not a string');
      if (
        isMap(annotations) &&
        Object.keys(annotations).some((key) => /kustomize|config\.kubernetes\.io/.test(key))
      )
        unknownBuild(kustomization, 'builds an object with instructions for kustomize');
      if ([annotations, labels].some(hasOtherThanTexts))
        unknownBuild(kustomization, 'builds an object with a label or annotation that is not a string');
      if (++this.count > maxObjects) unknownBuild(kustomization, `builds more than ${maxObjects} objects`);
      const copy: Record<string, unknown> = structuredClone(value);
      // Kustomize drops empty annotations.
      if (isNullOrEmptyMap(annotations)) delete metadataOf(copy)['annotations'];
      if (isNullOrEmptyMap(labels)) unknownBuild(kustomization, 'builds an object whose labels are empty');
      return [{ value: copy, file, names: [name] }];
    });
  }

  /** A configuration is accepted if it has no effect; others are unknown. */
  private checkConfigurations(): void {
    const taught = this.chain.filter(({ resource }) => resource.at('configurations').exists);
    for (const one of taught) {
      for (const { text = '' } of one.resource.at('configurations').items)
        for (const value of parseValues(
          (isRemote(text) ? this.publishedAt(text) : undefined) ??
            this.textOf(join(one.folder, text)) ??
            '{ unknown: 1 }',
        ))
          if (!isMap(value) || Object.keys(value).some((key) => !idleConfigurations.has(key)))
            unknownBuild(one, 'has configurations');
      const changing = this.chain.find(({ resource, namePrefix, nameSuffix, labels }) =>
        [
          `${namePrefix}${nameSuffix}` !== '',
          labels.length > 0,
          ...['commonAnnotations', 'replicas'].map((key) => resource.at(key).exists),
        ].includes(true),
      );
      if (changing) unknownBuild(one, 'has configurations');
    }
  }

  /** Kustomize rejects two objects of one identity. */
  private checkIdentities(kustomization: Kustomization, objects: readonly Building[]): void {
    const ids = objects.map(({ value }) => {
      const { namespace = 'default', name } = metadataOf(value);
      return JSON.stringify([groupOf(String(value['apiVersion'])), value['kind'], namespace, name]);
    });
    if (new Set(ids).size < ids.length) unknownBuild(kustomization, 'builds two objects of one name');
  }

  private transform(
    kustomization: Kustomization,
    settings: Readonly<Record<string, unknown>>,
    objects: readonly Building[],
  ): void {
    const not = (what: string): never => unknownBuild(kustomization, what);
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
    for (const item of listOrNone(labels, not)) addLabels(item, objects, not);
    if (commonLabels !== undefined) setAll(objects, labelFields, stringMap(commonLabels, not));
    if (commonAnnotations !== undefined) setAll(objects, annotationFields, stringMap(commonAnnotations, not));
    for (const item of listOrNone(replicas, not)) setReplicas(item, objects, not);
    for (const item of listOrNone(images, not)) setImages(item, objects, not);
  }

  /**
   * Kustomize updates references to new names and namespaces; where an object may contain any reference, the result is unknown.
   */
  private checkReferences(root: Kustomization, objects: readonly Building[], isNamespaced: boolean): void {
    const renamed = new Set(objects.flatMap(({ names }) => (names.length > 1 ? names : [])));
    for (const { value } of objects) {
      const kind = String(value['kind']);
      if (isNamespaced && referringKinds.namespaces.has(kind))
        unknownBuild(root, `moves what ${kind} "${String(metadataOf(value).name)}" refers to`);
      if (renamed.size > 0 && referringKinds.names.has(kind) && mentions(value, renamed, true))
        unknownBuild(root, `renames what ${kind} "${String(metadataOf(value).name)}" may refer to`);
    }
  }
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

function listOrNone(value: unknown, not: (what: string) => never): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as readonly unknown[]) : not('has a list that is none');
}
