import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { folderOf } from '../../model/source.js';
import { type Patch, patchContent, readPatches } from './kustomization-patches.js';

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
  /** Whether it changes the data of an object that another kustomization builds, which keeps its name. */
  readonly isMerged: boolean;
  readonly at: Field;
}

/** The file in which `rolloutkit init --kustomize` configures kustomize for Rollouts. */
export const transformersFile = 'rollout-transformers.yaml';

const fileKeys = ['configurations', 'crds', 'transformers', 'generators', 'validators'];

const teachingKeys = ['configurations', 'crds', 'openapi', 'replacements', 'transformers', 'vars'];

/** The `behavior` of generators that need an object of their name. */
export const mergingBehaviors: ReadonlySet<string> = new Set(['merge', 'replace']);

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
      isMerged: mergingBehaviors.has(generator.at('behavior').text ?? ''),
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
