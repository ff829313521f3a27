import type { Field, Path } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { folderOf } from '../../model/source.js';

/**
 * What a kustomization.yaml, or the `kustomize` of an Application's source, does to the resources that it builds, as far as it is
 * known without rendering.
 * https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/
 */
export interface Kustomization {
  readonly resource: Resource;
  readonly folder: string;
  /** Absolute paths of the files and folders whose resources it builds. */
  readonly members: readonly string[];
  /** Folders of the components that it applies to what it builds. */
  readonly components: readonly string[];
  readonly isComponent: boolean;
  readonly namespace: string | undefined;
  readonly namePrefix: string;
  readonly nameSuffix: string;
  readonly generated: readonly Generated[];
  /** Labels that it adds to everything that it builds. */
  readonly labels: readonly Field[];
  /** Labels that it adds to the selectors of Services, PodDisruptionBudgets and the built-in workloads. */
  readonly selectorLabels: readonly Field[];
  /** Labels that it adds to the pods of built-in kinds. */
  readonly templateLabels: readonly Field[];
  /** Files that it does not read as resources: patches, values, configurations. */
  readonly otherFiles: readonly string[];
  readonly patches: readonly Patch[];
  /** What it runs over everything that it builds: configurations of built-in transformers, of plugins and of functions. */
  readonly transformers: readonly Pick<Patch, 'file' | 'inline'>[];
  /** Whether it may change fields and references in ways that only its other files show. */
  readonly isTaught: boolean;
  /** Whether it may rename resources other than by prefix and suffix, as only its other files show. */
  readonly mayRename: boolean;
  /** Whether it builds resources other than those of its local files: remote bases, charts, generators. */
  readonly isOpen: boolean;
}

/** A ConfigMap or Secret that a kustomization generates, under the name that references use. */
export interface Generated {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly name: string;
  /** Whether a hash of the content is appended to its name. */
  readonly hasHash: boolean;
  readonly at: Field;
}

/** Which resources a patch may change, and which of their fields. */
export interface Patch {
  readonly kind: string | undefined;
  readonly name: string | undefined;
  /** The file that contains it, which is read when needed. */
  readonly file: string | undefined;
  readonly inline: string | undefined;
  /** The fields, if they do not follow from the content. */
  readonly paths: readonly Path[] | undefined;
  /** Whether kind and name are regular expressions, as in the target of `patches`. */
  readonly isSelector: boolean;
}

/** In the path of a patch: any element of a list. */
export const anyItem = '*';

/** The file in which `rolloutkit init --kustomize` configures kustomize for Rollouts. */
export const transformersFile = 'rollout-transformers.yaml';

const fileKeys = ['configurations', 'crds', 'transformers', 'generators', 'validators'];
const teachingKeys = ['configurations', 'crds', 'openapi', 'replacements', 'transformers', 'vars'];
/** The keys of generators, with what they generate. */
export const generatorKeys = { configMapGenerator: 'ConfigMap', secretGenerator: 'Secret' } as const;

export function isKustomization(resource: Resource): boolean {
  return resource.group === 'kustomize.config.k8s.io';
}

export function readKustomization(resource: Resource): Kustomization {
  return readFields(resource.at(), folderOf(resource.source));
}

/** The same settings in another resource; files are relative to `folder`. */
export function readFields(root: Field, folder: string): Kustomization {
  const local = (text: string): string => join(folder, text);
  const files = namedFiles(root);
  const named = (use: NamedFile['use']): string[] =>
    files.flatMap((file) => (file.use === use ? file.name : []));
  const [members, components] = [named('member'), named('component')];
  const patches = readPatches(root);
  const generators = Object.entries(generatorKeys).flatMap(([key, kind]) =>
    root.at(key).items.map((generator) => ({ kind, generator })),
  );
  const isRemoteMember = [...members, ...components].some(isRemote);
  return {
    resource: root.resource,
    folder,
    members: members.filter((member) => !isRemote(member)).map(local),
    components: components.filter((member) => !isRemote(member)).map(local),
    isComponent: root.resource.kind === 'Component',
    namespace: root.at('namespace').text,
    namePrefix: root.at('namePrefix').text ?? '',
    nameSuffix: root.at('nameSuffix').text ?? '',
    generated: generators.map(({ kind, generator }) => ({
      kind,
      name: generator.at('name').text ?? '',
      hasHash: !hasStableName(root) && !hasStableName(generator),
      at: generator.at('name'),
    })),
    labels: [root.at('commonLabels'), ...root.at('labels').items.map((item) => item.at('pairs'))].filter(
      ({ entries }) => entries.length > 0,
    ),
    selectorLabels: labelsWith(root, 'includeSelectors'),
    templateLabels: labelsWith(root, 'includeSelectors', 'includeTemplates'),
    otherFiles: named('other').map(local),
    patches,
    transformers: listedTexts(root.at('transformers')).map(patchContent),
    isTaught: isRemoteMember || teachingKeys.some((key) => root.at(key).exists),
    mayRename: root.at('transformers').exists,
    isOpen:
      isRemoteMember ||
      ['helmCharts', 'helmChartInflationGenerator', 'generators'].some((key) => root.at(key).exists),
  };
}

/** Labels that kustomize adds to more than the metadata of an object: `commonLabels`, and `labels` with one of some keys. */
function labelsWith(root: Field, ...keys: readonly string[]): readonly Field[] {
  return [
    ...(root.at('labelWithoutSelector').boolean === true ? [] : [root.at('commonLabels')]),
    ...root
      .at('labels')
      .items.filter((item) => keys.some((key) => item.at(key).boolean === true))
      .map((item) => item.at('pairs')),
  ].filter(({ entries }) => entries.length > 0);
}

/** A file or folder that a kustomization names. */
export interface NamedFile {
  readonly from: Field;
  /** Relative to the kustomization, or the address of another repository. */
  readonly name: string;
  /** Whether its resources are built, it is applied as a component, or it is read as something else. */
  readonly use: 'member' | 'component' | 'other';
}

/** The files and folders that a kustomization names. */
export function namedFiles(root: Field): readonly NamedFile[] {
  const listed = (use: NamedFile['use'], keys: readonly string[]): readonly NamedFile[] =>
    keys.flatMap((key) =>
      root.at(key).items.flatMap((from) => (from.text === undefined ? [] : { from, name: from.text, use })),
    );
  return [
    ...listed('member', ['resources', 'bases']),
    ...listed('component', ['components']),
    ...otherFiles(root),
  ];
}

/** Files that kustomize does not read as resources; most of these fields may hold their content instead. */
function otherFiles(root: Field): readonly NamedFile[] {
  const file = (from: Field, name = from.text): NamedFile[] =>
    name === undefined || name.includes('\n') ? [] : [{ from, name, use: 'other' }];
  const generators = Object.keys(generatorKeys).flatMap((key) => root.at(key).items);
  return [
    ...fileKeys.flatMap((key) => root.at(key).items.flatMap((item) => file(item))),
    ...root.at('patchesStrategicMerge').items.flatMap((item) => file(item, patchContent(item.text).file)),
    ...['patches', 'patchesJson6902', 'replacements'].flatMap((key) =>
      root.at(key).items.flatMap((item) => file(item.at('path'))),
    ),
    ...root.at('helmCharts').items.flatMap((chart) => file(chart.at('valuesFile'))),
    ...generators.flatMap((generator) =>
      ['files', 'envs'].flatMap((key) =>
        generator.at(key).items.flatMap((from) => file(from, from.text?.slice(from.text.indexOf('=') + 1))),
      ),
    ),
  ];
}

function listedTexts(field: Field): readonly string[] {
  return field.items.flatMap((item) => item.text ?? []);
}

function hasStableName(options: Field): boolean {
  return ['generatorOptions', 'options'].some(
    (key) => options.at(key, 'disableNameSuffixHash').boolean === true,
  );
}

/** The value of a setting that is a file name or inline content. */
function patchContent(text: string | undefined): Pick<Patch, 'file' | 'inline'> {
  return text === undefined || text.includes('\n') || text.includes('{')
    ? { file: undefined, inline: text }
    : { file: text, inline: undefined };
}

/** The patches that may have a target; its kind and name are patterns. */
function targetedPatches(root: Field): readonly Field[] {
  return ['patches', 'patchesJson6902'].flatMap((key) => root.at(key).items);
}

/** The names in the targets of patches, with the kinds that they are for. */
export function patchTargets(
  root: Field,
): readonly { readonly from: Field; readonly kind: string | undefined }[] {
  return targetedPatches(root).map((patch) => {
    const target = patch.at('target');
    return { from: target.at('name'), kind: target.at('kind').text };
  });
}

function readPatches(root: Field): Patch[] {
  const nothing = { kind: undefined, name: undefined, file: undefined, inline: undefined, paths: undefined };
  const strategic = root
    .at('patchesStrategicMerge')
    .items.map((item) => ({ ...nothing, ...patchContent(item.text), isSelector: false }));
  const targeted = targetedPatches(root).map((patch) => {
    const target = patch.at('target');
    const file = patch.at('path').text;
    return {
      ...nothing,
      kind: target.at('kind').text,
      name: target.at('name').text,
      ...(file === undefined ? { inline: patch.at('patch').text } : { file }),
      isSelector: target.exists,
    };
  });
  const transformed = [
    ...(root.at('images').exists ? [{ ...nothing, paths: imagePaths }] : []),
    ...root.at('replicas').items.map((item) => ({
      ...nothing,
      kind: 'Deployment|ReplicaSet|ReplicationController|StatefulSet',
      name: item.at('name').text,
      paths: [['spec', 'replicas']],
    })),
    ...root.at('replacements').items.flatMap((item) => replacementPatches(item.value)),
  ];
  return [...strategic, ...targeted, ...transformed.map((patch) => ({ ...patch, isSelector: true }))];
}

const imagePaths: readonly Path[] = ['containers', 'initContainers'].map((key) => [
  'spec',
  'template',
  'spec',
  key,
  anyItem,
  'image',
]);

/** The fields that an entry of `replacements` may change. */
function replacementPatches(replacement: unknown): Omit<Patch, 'isSelector'>[] {
  const { targets, path } = (replacement ?? {}) as { targets?: unknown; path?: unknown };
  const unknown = { kind: undefined, name: undefined, file: undefined, inline: undefined };
  // A replacement in a separate file may change everything.
  if (typeof path === 'string' || !Array.isArray(targets)) return [{ ...unknown, paths: [[]] }];
  return targets.map((target: unknown) => {
    const { select, fieldPaths } = (target ?? {}) as {
      select?: { kind?: unknown; name?: unknown };
      fieldPaths?: unknown;
    };
    const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
    return {
      ...unknown,
      kind: text(select?.kind),
      name: text(select?.name),
      paths: Array.isArray(fieldPaths)
        ? fieldPaths.flatMap((fieldPath) => (typeof fieldPath === 'string' ? [dottedPath(fieldPath)] : []))
        : [['metadata', 'name']],
    };
  });
}

/** `spec.template.spec.containers.[name=app].image`, up to the list: its elements cannot be identified without the content. */
function dottedPath(text: string): Path {
  const path = text.match(/\[[^\]]*\]?|[^.[\]]+/g) ?? [];
  const open = path.findIndex((segment) => /^(\[|\d+$|\*$|-$)/.test(segment));
  return open === -1 ? path : path.slice(0, open);
}

/** The fields that a patch touches, from its content; the empty path means the whole resource. */
export function touchedPaths(content: unknown): Path[] {
  if (Array.isArray(content)) {
    return content.flatMap((operation: unknown) => {
      const { path, from } = (operation ?? {}) as { path?: unknown; from?: unknown };
      return [path, from].filter((pointer) => typeof pointer === 'string').map(pointerToPath);
    });
  }
  if (typeof content !== 'object' || content === null) return [[]];
  return leafPaths(content as Record<string, unknown>, []).filter(
    ([first, second]) =>
      !['apiVersion', 'kind'].includes(String(first)) && !(first === 'metadata' && second === 'name'),
  );
}

function pointerToPath(pointer: string): Path {
  const path = pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  // An index into a list cannot be distinguished from a key here, and may shift: the list itself counts as touched.
  const index = path.findIndex((segment) => /^(\d+|-)$/.test(segment));
  return index === -1 ? path : path.slice(0, index);
}

function leafPaths(value: Record<string, unknown>, path: Path): Path[] {
  return Object.entries(value).flatMap(([key, item]) => {
    // `$patch` and similar directives apply to the surrounding map.
    if (key.startsWith('$')) return [path];
    return typeof item === 'object' && item !== null && !Array.isArray(item)
      ? leafPaths(item as Record<string, unknown>, [...path, key])
      : [[...path, key]];
  });
}

/** Whether an entry leads to another repository. */
export function isRemote(member: string): boolean {
  return /^[a-z+]+:\/\/|^git@|^github\.com\/|\?ref=|\.git(\/|$|\?)/.test(member);
}

/** The absolute path of a relative one, `..` resolved. */
export function join(folder: string, relative: string): string {
  if (relative.startsWith('/')) return relative;
  const segments = folder.split('/');
  for (const segment of relative.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') segments.pop();
    else segments.push(segment);
  }
  return segments.join('/');
}
