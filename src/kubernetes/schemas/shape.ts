import { type Node } from '../../model/node.js';
import { none } from '../../model/none.js';
import { type Schema, type TypeName } from './schema.js';

/** Sets of types, a bit for each. An integer is a number too. */
const bits: Readonly<Record<TypeName, number>> = {
  string: 1,
  boolean: 2,
  integer: 4,
  number: 4 | 8,
  object: 16,
  array: 32,
  null: 64,
};
const anyNodeKind = 127;

/** Go reads larger integers as floating point numbers. */
const int64Limit = 2 ** 63;

/** The type of a value; for a number that is not an integer the bit that only `number` has. */
export function typeBit(node: Node): number {
  if (node.kind === 'map') return bits.object;
  if (node.kind === 'list') return bits.array;
  const { value } = node;
  if (typeof value === 'string') return bits.string;
  if (typeof value === 'number')
    return Number.isInteger(value) && Math.abs(value) < int64Limit
      ? bits.integer
      : bits.number - bits.integer;
  return value === null ? bits.null : bits.boolean;
}

/** Whether a value has one of these types. */
export function isOfTypes(node: Node, types: readonly TypeName[]): boolean {
  return types.some((type) => (bits[type] & typeBit(node)) !== 0);
}

/** A schema prepared for fast validation: references resolved, fields looked up once, types as one number. */
export class Shape {
  readonly types: number;
  readonly required: readonly string[];
  /** Names of which at most one may be present. */
  readonly exclusive: readonly (readonly string[])[];
  readonly isLimited: boolean;
  private readonly isNullable: boolean;
  private readonly fields = new Map<string, Shape>();
  private ofOthers: Shape | undefined;
  private ofItems: Shape | undefined;
  private ofDefaults: readonly (readonly [string, Shape])[] | undefined;
  private judged: boolean | undefined;

  constructor(
    readonly schema: Schema,
    private readonly shapes: Shapes,
  ) {
    const { type, required = none, oneOf, allOf } = schema;
    const types = typeof type === 'string' ? [type] : (type ?? none);
    this.types = 0;
    for (const one of types) this.types |= bits[one];
    if (type === undefined) this.types = anyNodeKind;
    if (schema.takesLists) this.types |= bits.array;
    this.isNullable = types.includes('null');
    this.required = required;
    this.exclusive = oneOf || allOf ? exclusions(schema) : none;
    this.isLimited = isLimited(schema);
  }

  /** The shape of a field; `false` if no such field is allowed, undefined if any value is. */
  field(name: string): Shape | false | undefined {
    const known = this.fields.get(name);
    if (known) return known;
    const { properties, additionalProperties } = this.schema;
    if (properties && Object.hasOwn(properties, name)) {
      const shape = this.shapes.of(properties[name]!);
      this.fields.set(name, shape);
      return shape;
    }
    if (typeof additionalProperties !== 'object') return additionalProperties === false ? false : undefined;
    return (this.ofOthers ??= this.shapes.of(additionalProperties));
  }

  /** The shape of the items; undefined if any value is allowed. */
  get items(): Shape | undefined {
    const { items } = this.schema;
    return items && (this.ofItems ??= this.shapes.of(items));
  }

  /** The fields with defaults. */
  get defaults(): readonly (readonly [string, Shape])[] {
    return (this.ofDefaults ??= Object.keys(this.schema.properties ?? {}).flatMap((name) => {
      const field = this.field(name);
      return field && field.schema.default !== undefined ? [[name, field] as const] : [];
    }));
  }

  /** Whether this shape has rules for whole values. */
  get hasRules(): boolean {
    return (this.schema.rules?.length ?? 0) > 0 || this.schema.keys !== undefined;
  }

  /** Whether this shape or one below has such rules; most have none. */
  get isJudged(): boolean {
    return (this.judged ??= this.hasRules || this.parts().some(({ isJudged }) => isJudged));
  }

  private parts(): readonly Shape[] {
    const { properties = {}, additionalProperties, items } = this.schema;
    const all = [...Object.values(properties), ...(items ? [items] : [])];
    if (typeof additionalProperties === 'object') all.push(additionalProperties);
    return all.map((schema) => this.shapes.of(schema));
  }

  get takesNull(): boolean {
    return this.isNullable;
  }

  knows(name: string): boolean {
    return Object.hasOwn(this.schema.properties ?? {}, name);
  }

  /** Whether the API server removes a value before validation. */
  drops(node: Node): boolean {
    return node.kind === 'scalar' && node.value === null && !this.isNullable;
  }
}

const exclusions = ({ oneOf, allOf = [] }: Schema): string[][] =>
  [...allOf.map((one) => one.oneOf), ...(oneOf ? [oneOf] : [])].map((alternatives) =>
    alternatives.flatMap(({ required = [] }) => required),
  );

/** Whether a value of the right type can still be invalid. */
const isLimited = (schema: Schema): boolean =>
  schema.also !== undefined ||
  schema.format !== undefined ||
  schema.enum !== undefined ||
  schema.pattern !== undefined ||
  schema.minimum !== undefined ||
  schema.maximum !== undefined ||
  schema.minLength !== undefined ||
  schema.maxLength !== undefined ||
  schema.minProperties !== undefined ||
  schema.maxProperties !== undefined;

class Shapes {
  private readonly known = new Map<Schema, Shape>();

  constructor(private readonly definitions: Readonly<Record<string, Schema>>) {}

  of(schema: Schema): Shape {
    const { $ref } = schema;
    const target = $ref === undefined ? schema : this.definitions[$ref.slice($ref.lastIndexOf('/') + 1)]!;
    let shape = this.known.get(target);
    if (!shape) this.known.set(target, (shape = new Shape(target, this)));
    return shape;
  }
}

const roots = new WeakMap<Schema, Shape>();

/** The shape of a whole document. */
export function shapeOf(schema: Schema): Shape {
  let shape = roots.get(schema);
  if (!shape) roots.set(schema, (shape = new Shapes(schema.$defs ?? {}).of(schema)));
  return shape;
}
