import { isIntegerType, isNumberKind } from './operation-types.js';
import { any, float, int, isAssignable, list, stringType, type Type, typeText } from './types.js';

/** The type of a call of a function that checks its arguments itself, or what it has against them. */
export function flexibleType(name: string, types: readonly Type[], isNewer: boolean): Type | string {
  const [first, second] = types;
  const refused = (): string => `invalid argument for ${name} (type ${types.map(typeText).join(', ')})`;
  const takes = (...kinds: Type['kind'][]): boolean =>
    first !== undefined && (first.kind === 'any' || kinds.includes(first.kind));
  const [least, most] = isNewer && ofManyNumbers.has(name) ? [1, Infinity] : (counts[name] ?? [1, 1]);
  if (types.length < least || types.length > most)
    return `invalid number of arguments for ${name} (got ${types.length})`;
  if (isNewer && ofManyNumbers.has(name)) return aggregateType(types) ?? refused();
  switch (name) {
    case 'len':
      return takes('list', 'map', 'string') ? int : refused();
    case 'abs':
      return takes('int', 'float', 'duration') ? first! : refused();
    case 'ceil':
    case 'floor':
    case 'round':
      return takes('int', 'float', 'duration') ? float : refused();
    case 'int':
      return takes('int', 'float', 'string', 'duration') ? int : refused();
    case 'float':
      return takes('int', 'float', 'string', 'duration') ? float : refused();
    case 'max':
    case 'min': {
      // Arguments after one of any type are not looked at.
      const unfit = types.find((type) => type.kind === 'any' || !isNumberKind(type));
      return unfit === undefined ? first! : unfit.kind === 'any' ? any : refused();
    }
    case 'sum':
      return takes('list') ? any : refused();
    case 'mean':
    case 'median':
      return takes('list') ? float : refused();
    case 'first':
    case 'last':
      return takes('list') ? (first!.kind === 'list' ? first!.element : any) : refused();
    case 'get':
      return gotType(first!, second!);
    case 'take':
      return takes('list') && (second!.kind === 'any' || isIntegerType(second!)) ? first! : refused();
    case 'keys':
    case 'values':
    case 'toPairs':
      return takes('map') ? list : refused();
    case 'fromPairs':
      return takes('list') ? { kind: 'map', key: 'any', element: any } : refused();
    default:
      return takes('list') && types.slice(1).every(({ kind }) => kind === 'string' || kind === 'any')
        ? list
        : refused();
  }
}

const counts: Readonly<Record<string, readonly [number, number]>> = {
  max: [1, Infinity],
  min: [1, Infinity],
  get: [2, 2],
  take: [2, 2],
  sort: [1, 2],
  sortBy: [2, 3],
};

function gotType(base: Type, property: Type): Type | string {
  if (base.kind === 'any' || base.kind === 'struct') return any;
  if (base.kind !== 'list' && base.kind !== 'map') return `type ${typeText(base)} does not support indexing`;
  const wanted = base.kind === 'list' ? int : base.key === 'string' ? stringType : any;
  const fits =
    property.kind === 'any' ||
    (wanted.kind === 'int'
      ? isIntegerType(property)
      : property.kind !== 'nil' && isAssignable(property, wanted));
  return fits ? base.element : `cannot use ${typeText(property)} to get an element from ${typeText(base)}`;
}

/** Functions that from release 1.10 take numbers and lists of them, in any mixture. */
const ofManyNumbers: ReadonlySet<string> = new Set(['max', 'min', 'mean', 'median']);

/** Arguments after a list, or one of any type, are not looked at. */
function aggregateType(types: readonly Type[]): Type | undefined {
  const other = types.find((type) => !isNumberKind(type));
  if (!other) return types[0]!;
  return other.kind === 'any' || other.kind === 'list' ? any : undefined;
}
