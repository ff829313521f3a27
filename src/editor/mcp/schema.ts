import { isMap } from '../../kubernetes/objects/json.js';
import { shortened } from '../../model/message.js';
import { didYouMean } from '../../model/nearest-name.js';

/** The part of JSON Schema that describes the arguments and answers of tools. */
export type Schema = { readonly description?: string } & (
  | {
      readonly type: 'object';
      readonly properties?: Readonly<Record<string, Schema>>;
      readonly required?: readonly string[];
      readonly additionalProperties?: Schema | boolean;
      readonly maxProperties?: number;
    }
  | { readonly type: 'array'; readonly items: Schema; readonly maxItems?: number }
  | {
      readonly type: 'string' | readonly ['string', 'null'];
      readonly enum?: readonly string[];
      readonly maxLength?: number;
    }
  | { readonly type: 'integer' | 'number'; readonly minimum?: number; readonly maximum?: number }
  | { readonly type: 'boolean' }
  /** Any value. */
  | { readonly type?: undefined }
);

export const integer = { type: 'integer' } as const;

/** Severities, the gravest first. */
export const gravestFirst = ['error', 'warning', 'info'] as const;

/** An object with named properties, such as the arguments of a tool. */
export type ObjectSchema = Extract<Schema, { readonly type: 'object' }>;

/** An object of which nothing but these properties is known. */
export function objectSchema(properties: Readonly<Record<string, Schema>>, ...required: readonly string[]) {
  return { type: 'object', properties, required, additionalProperties: false } as const satisfies Schema;
}

/** A list. */
export function listSchema(items: Schema, description?: string) {
  return {
    type: 'array',
    items,
    ...(description !== undefined && { description }),
  } as const satisfies Schema;
}

/** A string. */
export function string(description?: string) {
  return { type: 'string', ...(description !== undefined && { description }) } as const satisfies Schema;
}

/** Why a value does not fit a schema, as a sentence; undefined if it fits. `name` is what the sentence calls the value. */
export function unfitness(value: unknown, schema: Schema, name: string): string | undefined {
  switch (schema.type) {
    case 'object':
      return isMap(value) ? unfitObject(value, schema, name) : mustBe(name, 'an object');
    case 'array':
      if (!Array.isArray(value)) return mustBe(name, 'a list');
      if (value.length > (schema.maxItems ?? Infinity))
        return `${name} has ${value.length} entries; it can have ${schema.maxItems}.`;
      return firstOf(value, (item, index) => unfitness(item, schema.items, `${name}[${index}]`));
    case 'integer':
    case 'number':
      return unfitNumber(value, schema, name);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : mustBe(name, 'true or false');
    case undefined:
      return undefined;
    default:
      return value === null && Array.isArray(schema.type) ? undefined : unfitString(value, schema, name);
  }
}

function unfitObject(
  value: Readonly<Record<string, unknown>>,
  schema: ObjectSchema,
  name: string,
): string | undefined {
  const { properties = {}, required = [], additionalProperties = true, maxProperties = Infinity } = schema;
  const keys = Object.keys(value);
  if (keys.length > maxProperties) return `${name} has ${keys.length} entries; it can have ${maxProperties}.`;
  const missing = required.find((key) => value[key] === undefined);
  if (missing !== undefined) return `${argumentPath(name, missing)} is missing.`;
  return firstOf(keys, (key) => {
    const its = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (its)
      return value[key] === undefined ? undefined : unfitness(value[key], its, argumentPath(name, key));
    if (additionalProperties === true) return undefined;
    if (additionalProperties === false)
      return `Unknown argument "${shortened(key)}".${didYouMean(key, Object.keys(properties)) || ` The arguments are ${Object.keys(properties).join(', ')}.`}`;
    return unfitness(value[key], additionalProperties, `${name} "${shortened(key)}"`);
  });
}

function unfitNumber(
  value: unknown,
  schema: Extract<Schema, { readonly type: 'integer' | 'number' }>,
  name: string,
) {
  const { type, minimum = -Infinity, maximum = Infinity } = schema;
  const isRight = type === 'integer' ? Number.isInteger(value) : Number.isFinite(value);
  if (!isRight) return mustBe(name, type === 'integer' ? 'a whole number' : 'a number');
  const number = value as number;
  return number < minimum || number > maximum
    ? `${name} is ${number}; it must be a number from ${minimum} to ${maximum}.`
    : undefined;
}

function unfitString(
  value: unknown,
  { enum: allowed, maxLength = Infinity }: { readonly enum?: readonly string[]; readonly maxLength?: number },
  name: string,
): string | undefined {
  if (typeof value !== 'string') return mustBe(name, 'a string');
  if (value.length > maxLength) return `${name} has ${value.length} characters; it can have ${maxLength}.`;
  if (!allowed || allowed.includes(value)) return undefined;
  return `${name} is "${shortened(value)}"; it must be one of ${allowed.join(', ')}.`;
}

function mustBe(name: string, what: string): string {
  return `${name} must be ${what}.`;
}

function argumentPath(name: string, key: string): string {
  return name === argumentsName ? `"${key}"` : `${name}.${key}`;
}

/** What sentences call all arguments together. */
export const argumentsName = 'The arguments';

function firstOf<T>(
  all: readonly T[],
  of: (one: T, index: number) => string | undefined,
): string | undefined {
  for (const [index, one] of all.entries()) {
    const found = of(one, index);
    if (found !== undefined) return found;
  }
  return undefined;
}
