import { goJson } from '../objects/go-json.js';
import { isList, isMap, type JsonMap } from '../objects/json.js';
import { typedWithMisfits } from './remarshal.js';
import { structOf, type GoType } from './schema-table.js';

/**
 * The JSON that Go writes of a value which it has read into a struct: fields in the order of the struct, keys of maps in theirs.
 * https://pkg.go.dev/encoding/json#Marshal
 */
export function goText(value: unknown, struct: string): string {
  return goTextOf(typedWithMisfits(value, struct), { kind: 'struct', name: struct });
}

/** The same of a list of structs, of which Go writes null where it is not given. */
export function goTextOfList(values: readonly unknown[] | undefined, struct: string): string {
  return values === undefined ? 'null' : `[${values.map((value) => goText(value, struct)).join(',')}]`;
}

const anyGoType: GoType = { kind: 'scalar', scalar: 'any' };

function goTextOf(value: unknown, type: GoType): string {
  if (isList(value)) {
    const element = type.kind === 'list' ? type.element : anyGoType;
    return `[${value.map((item) => goTextOf(item, element)).join(',')}]`;
  }
  if (isMap(value)) return `{${entriesOf(value, type).join(',')}}`;
  return value === undefined ? 'null' : goJson(value);
}

function entriesOf(map: JsonMap, type: GoType): readonly string[] {
  const entry = (key: string, inner: GoType): string => `${goJson(key)}:${goTextOf(map[key], inner)}`;
  if (type.kind !== 'struct') {
    const element = type.kind === 'map' ? type.element : anyGoType;
    return Object.keys(map)
      .sort()
      .map((key) => entry(key, element));
  }
  return [...structOf(type.name).fields]
    .filter(([key]) => Object.hasOwn(map, key))
    .map(([key, field]) => entry(key, field.type));
}
