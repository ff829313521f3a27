import type { Labels } from '../../kubernetes/objects/object.js';

/** A Kubernetes object as it is stored in Git. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ManifestMetadata;
  readonly [field: string]: unknown;
}

export interface ManifestMetadata {
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: Labels;
  readonly annotations?: Labels;
}

/** A part of a manifest that is copied unchanged. */
export type Raw = Readonly<Record<string, unknown>>;

/** What an object beside a Rollout is called, and what is said of it. */
export interface ObjectMetadata {
  /**
   * The name: `metadata.name`.
   * @default - the name of the Rollout
   */
  readonly name?: string;
  /**
   * Labels beside those of all objects.
   * @default - none
   */
  readonly labels?: Labels;
  /** @default - none */
  readonly annotations?: Labels;
}

/** The common settings of all manifests of a system. */
export interface ManifestContext {
  /**
   * The namespace of all objects; if it is set, host names include it.
   * @default - none; host names are short
   */
  readonly namespace?: string | undefined;

  /**
   * Labels of all objects. Pods and selectors do not get them.
   * @default - none
   */
  readonly labels?: Labels | undefined;
}

/** An existing object: anything with a name, such as an ApiObject or a construct of cdk8s-plus. */
export interface Existing {
  /** The name of the object. */
  readonly name: string;
}

/** An existing object of which only the name is known, as `fromExisting` returns it. */
export interface ExistingByName extends Existing {
  /** Tells it from a name that is to be given. */
  readonly existing: true;
}

/** An object of the app that is made elsewhere: an ApiObject, or a construct of cdk8s-plus. */
export interface ExistingConstruct extends Existing {
  /** Its place in the tree of constructs. */
  readonly node: object;
}

/** Names an existing object, which is referenced and not created. */
export function fromExisting(name: string): ExistingByName {
  return { name, existing: true };
}

declare const refused: unique symbol;

/** A type without values: the compiler shows the reason as the expected type. */
export interface Refused<Why extends string> {
  /** The reason; no value has it. */
  readonly [refused]: Why;
}

/** What does not tell whether the object exists; the compiler gives the reason. */
interface NeitherMadeNorExisting {
  /** Refused by itself. */
  readonly name: Refused<'write the name alone for an object to make, or fromExisting(name) for one that exists'>;
  /** Not of such an object. */
  readonly existing?: never;
  /** Not of such an object. */
  readonly node?: never;
}

/** The name of an object to create, or an existing object. */
export type Named = string | ExistingByName | ExistingConstruct | NeitherMadeNorExisting;

// eslint-disable-next-line @typescript-eslint/no-unused-vars -- Nothing but its type is needed.
declare const unwritable: unique symbol;

/**
 * A member of a union that no program can write. It has no properties, so the compiler reports an object that fits no other member
 * at the property that is wrong in the member that is nearest, and not at the object.
 */
export type Unwritable = typeof unwritable;

/** An object with exactly one of the fields. */
export type OneOf<Fields> = {
  [Key in keyof Fields]: { readonly [Chosen in Key]-?: NonNullable<Fields[Chosen]> } & {
    readonly [Other in Exclude<keyof Fields, Key>]?: never;
  };
}[keyof Fields];

/** Fields that are laid over others: maps within maps, lists as a whole; null takes a field away. */
export type Overrides<Fields> = { readonly [Key in keyof Fields]?: LaidOver<Fields[Key]> | null };

type LaidOver<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? Overrides<Value>
    : Value;

/** Invalid props. */
export class UnfitProps extends Error {
  override readonly name = 'UnfitProps';
}

let whenRefused: ((error: UnfitProps) => void) | undefined;

/** Hears of each refusal before it is thrown: constructs are used by programs, which may not catch it. */
export function onRefusal(listener: (error: UnfitProps) => void): void {
  whenRefused = listener;
}

/** @throws {UnfitProps} always */
export function refuse(message: string): never {
  const error = new UnfitProps(message);
  whenRefused?.(error);
  throw error;
}

/** The name of an object to create or of an existing one. */
export function nameOrDefault(named: Named | undefined, byDefault: string): string {
  if (named === undefined) return byDefault;
  return typeof named === 'string' ? named : (named.name as string);
}

/** Whether an object must be created. */
export function isMade(named: Named | undefined): named is string | undefined {
  return typeof named !== 'object';
}

/** An object of a system, with the common settings. */
export function manifest(
  { namespace, labels }: ManifestContext,
  [apiVersion, kind]: readonly [apiVersion: string, kind: string],
  name: string,
  fields: Raw,
  annotations?: Labels,
): Manifest {
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      ...(namespace !== undefined && { namespace }),
      ...(labels && Object.keys(labels).length > 0 && { labels }),
      ...(annotations && Object.keys(annotations).length > 0 && { annotations }),
    },
    ...fields,
  };
}

/** An object beside a Rollout, which the Rollout gives its name unless it has its own. */
export function namedManifest(
  rollout: string,
  context: ManifestContext,
  type: readonly [apiVersion: string, kind: string],
  { name = rollout, labels, annotations }: ObjectMetadata,
  fields: Raw,
): Manifest {
  return manifest({ ...context, labels: { ...context.labels, ...labels } }, type, name, fields, annotations);
}

/** An object without the fields that are undefined. */
export function defined(fields: Raw): Raw {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** An object without some of its fields. */
export function withoutFields<T extends object, K extends keyof T>(
  fields: T,
  ...keys: readonly K[]
): Omit<T, K> {
  return Object.fromEntries(
    Object.entries(fields).filter(([key]) => !(keys as readonly PropertyKey[]).includes(key)),
  ) as Omit<T, K>;
}

/** Whether a value is a plain map, not one that cdk8s resolves later. */
export function isPlainObject(value: unknown): value is Raw {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Not Object.prototype itself: maps from another realm, such as a sandbox of a test, are plain, too.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
