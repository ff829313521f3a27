import { groupOf } from '../../kubernetes/objects/object.js';
import { isMap } from '../../kubernetes/objects/json.js';
import {
  clusterScopedTypes,
  type FieldSpec,
  isImage,
  labelFields,
  replicaFields,
  splitImage,
  templateLabelFields,
  withImageAt,
} from './static-fields.js';

export interface Building {
  readonly value: Record<string, unknown>;
  readonly file: string;
  /** The names that it has had. */
  readonly names: string[];
}

/** An entry of `labels`. */
export function addLabels(item: unknown, objects: readonly Building[], not: (what: string) => never): void {
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
  setAll(objects, fields, stringMap(pairs, not));
}

/** An entry of `replicas`. */
export function setReplicas(item: unknown, objects: readonly Building[], not: (what: string) => never): void {
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
export function setImages(item: unknown, objects: readonly Building[], not: (what: string) => never): void {
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

export function metadataOf(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return value['metadata'] as Record<string, unknown>;
}

export function setNamespace(value: Record<string, unknown>, namespace: string, names: string[]): void {
  const type = `${String(value['apiVersion'])} ${String(value['kind'])}`;
  if (type === 'v1 Namespace') {
    metadataOf(value)['name'] = namespace;
    if (names.at(-1) !== namespace) names.push(namespace);
  }
  if (!clusterScopedTypes.has(type)) metadataOf(value)['namespace'] = namespace;
}

export function rename({ value, names }: Building, affix: string, isPrefix: boolean): void {
  const kind = String(value['kind']);
  const group = groupOf(String(value['apiVersion']));
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

export function stringMap(value: unknown, not: (what: string) => never): Readonly<Record<string, string>> {
  if (value === undefined || value === null) return {};
  if (!isMap(value) || Object.values(value).some((one) => typeof one !== 'string'))
    return not('has labels or annotations that are not strings');
  return value as Readonly<Record<string, string>>;
}

export function setAll(
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
    (group === undefined || group === groupOf(String(value['apiVersion']))) &&
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
export function mentions(value: unknown, names: ReadonlySet<string>, isTop = false): boolean {
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
