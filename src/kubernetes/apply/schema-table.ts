/* eslint-disable @typescript-eslint/no-require-imports -- The table is loaded when a built-in kind is first met. */
import { groupOf } from '../objects/object.js';

/**
 * The types of Kubernetes: how Go marshals a field, and how strategic merge patches and server-side apply merge it.
 * `types/built-in.json` is written by conformance/argocd/types from
 * https://github.com/kubernetes/api/tree/v0.36.1 (tags of the fields) and from
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/utils/kube/scheme/parser.go (list and map types).
 */
interface Table {
  readonly kinds: Readonly<Record<string, string>>;
  readonly types: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export type Scalar =
  'string' | 'int' | 'bool' | 'bytes' | 'quantity' | 'intOrString' | 'time' | 'microTime' | 'any';

export type GoType =
  | { readonly kind: 'scalar'; readonly scalar: Scalar }
  | { readonly kind: 'list'; readonly element: GoType }
  | { readonly kind: 'map'; readonly element: GoType }
  | { readonly kind: 'struct'; readonly name: string };

/** A field of a Go struct. */
export interface GoField {
  readonly type: GoType;
  readonly isPointer: boolean;
  /** Whether `omitempty` is set. */
  readonly omitsEmpty: boolean;
  readonly omitsZero: boolean;
  /** The strategy of strategic merge patches. */
  readonly strategy: 'merge' | 'replace' | undefined;
  readonly retainsKeys: boolean;
  readonly mergeKey: string | undefined;
  /** The list type of server-side apply: atomic, a set, or the keys of its elements. */
  readonly relation: 'atomic' | 'set' | readonly string[] | undefined;
  /** The default of a key that identifies elements. */
  readonly implied: unknown;
}

export interface GoStruct {
  readonly name: string;
  readonly fields: ReadonlyMap<string, GoField>;
  /** Whether server-side apply treats it as a single value. */
  readonly isAtomic: boolean;
}

let loaded: Table | undefined;

function table(): Table {
  return (loaded ??= require('./types/built-in.json') as Table);
}

/** The Go type of a kind, by its apiVersion. */
export function builtInType(apiVersion: unknown, kind: unknown): string | undefined {
  return typeof apiVersion === 'string' && typeof kind === 'string' && isBuiltIn(apiVersion)
    ? table().kinds[`${apiVersion}/${kind}`]
    : undefined;
}

/**
 * Whether a kind is part of Kubernetes, even if the table does not have it.
 * https://github.com/kubernetes/client-go/blob/v0.36.1/kubernetes/scheme/register.go
 */
export function isBuiltIn(apiVersion: unknown): boolean {
  return typeof apiVersion === 'string' && builtInGroups.has(groupOf(apiVersion));
}

const builtInGroups: ReadonlySet<string> = new Set([
  '',
  'admissionregistration.k8s.io',
  'apps',
  'authentication.k8s.io',
  'authorization.k8s.io',
  'autoscaling',
  'batch',
  'certificates.k8s.io',
  'coordination.k8s.io',
  'discovery.k8s.io',
  'events.k8s.io',
  'extensions',
  'flowcontrol.apiserver.k8s.io',
  'internal.apiserver.k8s.io',
  'networking.k8s.io',
  'node.k8s.io',
  'policy',
  'rbac.authorization.k8s.io',
  'resource.k8s.io',
  'scheduling.k8s.io',
  'storage.k8s.io',
  'storagemigration.k8s.io',
]);

const structs = new Map<string, GoStruct>();

/** A struct of the table. An unknown name is a bug. */
export function structOf(name: string): GoStruct {
  let struct = structs.get(name);
  if (!struct) {
    const { '/': relation, ...fields } = table().types[name] ?? {};
    if (Object.keys(fields).length === 0) throw new Error(`No type "${name}" in the table.`);
    struct = {
      name,
      isAtomic: relation === 'atomic',
      fields: new Map(Object.entries(fields).map(([field, text]) => [field, parseField(text)])),
    };
    structs.set(name, struct);
  }
  return struct;
}

/** `*[]core.v1.Volume?0 merge,retainKeys by name; keys name; default "TCP"` and shorter ones. */
function parseField(text: string): GoField {
  const [declaration = '', ...rest] = text.split('; ');
  const [, pointer, type = '', empty, zero, strategies = '', mergeKey] =
    /^(\*?)([\w.[\]{}]+?)(\??)(0?)(?: ([\w,]+))?(?: by (\w+))?$/.exec(declaration) ?? [];
  const strategy = strategies.split(',').find((name) => name === 'merge' || name === 'replace');
  const keys = rest.find((part) => part.startsWith('keys '))?.slice('keys '.length);
  const implied = rest.find((part) => part.startsWith('default '))?.slice('default '.length);
  return {
    type: parseType(type),
    isPointer: pointer === '*',
    omitsEmpty: empty === '?',
    omitsZero: zero === '0',
    strategy,
    retainsKeys: strategies.split(',').includes('retainKeys'),
    mergeKey,
    relation: keys?.split(',') ?? (['atomic', 'set'] as const).find((name) => rest.includes(name)),
    implied: implied === undefined ? undefined : (JSON.parse(implied) as unknown),
  };
}

const scalars: ReadonlySet<string> = new Set<Scalar>([
  'string',
  'int',
  'bool',
  'bytes',
  'quantity',
  'intOrString',
  'time',
  'microTime',
  'any',
]);

function parseType(text: string): GoType {
  if (text.startsWith('[]')) return { kind: 'list', element: parseType(text.slice(2)) };
  if (text.startsWith('{}')) return { kind: 'map', element: parseType(text.slice(2)) };
  return scalars.has(text) ? { kind: 'scalar', scalar: text as Scalar } : { kind: 'struct', name: text };
}
