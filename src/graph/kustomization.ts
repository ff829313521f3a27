import type { Field, Path } from '../model/field.js';
import type { Resource } from '../model/resource.js';
import { folderOf } from '../model/source.js';

/**
 * What a kustomization.yaml says of the files beside it, as far as it can be read without rendering.
 * https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/
 */
export interface Kustomization {
  readonly resource: Resource;
  readonly folder: string;
  /** Absolute paths of the files and folders whose resources it builds. */
  readonly members: readonly string[];
  readonly isComponent: boolean;
  readonly namespace: string | undefined;
  readonly namePrefix: string;
  readonly nameSuffix: string;
  /** Names of the ConfigMaps and Secrets that it generates, as other resources refer to them. */
  readonly generated: readonly { readonly kind: string; readonly name: string }[];
  /** Files that it reads as something else than resources: patches, values, configurations. */
  readonly otherFiles: readonly string[];
  readonly patches: readonly Patch[];
  /** Whether it builds resources that are not among its local files: remote bases, charts, generators. */
  readonly isOpen: boolean;
}

/** Which resources a patch may change, and which of their fields. */
export interface Patch {
  readonly kind: string | undefined;
  readonly name: string | undefined;
  /** The file that holds it; the content is read when needed. */
  readonly file: string | undefined;
  readonly inline: string | undefined;
  /** Whether name is a regular expression, as in the target of `patches`. */
  readonly isSelector: boolean;
}

const memberKeys = ['resources', 'bases', 'components'];
const fileKeys = ['configurations', 'crds', 'transformers', 'generators', 'validators'];
const generatorKeys = { configMapGenerator: 'ConfigMap', secretGenerator: 'Secret' } as const;

export function isKustomization(resource: Resource): boolean {
  return resource.group === 'kustomize.config.k8s.io';
}

export function readKustomization(resource: Resource): Kustomization {
  const folder = folderOf(resource.source);
  const local = (text: string): string => join(folder, text);
  const texts = (field: Field): string[] => field.items.flatMap((item) => item.text ?? []);

  const members = memberKeys.flatMap((key) => texts(resource.at(key)));
  const patches = readPatches(resource);
  const generators = Object.entries(generatorKeys).flatMap(([key, kind]) =>
    resource.at(key).items.map((generator) => ({ kind, generator })),
  );
  const inlineOrFile = fileKeys.flatMap((key) => texts(resource.at(key)));

  return {
    resource,
    folder,
    members: members.filter((member) => !isRemote(member)).map(local),
    isComponent: resource.kind === 'Component',
    namespace: resource.at('namespace').text,
    namePrefix: resource.at('namePrefix').text ?? '',
    nameSuffix: resource.at('nameSuffix').text ?? '',
    generated: generators.map(({ kind, generator }) => ({ kind, name: generator.at('name').text ?? '' })),
    otherFiles: [
      ...inlineOrFile,
      ...patches.flatMap(({ file }) => file ?? []),
      ...resource.at('replacements').items.flatMap((item) => item.at('path').text ?? []),
      ...resource.at('helmCharts').items.flatMap((chart) => chart.at('valuesFile').text ?? []),
      ...generators.flatMap(({ generator }) =>
        ['files', 'envs'].flatMap((key) =>
          texts(generator.at(key)).map((file) => file.slice(file.indexOf('=') + 1)),
        ),
      ),
    ]
      .filter((file) => !file.includes('\n'))
      .map(local),
    patches,
    isOpen:
      members.some(isRemote) ||
      resource.at('helmCharts').exists ||
      resource.at('helmChartInflationGenerator').exists ||
      resource.at('generators').exists,
  };
}

function readPatches(resource: Resource): Patch[] {
  const fileOrInline = (text: string | undefined): Pick<Patch, 'file' | 'inline'> =>
    text === undefined || text.includes('\n') || text.includes('{')
      ? { file: undefined, inline: text }
      : { file: text, inline: undefined };

  const strategic = resource.at('patchesStrategicMerge').items.map((item) => ({
    ...fileOrInline(item.text),
    kind: undefined,
    name: undefined,
    isSelector: false,
  }));
  const targeted = ['patches', 'patchesJson6902'].flatMap((key) =>
    resource.at(key).items.map((patch) => {
      const target = patch.at('target');
      const path = patch.at('path').text;
      return {
        ...(path === undefined ? { file: undefined, inline: patch.at('patch').text } : { file: path, inline: undefined }),
        kind: target.at('kind').text,
        name: target.at('name').text,
        isSelector: target.exists,
      };
    }),
  );
  const direct = [
    ...resource.at('images').items.map(() => ({ kind: undefined, path: ['spec', 'template', 'spec'] })),
    ...resource.at('replicas').items.map(() => ({ kind: undefined, path: ['spec', 'replicas'] })),
  ];
  const transformed = direct.map(({ kind, path }) => ({
    kind,
    name: undefined,
    file: undefined,
    inline: JSON.stringify([{ op: 'replace', path: `/${path.join('/')}` }]),
    isSelector: true,
  }));
  return [...strategic, ...targeted, ...transformed];
}

/** The fields that a patch touches, from its content; the empty path stands for the whole resource. */
export function touchedPaths(content: unknown): Path[] {
  if (Array.isArray(content)) {
    return content.flatMap((operation: unknown) => {
      const { path, from } = (operation ?? {}) as { path?: unknown; from?: unknown };
      return [path, from].filter((pointer) => typeof pointer === 'string').map(pointerToPath);
    });
  }
  if (typeof content !== 'object' || content === null) return [[]];
  return leaves(content as Record<string, unknown>, []).filter(
    ([first, second]) => !['apiVersion', 'kind'].includes(String(first)) && !(first === 'metadata' && second === 'name'),
  );
}

function pointerToPath(pointer: string): Path {
  const path = pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  // An index into a list cannot be told from a key here, and may shift: the list itself counts as touched.
  const index = path.findIndex((segment) => /^(\d+|-)$/.test(segment));
  return index === -1 ? path : path.slice(0, index);
}

function leaves(value: Record<string, unknown>, path: Path): Path[] {
  return Object.entries(value).flatMap(([key, item]) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? leaves(item as Record<string, unknown>, [...path, key])
      : [[...path, key]],
  );
}

function isRemote(member: string): boolean {
  return /^[a-z+]+:\/\/|^git@|^github\.com\/|\?ref=|\.git(\/|$|\?)/.test(member);
}

/** The absolute path of a reference from a folder, `..` resolved. */
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
