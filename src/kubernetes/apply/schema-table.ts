/* eslint-disable @typescript-eslint/no-require-imports -- A table is loaded when a kind of it is first met. */
import { groupOf } from '../objects/object.js';
import { type RolloutsVersion, rolloutsVersions } from '../objects/version.js';

/**
 * The types of Kubernetes: how Go marshals a field, and how strategic merge patches and server-side apply merge it.
 * `types/built-in.json` is written by conformance/argocd/types from
 * https://github.com/kubernetes/api/tree/v0.36.1 (tags of the fields) and from
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/utils/kube/scheme/parser.go (list and map types).
 */
interface TypeTable {
  readonly kinds: Readonly<Record<string, string>>;
  readonly types: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * How Go writes the types of Argo Rollouts: those of the newest line of releases, and what they are up to an earlier one. A field
 * that is null does not exist yet. `types/argo-rollouts.json` is written by conformance/recorder/types.
 */
interface RolloutsTable {
  readonly types: TypeTable['types'];
  readonly upTo: Readonly<
    Partial<Record<RolloutsVersion, Readonly<Record<string, Readonly<Record<string, string | null>>>>>>
  >;
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

let loaded: TypeTable | undefined;

function table(): TypeTable {
  return (loaded ??= require('./types/built-in.json') as TypeTable);
}

let loadedRollouts: RolloutsTable | undefined;

function rolloutsTable(): RolloutsTable {
  return (loadedRollouts ??= require('./types/argo-rollouts.json') as RolloutsTable);
}

const ofRollouts = 'rollouts.v1alpha1.';

/** The Go type of Argo Rollouts of a name, as a line of releases has it. */
export function rolloutsType(name: string, version: RolloutsVersion): string {
  return `${ofRollouts}${name}@${version}`;
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

/** A struct of a table. An unknown name is a bug. */
export function structOf(name: string): GoStruct {
  let struct = structs.get(name);
  if (!struct) {
    const [type = '', version] = name.split('@');
    const declared = version === undefined ? table().types[type] : fieldsIn(type, version);
    if (!declared) throw new Error(`No type "${name}" in the table.`);
    const { '/': relation, ...fields } = declared;
    struct = {
      name,
      isAtomic: relation === 'atomic',
      fields: new Map(Object.entries(fields).map(([field, text]) => [field, parseField(text, version)])),
    };
    structs.set(name, struct);
  }
  return struct;
}

/** The fields of a type of Argo Rollouts in a line of releases. */
function fieldsIn(type: string, version: string): Readonly<Record<string, string>> | undefined {
  const { types, upTo } = rolloutsTable();
  const newest = types[type];
  if (!newest) return undefined;
  const fields: Record<string, string | null> = { ...newest };
  const lines = rolloutsVersions.slice(rolloutsVersions.findIndex((line) => line === version));
  for (const line of lines.reverse()) Object.assign(fields, upTo[line]?.[type]);
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

/** `*[]core.v1.Volume?0 merge,retainKeys by name; keys name; default "TCP"` and shorter ones. */
function parseField(text: string, version: string | undefined): GoField {
  const [declaration = '', ...rest] = text.split('; ');
  const [, pointer, type = '', empty, zero, strategies = '', mergeKey] =
    /^(\*?)([\w.[\]{}]+?)(\??)(0?)(?: ([\w,]+))?(?: by (\w+))?$/.exec(declaration) ?? [];
  const strategy = strategies.split(',').find((name) => name === 'merge' || name === 'replace');
  const keys = rest.find((part) => part.startsWith('keys '))?.slice('keys '.length);
  const implied = rest.find((part) => part.startsWith('default '))?.slice('default '.length);
  return {
    type: parseType(type, version),
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

const scalarNames: ReadonlySet<string> = new Set<Scalar>([
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

function parseType(text: string, version: string | undefined): GoType {
  if (text.startsWith('[]')) return { kind: 'list', element: parseType(text.slice(2), version) };
  if (text.startsWith('{}')) return { kind: 'map', element: parseType(text.slice(2), version) };
  if (scalarNames.has(text)) return { kind: 'scalar', scalar: text as Scalar };
  return { kind: 'struct', name: text.startsWith(ofRollouts) ? `${text}@${version}` : text };
}
