import { structOf, type GoField, type GoType, type Scalar } from './schema-table.js';

/**
 * A type for server-side apply: the allowed kinds of values, and how their parts are merged.
 * https://github.com/kubernetes-sigs/structured-merge-diff/blob/v6.4.0/schema/elements.go
 */
export interface Atom {
  readonly name: string;
  readonly scalar?: 'string' | 'numeric' | 'boolean' | 'untyped';
  readonly list?: ListAtom;
  readonly map?: MapAtom;
  /** Whether it becomes null when all of its parts are removed; in structured-merge-diff v6.3.0 to v6.4.1 it becomes empty. */
  readonly leavesNull?: boolean;
}

export interface ListAtom {
  readonly element: () => Atom;
  readonly isAtomic: boolean;
  /** The keys that identify elements; empty for a set. */
  readonly keys: readonly string[];
  /** Whether an element must have all keys, as up to structured-merge-diff v4. */
  readonly needsAllKeys?: boolean;
}

export interface MapAtom {
  readonly fields: ReadonlyMap<string, () => Atom>;
  /** The default values of absent keys. */
  readonly implied: ReadonlyMap<string, unknown>;
  /** The type of all other keys; undefined if no others are allowed. */
  readonly element: (() => Atom) | undefined;
  readonly isAtomic: boolean;
  /** Whether a definition may declare more fields, whose merge behavior is unknown. */
  readonly isPartial?: boolean;
}

/** The type without a schema: maps are merged key by key, lists are replaced. */
export const deduced: Atom = {
  name: '__untyped_deduced_',
  scalar: 'untyped',
  list: { element: () => untypedAtomic, isAtomic: true, keys: [] },
  map: { fields: new Map(), implied: new Map(), element: () => deduced, isAtomic: false },
};

const untypedAtomic: Atom = {
  name: '__untyped_atomic_',
  scalar: 'untyped',
  list: { element: () => untypedAtomic, isAtomic: true, keys: [] },
  map: { fields: new Map(), implied: new Map(), element: () => untypedAtomic, isAtomic: true },
};

const atoms = new Map<string, Atom>();

/** The type of a Go struct of Kubernetes. */
export function structAtom(name: string): Atom {
  let atom = atoms.get(name);
  if (!atom) atoms.set(name, (atom = makeStruct(name, structOf(name).isAtomic)));
  return atom;
}

function makeStruct(name: string, isAtomic: boolean): Atom {
  const { fields } = structOf(name);
  const implied = [...fields].flatMap(([key, field]) =>
    field.implied === undefined ? [] : [[key, field.implied] as const],
  );
  return {
    name,
    map: {
      fields: new Map([...fields].map(([key, field]) => [key, lazily(() => fieldAtom(field))])),
      implied: new Map(implied),
      element: undefined,
      isAtomic,
    },
  };
}

/** A value that is made when it is first needed. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function fieldAtom({ type, relation }: GoField): Atom {
  if (type.kind === 'struct')
    return relation === 'atomic' ? makeStruct(type.name, true) : structAtom(type.name);
  if (type.kind === 'list')
    return {
      name: 'list',
      list: {
        element: lazily(() => elementAtom(type.element)),
        isAtomic: relation === undefined || relation === 'atomic',
        keys: typeof relation === 'object' ? relation : [],
      },
    };
  if (type.kind === 'map') return mapAtom(() => elementAtom(type.element), relation === 'atomic');
  return elementAtom(type);
}

function elementAtom(type: GoType): Atom {
  if (type.kind === 'struct') return structAtom(type.name);
  if (type.kind === 'map') return mapAtom(() => elementAtom(type.element), false);
  if (type.kind === 'list')
    return { name: 'list', list: { element: () => elementAtom(type.element), isAtomic: true, keys: [] } };
  return type.scalar === 'any'
    ? mapAtom(() => deduced, false)
    : { name: type.scalar, scalar: scalars[type.scalar] };
}

const scalars: Readonly<Record<Exclude<Scalar, 'any'>, NonNullable<Atom['scalar']>>> = {
  string: 'string',
  bytes: 'string',
  int: 'numeric',
  bool: 'boolean',
  quantity: 'untyped',
  intOrString: 'untyped',
  time: 'untyped',
  microTime: 'untyped',
};

export type MergeLibrary = 'v4' | 'v6.3.0' | 'v6.4.2';

/** A type as another program reads it. */
export function readAs(
  atom: Atom,
  reading: {
    /** Whether the program knows the defaults of list keys. */
    readonly knowsDefaults: boolean;
    /** The release of structured-merge-diff: v4, v6.3.0 and later, or v6.4.2. */
    readonly library: MergeLibrary;
  },
): Atom {
  const read = readings[reading.library][reading.knowsDefaults ? 1 : 0];
  let other = read.get(atom);
  if (other) return other;
  const { list, map } = atom;
  const inner = (part: () => Atom): (() => Atom) => lazily(() => readAs(part(), reading));
  other = {
    ...atom,
    leavesNull: reading.library !== 'v6.3.0',
    ...(list && { list: { ...list, element: inner(list.element), needsAllKeys: reading.library === 'v4' } }),
    ...(map && {
      map: {
        ...map,
        fields: new Map([...map.fields].map(([key, field]) => [key, inner(field)])),
        implied: reading.knowsDefaults ? map.implied : new Map(),
        element: map.element && inner(map.element),
      },
    }),
  };
  read.set(atom, other);
  return other;
}

const read = (): readonly [WeakMap<Atom, Atom>, WeakMap<Atom, Atom>] => [new WeakMap(), new WeakMap()];
const readings: Readonly<Record<MergeLibrary, ReturnType<typeof read>>> = {
  v4: read(),
  'v6.3.0': read(),
  'v6.4.2': read(),
};

export function scalarAtom(scalar: NonNullable<Atom['scalar']>): Atom {
  return { name: scalar, scalar };
}

function mapAtom(element: () => Atom, isAtomic: boolean): Atom {
  return {
    name: 'map',
    map: { fields: new Map(), implied: new Map(), element: lazily(element), isAtomic },
  };
}

/** A map with these fields, and with others of any type or with none. */
export function objectAtom(
  name: string,
  fields: Readonly<Record<string, Atom>>,
  element: Atom | undefined,
): Atom {
  return {
    name,
    map: {
      fields: new Map(Object.entries(fields).map(([key, atom]) => [key, () => atom])),
      implied: new Map(),
      element: element && (() => element),
      isAtomic: false,
    },
  };
}

/** A struct with other types for some fields. */
export function withFields({ map, ...atom }: Atom, fields: Readonly<Record<string, Atom>>): Atom {
  if (!map) return atom;
  const others = Object.entries(fields).map(([key, field]) => [key, () => field] as const);
  return { ...atom, map: { ...map, fields: new Map([...map.fields, ...others]) } };
}

/** The same for definitions with further fields of releases and vendors, which are unknown. */
export function partially({ map, list, ...atom }: Atom): Atom {
  const inner = (part: () => Atom): (() => Atom) => lazily(() => partially(part()));
  return {
    ...atom,
    ...(list && { list: { ...list, element: inner(list.element) } }),
    ...(map && {
      map: {
        ...map,
        fields: new Map([...map.fields].map(([key, field]) => [key, inner(field)])),
        element: map.element ?? (() => deduced),
        isPartial: map.element === undefined,
      },
    }),
  };
}
