import {
  Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  parseAllDocuments,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { File, Random } from './random-repository.js';

/** A single edit of a system, as a person may make it by mistake. */
export interface SystemEdit {
  /** What was done: `field removed`. */
  readonly kind: string;
  /** The object and the path. */
  readonly place: string;
  readonly files: readonly File[];
}

interface Held {
  readonly path: string;
  readonly documents: Document[];
}

type Change = (place: Place, places: readonly Place[], random: Random) => boolean;

/** A value in a document: of a field of a map, or of an entry of a list. */
interface Place {
  readonly parent: YAMLMap | YAMLSeq;
  readonly index: number;
  readonly path: readonly (string | number)[];
}

/** By name: each changes the place, or tells that it cannot. */
const changes: Readonly<Record<string, Change>> = {
  'field removed': ({ parent, index }) => parent.items.splice(index, 1).length > 0,
  'entry twice': ({ parent, index }) => {
    if (!isSeq(parent)) return false;
    parent.items.splice(index, 0, (parent.items[index] as Node).clone() as never);
    return true;
  },
  'number changed': (place, _, random) => {
    const scalar = scalarAt(place);
    if (typeof scalar?.value !== 'number') return false;
    scalar.value = random.pick([
      scalar.value + 1,
      scalar.value - 1,
      ...[0, 1, 99, 100, 101, -1, 65_535, 65_536],
      scalar.value * 10,
    ]);
    return true;
  },
  'type changed': (place, _, random) => {
    const scalar = scalarAt(place);
    const value = scalar?.value;
    if (!scalar || typeof value === 'object') return false;
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
    const others: readonly unknown[] = [
      { value },
      [value],
      typeof value === 'string' ? Number(text) || 1 : text,
    ];
    return replaced(place, random.pick(others));
  },
  'value emptied': (place, _, random) =>
    replaced(place, scalarAt(place) ? random.pick(['', null]) : random.pick([{}, []])),
  'part of another': (place, places, random) => {
    const key = place.path.at(-1);
    const same = places.filter(({ path }) => path.at(-1) === key && typeof key === 'string');
    const other = same.length > 1 ? valueAt(random.pick(same)) : undefined;
    if (!isMap(other) && !isSeq(other)) return false;
    return replaced(place, (other as Node).toJSON());
  },
  'entries swapped': ({ parent, index }) => {
    if (!isSeq(parent) || parent.items.length < 2) return false;
    const next = (index + 1) % parent.items.length;
    [parent.items[index], parent.items[next]] = [parent.items[next], parent.items[index]];
    return true;
  },
  'flag turned': (place) => {
    const scalar = scalarAt(place);
    if (typeof scalar?.value !== 'boolean') return false;
    scalar.value = !scalar.value;
    return true;
  },
  'letters added': (place, _, random) => {
    const scalar = scalarAt(place);
    if (typeof scalar?.value !== 'string') return false;
    scalar.value = random.pick([`${scalar.value}-x`, scalar.value.slice(0, -1), `x${scalar.value}`]);
    return true;
  },
  'value of another field': (place, places, random) => {
    const [scalar, other] = [scalarAt(place), scalarAt(random.pick(places))];
    if (!scalar || !other || typeof scalar.value !== typeof other.value) return false;
    scalar.value = other.value;
    return true;
  },
  'two values swapped': (place, places, random) => {
    const key = place.path.at(-1);
    const same = places.filter(({ path }) => path.at(-1) === key && typeof key === 'string');
    const [scalar, other] = [scalarAt(place), same.length > 1 ? scalarAt(random.pick(same)) : undefined];
    if (!scalar || !other) return false;
    [scalar.value, other.value] = [other.value, scalar.value];
    return true;
  },
  'key misspelt': ({ parent, index }) => {
    const { key } = (isMap(parent) ? parent.items[index] : {}) as Partial<Pair>;
    if (!isScalar(key) || typeof key.value !== 'string' || key.value.length < 3) return false;
    key.value = key.value.slice(0, -2) + key.value.at(-1)! + key.value.at(-2)!;
    return true;
  },
};

/** Changes of whole objects. */
const ofObjects: Readonly<Record<string, (held: Held, index: number) => boolean>> = {
  'object removed': ({ documents }, index) => documents.splice(index, 1).length > 0,
  'object twice': ({ documents }, index) => {
    const copy = documents[index]!.clone();
    if (copy.getIn(['metadata', 'name']) === undefined) return false;
    copy.setIn(['metadata', 'name'], `${String(copy.getIn(['metadata', 'name']))}-2`);
    documents.push(copy);
    return true;
  },
  'object elsewhere': ({ documents }, index) => {
    const document = documents[index]!;
    if (document.getIn(['metadata', 'name']) === undefined) return false;
    document.setIn(['metadata', 'namespace'], 'elsewhere');
    return true;
  },
  'object renamed': ({ documents }, index) => {
    const name = documents[index]!.getIn(['metadata', 'name']);
    if (typeof name !== 'string') return false;
    documents[index]!.setIn(['metadata', 'name'], `${name}-new`);
    return true;
  },
};

const kinds = [...Object.keys(changes), ...Object.keys(ofObjects)];

/** The system as the edits write it, without an edit. */
export function rewritten(files: readonly File[]): readonly File[] {
  return textsOf(held(files));
}

/** One edit by chance; undefined if the chosen one is not possible there or changes nothing. */
export function systemEdit(files: readonly File[], random: Random): SystemEdit | undefined {
  const all = held(files);
  const kind = random.pick(kinds);
  const objects = all.flatMap((file) => file.documents.map((_, at) => ({ file, at })));
  if (objects.length === 0) return undefined;
  const { file, at } = random.pick(objects);
  const document = file.documents[at]!;
  const object = titleOf(document);
  const whole = ofObjects[kind];
  if (whole) return whole(file, at) ? { kind, place: object, files: textsOf(all) } : undefined;
  const places = placesIn(document.contents, []);
  const others =
    random.below(2) === 0
      ? places
      : objects.flatMap((one) => placesIn(one.file.documents[one.at]!.contents, []));
  // Few fields have a number or a flag.
  for (let tries = places.length === 0 ? 0 : 40; tries > 0; tries--) {
    const place = random.pick(places);
    if (changes[kind]!(place, others, random))
      return { kind, place: `${object} ${place.path.join('.')}`, files: textsOf(all) };
  }
  return undefined;
}

function held(files: readonly File[]): readonly Held[] {
  return files.map(({ path, text }) => ({
    path,
    documents: parseAllDocuments(text, { logLevel: 'silent' }),
  }));
}

function textsOf(all: readonly Held[]): readonly File[] {
  return all.map(({ path, documents }) => ({
    path,
    text: documents
      .map((document) =>
        new Document(document.toJS(), { aliasDuplicateObjects: false }).toString({ lineWidth: 0 }),
      )
      .join('---\n'),
  }));
}

function titleOf(document: Document): string {
  return `${String(document.get('kind'))} ${String(document.getIn(['metadata', 'name']))}`;
}

function placesIn(node: unknown, path: readonly (string | number)[]): readonly Place[] {
  if (!isMap(node) && !isSeq(node)) return [];
  return node.items.flatMap((item, index): readonly Place[] => {
    const step = isMap(node) ? String((item as Pair).key) : index;
    const value = isMap(node) ? (item as Pair).value : item;
    const place: Place = { parent: node, index, path: [...path, step] };
    return [place, ...placesIn(value, place.path)];
  });
}

function valueAt({ parent, index }: Place): unknown {
  return isMap(parent) ? parent.items[index]?.value : parent.items[index];
}

function scalarAt(place: Place): { value: unknown } | undefined {
  const item = valueAt(place);
  return isScalar(item) ? item : undefined;
}

function replaced({ parent, index }: Place, value: unknown): boolean {
  const node = new Document(value, { aliasDuplicateObjects: false }).contents;
  if (isSeq(parent)) parent.items[index] = node;
  else if (parent.items[index]) parent.items[index].value = node;
  return true;
}
