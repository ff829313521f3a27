import { memoize } from '../../model/memo.js';
import { canonicalQuantity } from '../objects/quantity.js';
import { isList, isMap, type JsonMap } from '../objects/json.js';
import { builtInType, structOf, type GoField, type GoType, type Scalar } from './schema-table.js';

/** Thrown for a value that Go cannot read into the type of its field. */
export class GoTypeError extends Error {}

interface ReadingMode {
  /** Whether a field that the type does not have is an error. */
  readonly isStrict: boolean;
  /** Whether a value that Go cannot read stays as it is. */
  readonly keepsMisfits?: boolean;
}

/**
 * An object as it comes out of the Go type of its kind, with the keys that it had: quantities are canonical and what is
 * empty and left out when it is empty is gone. One that does not fit its type stays as it is.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/diff/diff.go (remarshal)
 */
export const remarshal = memoize((object: JsonMap): JsonMap => {
  const type = builtInType(object['apiVersion'], object['kind']);
  if (type === undefined) return object;
  try {
    return trimTo(object, remarshaledStruct(object, type, { isStrict: true }));
  } catch (error) {
    if (error instanceof GoTypeError) return object;
    throw error;
  }
});

/** A value as Go writes it once it has read it into a type: fields that the type does not have are gone. */
export function typed(value: unknown, type: string): JsonMap {
  return remarshaledStruct(value, type, { isStrict: false });
}

/** The same of a value that may have placeholders and other misfits in it, which stay as they are. */
export function typedWithMisfits(value: unknown, type: string): JsonMap {
  return isMap(value) ? remarshaledStruct(value, type, { isStrict: false, keepsMisfits: true }) : {};
}

/**
 * A live value reduced to the keys of another one; elements of lists are paired by position, and those beyond stay.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/utils/json/json.go
 */
export function trimTo(shape: JsonMap, live: JsonMap): JsonMap {
  const result: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(shape))
    if (Object.hasOwn(live, key)) result[key] = trimmed(inner, live[key]);
  return result;
}

export function trimList(shape: readonly unknown[], live: readonly unknown[]): readonly unknown[] {
  return live.map((item, index) => (index < shape.length ? trimmed(shape[index], item) : item));
}

function trimmed(shape: unknown, live: unknown): unknown {
  if (isMap(shape) && isMap(live)) return trimTo(shape, live);
  if (isList(shape) && isList(live)) return trimList(shape, live);
  return live;
}

function remarshaledStruct(value: unknown, name: string, reading: ReadingMode): JsonMap {
  if (value !== null && value !== undefined && !isMap(value)) throw new GoTypeError();
  const given = value ?? {};
  const { fields } = structOf(name);
  if (reading.isStrict && Object.keys(given).some((key) => !fields.has(key))) throw new GoTypeError();
  const result: Record<string, unknown> = {};
  for (const [key, field] of fields) {
    const inner = writtenField(given[key], field, reading);
    if (inner !== undefined) result[key] = inner;
  }
  return result;
}

/** Undefined for a field that is left out. */
function writtenField(value: unknown, field: GoField, reading: ReadingMode): unknown {
  const { type, isPointer, omitsEmpty, omitsZero } = field;
  // JSON that Go does not look into is kept, be it null.
  if (value === null && !isPointer && type.kind === 'scalar' && type.scalar === 'any') return null;
  if (value === null || value === undefined) {
    if (isPointer) return omitsEmpty ? undefined : null;
    const zero = zeroOf(type, reading);
    return (omitsEmpty && isEmpty(zero, type)) || (omitsZero && zero === null) ? undefined : zero;
  }
  const result = writtenOrKept(value, type, reading);
  return omitsEmpty && !isPointer && isEmpty(result, type) ? undefined : result;
}

function zeroOf(type: GoType, reading: ReadingMode): unknown {
  if (type.kind === 'struct') return remarshaledStruct({}, type.name, reading);
  return type.kind === 'scalar' ? zeroScalars[type.scalar] : null;
}

const zeroScalars: Readonly<Record<Scalar, unknown>> = {
  string: '',
  int: 0,
  bool: false,
  bytes: null,
  quantity: '0',
  intOrString: 0,
  time: null,
  microTime: null,
  any: null,
};

/** What `omitempty` leaves out; a struct is never empty, and a quantity is a struct. */
function isEmpty(value: unknown, type: GoType): boolean {
  if (type.kind === 'struct') return false;
  if (isList(value)) return value.length === 0;
  if (type.kind === 'map') return value === null || (isMap(value) && Object.keys(value).length === 0);
  if (type.kind === 'list') return value === null;
  if (type.kind !== 'scalar' || structLike.has(type.scalar)) return false;
  if (type.scalar === 'any') return value === null;
  return value === null || value === '' || value === 0 || value === false;
}

const structLike: ReadonlySet<Scalar> = new Set<Scalar>(['quantity', 'intOrString', 'time', 'microTime']);

function writtenValue(value: unknown, type: GoType, reading: ReadingMode): unknown {
  switch (type.kind) {
    case 'struct':
      return remarshaledStruct(value, type.name, reading);
    case 'list':
      if (!isList(value)) throw new GoTypeError();
      return value.map((item) => writtenElement(item, type.element, reading));
    case 'map':
      if (!isMap(value)) throw new GoTypeError();
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, writtenElement(item, type.element, reading)]),
      );
    case 'scalar':
      return writtenScalar(value, type.scalar);
  }
}

function writtenElement(value: unknown, type: GoType, reading: ReadingMode): unknown {
  return value === null ? zeroOf(type, reading) : writtenOrKept(value, type, reading);
}

function writtenOrKept(value: unknown, type: GoType, reading: ReadingMode): unknown {
  if (reading.keepsMisfits !== true) return writtenValue(value, type, reading);
  try {
    return writtenValue(value, type, reading);
  } catch (error) {
    if (error instanceof GoTypeError) return value;
    throw error;
  }
}

/** Whether Go can read a value into a scalar. */
export function fitsScalar(value: unknown, scalar: Scalar): boolean {
  try {
    writtenScalar(value, scalar);
    return true;
  } catch (error) {
    if (error instanceof GoTypeError) return false;
    throw error;
  }
}

function writtenScalar(value: unknown, scalar: Scalar): unknown {
  switch (scalar) {
    case 'any':
      return value;
    case 'string':
      if (typeof value === 'string') return value;
      throw new GoTypeError();
    case 'bool':
      if (typeof value === 'boolean') return value;
      throw new GoTypeError();
    case 'int':
      if (Number.isInteger(value)) return value;
      throw new GoTypeError();
    case 'intOrString':
      // The number is an int32.
      if (typeof value === 'string' || (Number.isInteger(value) && value === ((value as number) | 0)))
        return value;
      throw new GoTypeError();
    case 'quantity':
      if ((typeof value === 'string' || typeof value === 'number') && quantity.test(String(value)))
        return canonicalQuantity(value);
      throw new GoTypeError();
    case 'bytes':
      if (typeof value === 'string' && base64.test(value)) return value;
      if (isList(value) && value.every(isByte)) return textOfBytes(value);
      throw new GoTypeError();
    case 'time':
    case 'microTime':
      return writtenTime(value, scalar);
  }
}

const quantity = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[KMGTPE]i|[numkMGTPE]|[eE][-+]?\d+)?$/;
/** What Go reads as one byte of a list: null leaves it at zero. */
export function isByte(value: unknown): value is number | null {
  return value === null || (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255);
}

/** The bytes of a list as Go writes them. */
export function textOfBytes(bytes: readonly (number | null)[]): string {
  return btoa(String.fromCharCode(...bytes.map((byte) => byte ?? 0)));
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function writtenTime(value: unknown, scalar: 'time' | 'microTime'): string {
  const milliseconds =
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[-+]\d\d:\d\d)$/.test(value)
      ? Date.parse(value)
      : NaN;
  if (Number.isNaN(milliseconds)) throw new GoTypeError();
  const text = new Date(milliseconds).toISOString();
  if (scalar === 'time') return text.replace(/\.\d+Z$/, 'Z');
  const fraction = (/\.(\d+)/.exec(String(value))?.[1] ?? '').padEnd(6, '0').slice(0, 6);
  return text.replace(/\.\d+Z$/, `.${fraction}Z`);
}
