import { rolloutsType, structOf, type GoField, type GoType } from '../../../kubernetes/apply/schema-table.js';
import { type GoShape, goValue, type Struct } from '../../../kubernetes/validation/go-values.js';
import type { RolloutsVersion } from '../../../kubernetes/objects/version.js';
import { memoizeByText } from '../../../model/memo.js';

/** How a message prints a value of a type of Argo Rollouts, which it marshals: from the table of upstream's types. */
export function shapeOf(name: string, version: RolloutsVersion): GoShape {
  return structShape(rolloutsType(name, version));
}

/** The same of a list of them. */
export function listOf(name: string, version: RolloutsVersion): GoShape {
  return { list: shapeOf(name, version) };
}

const structShape = memoizeByText((name: string): GoShape => {
  const fields: Struct = [...structOf(name).fields].map(([key, field]) => [key, ...fieldShape(field)]);
  return { struct: fields };
});

function fieldShape(field: GoField): readonly [shape: GoShape, zero?: string] {
  const { type, isPointer, omitsEmpty } = field;
  const shape = shapeOfType(type);
  const own = isPointer && shape === 'value' ? 'pointer' : shape;
  // `omitempty` leaves out no struct.
  const isWritten = !omitsEmpty || (type.kind === 'struct' && !isPointer);
  return isWritten ? [own, zeroOf(field, shape)] : [own];
}

function shapeOfType(type: GoType): GoShape {
  switch (type.kind) {
    case 'list':
      return { list: shapeOfType(type.element) };
    case 'map':
      return { map: shapeOfType(type.element) };
    case 'struct':
      // Types of Kubernetes, such as the Job of a metric: the API server checks not all of their fields.
      return type.name.includes('@') ? structShape(type.name) : 'any';
    case 'scalar':
      return type.scalar === 'any' ? 'any' : 'value';
  }
}

/** What Go writes for a field that is not given. */
function zeroOf({ type, isPointer }: GoField, shape: GoShape): string {
  if (isPointer || type.kind === 'list' || type.kind === 'map') return 'null';
  if (type.kind === 'struct') return goValue({}, shape) ?? '{}';
  return { string: '""', int: '0', bool: 'false' }[String(type.scalar)] ?? 'null';
}
