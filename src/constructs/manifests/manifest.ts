import type { Labels } from '../../kubernetes/objects/object.js';

/** A Kubernetes object as it is written into Git. */
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

/** A part of a manifest that is passed on as it is. */
export type Raw = Readonly<Record<string, unknown>>;

/** What all manifests of a system have in common. */
export interface ManifestContext {
  /**
   * The namespace of all objects; host names are written in full where it is known.
   * @default - none is written; host names are short
   */
  readonly namespace?: string | undefined;

  /**
   * Labels of all objects. Pods and selectors do not get them.
   * @default - none
   */
  readonly labels?: Labels | undefined;
}

/** An object that somebody else makes; what has a name, such as an ApiObject or a construct of cdk8s-plus, is one. */
export interface Existing {
  readonly name: string;
}

/** The name for an object to make, or an object that is there. */
export type Named = string | Existing;

/** Names an object that somebody else makes: it is referred to and not made again. */
export function fromExisting(name: string): Existing {
  return { name };
}

declare const refused: unique symbol;

/** What no value fits: the compiler says the reason as the type that it expects. */
export interface Refused<Why extends string> {
  readonly [refused]: Why;
}

/** An object with exactly one of the fields. */
export type OneOf<Fields> = {
  [Key in keyof Fields]: { readonly [Chosen in Key]-?: NonNullable<Fields[Chosen]> } & {
    readonly [Other in Exclude<keyof Fields, Key>]?: never;
  };
}[keyof Fields];

/** Props that no system can be made of. */
export class UnfitProps extends Error {
  override readonly name = 'UnfitProps';
}

/** @throws {UnfitProps} always */
export function refuse(message: string): never {
  throw new UnfitProps(message);
}

/** The name that an object gets or has. */
export function nameOf(named: Named | undefined, byDefault: string): string {
  if (named === undefined) return byDefault;
  return typeof named === 'string' ? named : named.name;
}

/** Whether an object is to be made. */
export function isMade(named: Named | undefined): named is string | undefined {
  return typeof named !== 'object';
}

/** An object of a system, with what all its objects have in common. */
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

/** An object without the fields that are undefined. */
export function defined(fields: Raw): Raw {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** An object without some of its fields. */
export function without<T extends object, K extends keyof T>(fields: T, ...keys: readonly K[]): Omit<T, K> {
  return Object.fromEntries(
    Object.entries(fields).filter(([key]) => !(keys as readonly PropertyKey[]).includes(key)),
  ) as Omit<T, K>;
}

/** Whether a value is a plain map and nothing that cdk8s resolves later. */
export function isPlain(value: unknown): value is Raw {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Not Object.prototype itself: maps from another realm, such as a sandbox of a test, are plain, too.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
