import type { Field, Path } from '../../model/field.js';

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

/** The value of a setting that is a file name or inline content. */
export function patchContent(text: string | undefined): Pick<Patch, 'file' | 'inline'> {
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

export function readPatches(root: Field): Patch[] {
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
      const { op, path, from } = (operation ?? {}) as { op?: unknown; path?: unknown; from?: unknown };
      const pointers = [path, from].filter((pointer) => typeof pointer === 'string');
      // It leaves all other items where they are.
      return pointers.map(op === 'replace' ? segmentsOf : pointerToPath);
    });
  }
  if (typeof content !== 'object' || content === null) return [[]];
  return leafPaths(content as Record<string, unknown>, []).filter(
    ([first, second]) =>
      !['apiVersion', 'kind'].includes(String(first)) && !(first === 'metadata' && second === 'name'),
  );
}

function segmentsOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function pointerToPath(pointer: string): Path {
  const path = segmentsOf(pointer);
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
