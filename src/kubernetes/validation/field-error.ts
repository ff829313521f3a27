import { whereKnown } from '../objects/unknown.js';
import { goValue, goQuote, type Shape } from './go-values.js';

/**
 * One mistake of an object: what kind of mistake, of which value at which path, and why. `textOf` words it as upstream does.
 * https://github.com/kubernetes/apimachinery/blob/v0.34.1/pkg/util/validation/field/errors.go
 */
export interface FieldError {
  readonly type: ErrorType;
  /** As upstream writes it; some lack a key or spell it in another way than manifests do. */
  readonly path: string;
  /** Where a manifest has it, if that is elsewhere. */
  readonly at?: string;
  /** What of the value it is about: a label of an object. */
  readonly about?: string;
  /** Upstream's sentence where it is not made of the parts. */
  readonly text?: string;
  /** Undefined where the sentence names none. */
  readonly value?: { readonly is: unknown; readonly shape?: Shape | undefined } | undefined;
  readonly detail: string;
  /** Whether upstream says it because of another mistake that it tells of as well: who mends that one has mended this one. */
  readonly follows?: boolean;
}

export type ErrorType =
  | 'Invalid value'
  | 'Required value'
  | 'Forbidden'
  | 'Duplicate value'
  | 'Not found'
  | 'Unsupported value'
  | 'Internal error';

/**
 * No mistakes. Nearly everything that is looked at is as it should be, so this is said often, and no list is made for it.
 */
export const none: readonly never[] = [];

/** The mistakes of several lists, in their order. */
export function joined<E>(...lists: readonly (readonly E[])[]): readonly E[] {
  let all: readonly E[] = none;
  for (const list of lists) if (list.length > 0) all = all.length === 0 ? list : [...all, ...list];
  return all;
}

/** The mistakes of each item, in their order; none of one of which not all is known. */
export function ofEach<T, E>(
  items: readonly T[] | undefined,
  errorsOf: (item: T, index: number) => readonly E[],
): readonly E[] {
  if (!items) return none;
  let all: readonly E[] = none;
  for (let index = 0; index < items.length; index++) {
    const errors = whereKnown(() => errorsOf(items[index]!, index), none);
    if (errors.length > 0) all = all.length === 0 ? errors : [...all, ...errors];
  }
  return all;
}

/** `<path>: <what>: <value>: <detail>`. A text is quoted, everything else is JSON; a shape says how a struct is written. */
export function textOf({ type, path, value, detail, text }: FieldError): string {
  if (text !== undefined) return text;
  const parts = [`${path}: ${type}`, ...(value ? [printed(value.is, value.shape)] : []), detail];
  return parts.filter((part) => part !== '').join(': ');
}

export function invalid(path: string, value: unknown, detail: string, shape?: Shape): FieldError {
  return { type: 'Invalid value', path, value: { is: value, shape }, detail };
}

/** Each of several problems of one value as a mistake. */
export function allInvalid(path: string, value: unknown, problems: readonly string[]): readonly FieldError[] {
  return problems.length === 0 ? none : problems.map((problem) => invalid(path, value, problem));
}

export function required(path: string, detail = ''): FieldError {
  return { type: 'Required value', path, detail };
}

export function forbidden(path: string, detail: string): FieldError {
  return { type: 'Forbidden', path, detail };
}

export function duplicate(path: string, value: unknown, shape?: Shape): FieldError {
  return { type: 'Duplicate value', path, value: { is: value, shape }, detail: '' };
}

export function notFound(path: string, value: unknown): FieldError {
  return { type: 'Not found', path, value: { is: value }, detail: '' };
}

export function notSupported(path: string, value: string, supported: readonly string[]): FieldError {
  const detail = `supported values: ${supported.map(goQuote).join(', ')}`;
  return { type: 'Unsupported value', path, value: { is: value }, detail };
}

/** Mistakes with the place where a manifest has them. */
export function located(errors: readonly FieldError[], at: string): readonly FieldError[] {
  return errors.length === 0 ? none : errors.map((error) => ({ ...error, at }));
}

/** Mistakes that there would not be without another one. */
export function following<E extends FieldError>(errors: readonly E[]): readonly E[] {
  return errors.length === 0 ? none : errors.map((error) => ({ ...error, follows: true }));
}

/** What upstream says of a mistake that it does not tie to a value. */
export function internalError(path: string, detail: string): FieldError {
  return { type: 'Internal error', path, detail };
}

function printed(value: unknown, shape?: Shape): string {
  return typeof value === 'string' ? goQuote(value) : (goValue(value, shape) ?? 'null');
}

/** The text for a number below zero. https://github.com/kubernetes/apimachinery/blob/v0.34.1/pkg/api/validation/objectmeta.go */
export function nonNegative(path: string, value: number): readonly FieldError[] {
  return value < 0 ? [invalid(path, value, 'must be greater than or equal to 0')] : none;
}
