import { goValue, goQuote, type Shape } from './go-values.js';

/**
 * One mistake of a Rollout, as upstream words it: `<path>: <what>: <value>: <detail>`.
 * https://github.com/kubernetes/apimachinery/blob/v0.34.1/pkg/util/validation/field/errors.go
 */
export type FieldError = string;

/**
 * No mistakes. Nearly everything that is looked at is as it should be, so this is said often, and no list is made for it.
 */
export const none: readonly never[] = [];

/** The mistakes of several lists, in their order. */
export function joined(...lists: readonly (readonly FieldError[])[]): readonly FieldError[] {
  let all: readonly FieldError[] = none;
  for (const list of lists) if (list.length > 0) all = all.length === 0 ? list : [...all, ...list];
  return all;
}

/** The mistakes of each item, in their order. */
export function ofEach<T>(
  items: readonly T[] | undefined,
  errorsOf: (item: T, index: number) => readonly FieldError[],
): readonly FieldError[] {
  if (!items) return none;
  let all: readonly FieldError[] = none;
  for (let index = 0; index < items.length; index++) {
    const errors = errorsOf(items[index]!, index);
    if (errors.length > 0) all = all.length === 0 ? errors : [...all, ...errors];
  }
  return all;
}

/** The path that a mistake begins with; some lack a key or spell it in another way than manifests do. */
export function pathOf(error: FieldError): string {
  return error.slice(0, Math.max(0, error.indexOf(': ')));
}

/** `Invalid value`. A text is quoted, everything else is JSON; a shape says how a struct is written. */
export function invalid(path: string, value: unknown, detail: string, shape?: Shape): FieldError {
  return error(path, 'Invalid value', printed(value, shape), detail);
}

/** Each of several problems of one value as a mistake. */
export function allInvalid(path: string, value: unknown, problems: readonly string[]): readonly FieldError[] {
  return problems.length === 0 ? none : problems.map((problem) => invalid(path, value, problem));
}

export function required(path: string, detail = ''): FieldError {
  return error(path, 'Required value', undefined, detail);
}

export function forbidden(path: string, detail: string): FieldError {
  return error(path, 'Forbidden', undefined, detail);
}

export function duplicate(path: string, value: unknown, shape?: Shape): FieldError {
  return error(path, 'Duplicate value', printed(value, shape));
}

export function notFound(path: string, value: unknown): FieldError {
  return error(path, 'Not found', printed(value));
}

export function notSupported(path: string, value: string, supported: readonly string[]): FieldError {
  return error(
    path,
    'Unsupported value',
    printed(value),
    `supported values: ${supported.map(goQuote).join(', ')}`,
  );
}

/** What upstream says of a mistake that it does not tie to a value. */
export function internalError(path: string, detail: string): FieldError {
  return error(path, 'Internal error', undefined, detail);
}

function error(path: string, what: string, value: string | undefined, detail = ''): FieldError {
  return [`${path}: ${what}`, value, detail].filter((part) => part !== undefined && part !== '').join(': ');
}

function printed(value: unknown, shape?: Shape): string {
  return typeof value === 'string' ? goQuote(value) : (goValue(value, shape) ?? 'null');
}

/** The text for a number below zero. https://github.com/kubernetes/apimachinery/blob/v0.34.1/pkg/api/validation/objectmeta.go */
export function nonNegative(path: string, value: number): readonly FieldError[] {
  return value < 0 ? [invalid(path, value, 'must be greater than or equal to 0')] : none;
}
