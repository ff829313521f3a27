import { type Path } from '../../model/field.js';
import { nearestName } from '../../model/nearest-name.js';
import { type ListNode, type MapEntry, type MapNode, type Node, type ScalarNode } from '../../model/node.js';
import { type ValueProblem, type Schema, type SchemaProblem, type TypeName } from './schema.js';

import { type Shape, shapeOf, typeBit } from './shape.js';

export type { SchemaProblem } from './schema.js';

const typeWords: Readonly<Record<TypeName, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'a boolean',
  object: 'a map',
  array: 'a list',
  null: 'null',
};

/** Names that are so common that another place with one of them does not help. */
const ubiquitous = new Set(['key', 'kind', 'name', 'type', 'value']);

const int32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([.,]\d+)?(Z|[+-]\d\d:\d\d)$/;

/**
 * What the API server rejects or drops in a document. A null counts as absent: the API server removes it first,
 * https://github.com/kubernetes/apiextensions-apiserver/blob/master/pkg/apiserver/schema/defaulting/prune.go
 *
 * The schemas are interpreted here, with ajv as the oracle of the tests: loading the code that ajv generates takes several times
 * as long as a run over a few files.
 */
export function validate(schema: Schema, root: Node): SchemaProblem[] {
  const validation = new Validation();
  validation.visit(shapeOf(schema), root);
  return validation.problems;
}

class Validation {
  readonly problems: SchemaProblem[] = [];
  private readonly path: (string | number)[] = [];
  /** The shapes of the values around the current one, outermost first: one for each segment of the path, and its own. */
  private readonly around: Shape[] = [];

  visit(shape: Shape, node: Node): void {
    if ((shape.types & typeBit(node)) === 0) {
      const types = [shape.schema.type ?? []].flat().filter((type) => type !== 'null');
      this.report('type', {
        expected: types.map((type) => typeWords[type]).join(' or '),
        actual: typeInWords(node),
      });
      return;
    }
    if (node.kind === 'scalar') {
      if (shape.isLimited) this.checkScalar(shape.schema, node);
    } else {
      this.around.push(shape);
      if (node.kind === 'map') this.visitMap(shape, node);
      else this.visitList(shape, node);
      this.around.pop();
    }
    shape.schema.also?.(node, ({ keyword, ...details }) => this.report(keyword, details));
  }

  private visitInner(step: string | number, shape: Shape, node: Node): void {
    // Most values are scalars without restrictions.
    if (node.kind === 'scalar' && !shape.isLimited && (shape.types & typeBit(node)) !== 0) return;
    this.path.push(step);
    this.visit(shape, node);
    this.path.pop();
  }

  private visitMap(shape: Shape, { entries }: MapNode): void {
    let misspelt: (string | undefined)[] | undefined;
    for (const { key, value } of entries) {
      const field = shape.field(key);
      if (field === false) {
        if (!isZeroTime(key, value)) (misspelt ??= []).push(this.reportUnknown(key, shape, value));
      } else if (field && !field.drops(value)) this.visitInner(key, field, value);
    }

    // A misspelled name is one finding, not two.
    for (const name of shape.required)
      if (!hasField(shape, entries, name) && !misspelt?.includes(name)) this.report('required', { name });
    for (const known of shape.exclusive) {
      const there = known.filter((name) => hasField(shape, entries, name));
      if (there.length > 1) this.report('exclusive', { name: there.join(', '), known });
    }
    if (shape.isLimited)
      this.checkRange(entries.length, 'a size', shape.schema.minProperties, shape.schema.maxProperties);
  }

  private visitList({ schema, items }: Shape, node: ListNode): void {
    this.checkRange(node.items.length, 'a length', schema.minItems, schema.maxItems);
    if (!items) return;
    for (let index = 0; index < node.items.length; index++) this.visitInner(index, items, node.items[index]!);
  }

  private checkScalar(schema: Schema, { value }: ScalarNode): void {
    const { enum: known, pattern, format, minLength, maxLength } = schema;
    if (value === null) return;
    if (known && !known.includes(value as string)) {
      const names = known.map(String);
      const nearest = nearestName(String(value), names);
      this.report('enum', { known: names, ...(nearest ? { nearest } : {}), actual: String(value) });
    }
    if (typeof value === 'number') {
      const { minimum, maximum } = format === 'int32' ? int32 : schema;
      this.checkRange(value, '', schema.minimum ?? minimum, schema.maximum ?? maximum);
    }
    if (typeof value === 'string') {
      if (minLength !== undefined || maxLength !== undefined)
        this.checkRange([...value].length, 'a length', minLength, maxLength);
      if (pattern !== undefined && !new RegExp(pattern, 'u').test(value))
        this.report('pattern', { expected: pattern, actual: value });
      if (format === 'date-time' && !time.test(value))
        this.report('format', { expected: 'a time such as 2026-01-31T09:30:00Z', actual: value });
    }
  }

  private checkRange(size: number, what: string, least?: number, most?: number): void {
    const found = outOfBounds(size, what, least, most);
    if (found) this.report('range', found);
  }

  /** Reports an unknown name in the current map; returns the one that was probably meant. */
  private reportUnknown(name: string, shape: Shape, value: Node): string | undefined {
    const known = Object.keys(shape.schema.properties ?? {});
    const misspelt = known.find((one) => differsOnlyInStyle(one, name)) ?? nearestName(name, shape.required);
    const inside = this.insideOf(name);
    // A name that is known in several places says nothing about its content.
    const taker = misspelt || inside.length > 1 ? undefined : takerOf(shape, known, value);
    const owner = misspelt || taker || ubiquitous.has(name) ? undefined : this.ownerOf(name, inside);
    const near = misspelt ?? (owner ? undefined : nearestName(name, known));
    // The content is better evidence than the spelling.
    const nearest = taker === undefined || taker === near ? near : undefined;
    const found: Partial<ValueProblem> =
      nearest !== undefined
        ? { nearest }
        : taker !== undefined
          ? { owner: inText([...this.path, taker]), isOfContent: true }
          : { ...(owner && { owner }) };
    this.path.push(name);
    this.report('unknown', { name, known, ...found });
    this.path.pop();
    return nearest;
  }

  /** The enclosing map, or the only direct child, that knows a name. */
  private ownerOf(name: string, inside: readonly string[]): string | undefined {
    // Not the document itself, which always has "kind" and "metadata".
    const depth = this.around.findLastIndex(
      (shape, index) => index > 0 && index < this.path.length && shape.knows(name),
    );
    if (depth !== -1) return inText(this.path.slice(0, depth));
    return inside.length === 1 ? inText([...this.path, inside[0]!]) : undefined;
  }

  /** The fields of the current map that know a name, by themselves or in their items. */
  private insideOf(name: string): readonly string[] {
    const shape = this.around.at(-1)!;
    return Object.keys(shape.schema.properties ?? {}).flatMap((key) => {
      const field = shape.field(key) || undefined;
      if (field?.knows(name)) return [key];
      return field?.items?.knows(name) ? [`${key}[]`] : [];
    });
  }

  private report(keyword: ValueProblem['keyword'], details: Omit<ValueProblem, 'keyword'>): void {
    this.problems.push({ path: [...this.path], keyword, ...details });
  }
}

/** The only field of a map that knows all keys of a value, of which at least one is not common. */
function takerOf(shape: Shape, known: readonly string[], value: Node): string | undefined {
  if (value.kind !== 'map' || !value.entries.some(({ key }) => !ubiquitous.has(key))) return undefined;
  const takers = known.filter((name) => {
    const field = shape.field(name) || undefined;
    return field !== undefined && value.entries.every(({ key }) => field.knows(key));
  });
  return takers.length === 1 ? takers[0] : undefined;
}

/** The expected size in words, and the actual one; undefined within its bounds. */
export function outOfBounds(
  size: number,
  what: string,
  least = -Infinity,
  most = Infinity,
): Pick<ValueProblem, 'expected' | 'actual'> | undefined {
  if (size >= least && size <= most) return undefined;
  const range = size < least ? `at least ${least}` : `at most ${most}`;
  return { expected: what ? `${what} of ${range}` : range, actual: String(size) };
}

/** Whether a map has a field, as the API server sees it. */
function hasField(shape: Shape, entries: readonly MapEntry[], name: string): boolean {
  const field = shape.field(name);
  return entries.some(({ key, value }) => key === name && !(field && field.drops(value)));
}

/** Go writes a zero time as null, even where the field is unknown. */
const isZeroTime = (key: string, node: Node): boolean =>
  key === 'creationTimestamp' && node.kind === 'scalar' && node.value === null;

function typeInWords(node: Node): string {
  if (node.kind === 'map') return typeWords.object;
  if (node.kind === 'list') return typeWords.array;
  if (node.value === null) return typeWords.null;
  if (Number.isInteger(node.value))
    return Math.abs(node.value as number) < 2 ** 63 ? typeWords.integer : 'a number of more than 64 bits';
  return typeWords[typeof node.value as 'string' | 'number' | 'boolean'];
}

/** A name without the usual mistakes: case, hyphens and underscores. */
const plain = (name: string): string => name.replaceAll(/[-_]/g, '').toLowerCase();

/** Whether two names only differ in these, or in a plural. */
const differsOnlyInStyle = (left: string, right: string): boolean => {
  const [a, b] = [plain(left), plain(right)];
  return a === b || `${a}s` === b || a === `${b}s`;
};

/** A path in the usual notation. */
const inText = (path: Path): string =>
  path
    .map((segment) => (typeof segment === 'number' ? `[${segment}]` : `.${segment}`))
    .join('')
    .slice(1);
