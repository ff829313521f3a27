import { mapEntries, type Node, type ScalarNode } from '../../model/node.js';

/** What kustomize does with a path. */
type Use =
  /** It reads a file, or builds a folder. */
  | 'resource'
  /** It applies a folder to what it builds. */
  | 'component'
  /** The same, for objects that configure kustomize; they may be inline. */
  | 'plugin'
  /** It reads a file; a patch may be inline. */
  | 'patch'
  | 'file'
  /** It reads a file, perhaps with a key before it: `key=file`. */
  | 'keyed';

/** A path in a kustomization. */
export interface PathAt {
  readonly node: ScalarNode;
  readonly text: string;
  readonly use: Use;
}

/** `*` is each element of a list. Kustomize reads keys through Go's JSON, which is case-insensitive. */
const uses: readonly (readonly [path: readonly string[], use: Use])[] = [
  [['resources', '*'], 'resource'],
  [['bases', '*'], 'resource'],
  [['components', '*'], 'component'],
  [['generators', '*'], 'plugin'],
  [['transformers', '*'], 'plugin'],
  [['validators', '*'], 'plugin'],
  [['patchesstrategicmerge', '*'], 'patch'],
  [['patches', '*', 'path'], 'file'],
  [['patchesjson6902', '*', 'path'], 'file'],
  [['replacements', '*', 'path'], 'file'],
  [['configurations', '*'], 'file'],
  [['crds', '*'], 'file'],
  [['openapi', 'path'], 'file'],
  ...['configmapgenerator', 'secretgenerator'].flatMap((key): [string[], Use][] => [
    [[key, '*', 'files', '*'], 'keyed'],
    [[key, '*', 'envs', '*'], 'file'],
    [[key, '*', 'env'], 'file'],
  ]),
];

/** Every path that kustomize reads from a kustomization. */
export function pathsIn(root: Node): readonly PathAt[] {
  return uses.flatMap(([path, use]) =>
    reach(root, path).flatMap((node) =>
      node.kind === 'scalar' && typeof node.value === 'string' && node.value !== ''
        ? [{ node, text: node.value, use }]
        : [],
    ),
  );
}

function reach(node: Node, [segment, ...rest]: readonly string[]): readonly Node[] {
  if (segment === undefined) return [node];
  if (segment === '*') return node.kind === 'list' ? node.items.flatMap((item) => reach(item, rest)) : [];
  return mapEntries(node)
    .filter(({ key }) => key.toLowerCase() === segment)
    .flatMap(({ value }) => reach(value, rest));
}

/** The strings in a value, without those of annotations. */
export function textsIn(node: Node): readonly Pick<PathAt, 'node' | 'text'>[] {
  if (node.kind === 'list') return node.items.flatMap(textsIn);
  if (node.kind === 'map')
    return node.entries.flatMap(({ key, value }) =>
      key.toLowerCase() === 'annotations' ? [] : textsIn(value),
    );
  return typeof node.value === 'string' ? [{ node, text: node.value }] : [];
}

/** A value as JSON, with some strings replaced, or left out of their lists where there is none. */
export function toJson(node: Node, texts: ReadonlyMap<Node, string | undefined>): string {
  switch (node.kind) {
    case 'scalar':
      return JSON.stringify(texts.get(node) ?? node.value);
    case 'list':
      return `[${node.items
        .filter((item) => !texts.has(item) || texts.get(item) !== undefined)
        .map((item) => toJson(item, texts))
        .join(',')}]`;
    case 'map':
      return `{${node.entries.map(({ key, value }) => `${JSON.stringify(key)}:${toJson(value, texts)}`).join(',')}}`;
  }
}

/**
 * Whether kustomize would fetch a path, by HTTP or Git.
 * https://github.com/kubernetes-sigs/kustomize/blob/api/v0.21.1/api/internal/git/repospec.go
 */
export function isRemote(text: string): boolean {
  return /^\s*([a-z][a-z0-9+.-]*:\/\/|https?:|git::|gh:|[\w.-]+@|(www\.)?github\.com[/:])/i.test(text);
}
