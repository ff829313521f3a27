import { none } from '../../model/none.js';
import { whereKnown } from '../objects/unknown.js';
import { goValue, goQuote, type GoShape } from './go-values.js';

/**
 * One error of an object: its type, path, value and detail. `errorMessage` words it as upstream does.
 * https://github.com/kubernetes/apimachinery/blob/v0.34.1/pkg/util/validation/field/errors.go
 */
export interface FieldError {
  readonly type: ErrorType;
  /** As upstream writes it; some paths lack a key or spell it differently than manifests. */
  readonly path: string;
  /** The path in a manifest, if it differs. */
  readonly at?: string;
  /** The part of the value that it is about: a label of an object. */
  readonly about?: string;
  /** Upstream's sentence, if it does not consist of the parts. */
  readonly text?: string;
  /** Undefined if the sentence has no value. */
  readonly value?: { readonly is: unknown; readonly shape?: GoShape | undefined } | undefined;
  readonly detail: string;
  /** Whether upstream reports it because of another reported error, so that fixing that one fixes both. */
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

/** The errors of several lists, in order. */
export function concatenated<E>(...lists: readonly (readonly E[])[]): readonly E[] {
  let all: readonly E[] = none;
  for (const list of lists) if (list.length > 0) all = all.length === 0 ? list : [...all, ...list];
  return all;
}

/** The errors of each item, in order; none for an item that is not completely known. */
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

/** `<path>: <type>: <value>: <detail>`. A string is quoted, everything else is JSON; a shape defines how a struct is printed. */
export function errorMessage({ type, path, value, detail, text }: FieldError): string {
  if (text !== undefined) return text;
  const parts = [`${path}: ${type}`, ...(value ? [printed(value.is, value.shape)] : []), detail];
  return parts.filter((part) => part !== '').join(': ');
}

export function invalid(path: string, value: unknown, detail: string, shape?: GoShape): FieldError {
  return { type: 'Invalid value', path, value: { is: value, shape }, detail };
}

/** An error for each of several problems of one value. */
export function allInvalid(path: string, value: unknown, problems: readonly string[]): readonly FieldError[] {
  return problems.length === 0 ? none : problems.map((problem) => invalid(path, value, problem));
}

export function requiredError(path: string, detail = ''): FieldError {
  return { type: 'Required value', path, detail };
}

export function forbidden(path: string, detail: string): FieldError {
  return { type: 'Forbidden', path, detail };
}

export function duplicate(path: string, value: unknown, shape?: GoShape): FieldError {
  return { type: 'Duplicate value', path, value: { is: value, shape }, detail: '' };
}

export function notFound(path: string, value: unknown): FieldError {
  return { type: 'Not found', path, value: { is: value }, detail: '' };
}

export function notSupported(path: string, value: string, supported: readonly string[]): FieldError {
  const detail = `supported values: ${supported.map(goQuote).join(', ')}`;
  return { type: 'Unsupported value', path, value: { is: value }, detail };
}

/** Errors with their path in a manifest. */
export function located(errors: readonly FieldError[], at: string): readonly FieldError[] {
  return errors.length === 0 ? none : errors.map((error) => ({ ...error, at }));
}

/** Errors that only exist because of another one. */
export function following<E extends FieldError>(errors: readonly E[]): readonly E[] {
  return errors.length === 0 ? none : errors.map((error) => ({ ...error, follows: true }));
}

/** An error of upstream without a value. */
export function internalError(path: string, detail: string): FieldError {
  return { type: 'Internal error', path, detail };
}

function printed(value: unknown, shape?: GoShape): string {
  return typeof value === 'string' ? goQuote(value) : (goValue(value, shape) ?? 'null');
}

/** The error for a negative number. https://github.com/kubernetes/apimachinery/blob/v0.34.1/pkg/api/validation/objectmeta.go */
export function nonNegative(path: string, value: number): readonly FieldError[] {
  return value < 0 ? [invalid(path, value, 'must be greater than or equal to 0')] : none;
}
