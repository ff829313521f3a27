import { memoize } from './memo.js';
import { toValue, type MapEntry, type MapNode, type Node } from './node.js';
import type { Resource } from './resource.js';
import type { Place, Source } from './source.js';

export type Path = readonly (string | number)[];

/**
 * A place in a resource: a path, and the value at it, if any. An absent field is a field too: it can be reported (at the nearest
 * place that exists) and written.
 */
export class Field {
  // eslint-disable-next-line max-params -- An object more for each: most objects that a run creates are fields.
  private constructor(
    readonly resource: Resource,
    /** An ancestor of this field; undefined for the whole resource. */
    private above: Field | undefined,
    /** The path from `above`, or from the whole resource where `above` is undefined; undefined for a direct child. */
    private way: Path | undefined,
    /** The last segment of its path: a key or an index; empty for the whole resource. */
    readonly key: string | number,
    /** The value at the path; `later` if it is looked up at each access. */
    private readonly known: Node | undefined | 'later',
    /** The entry that holds the value, if it is one of a map. */
    private readonly knownEntry: MapEntry | undefined,
  ) {}

  static root(resource: Resource): Field {
    return new Field(resource, undefined, undefined, '', resource.root, undefined);
  }

  /** The field at a path of a resource. */
  static in(resource: Resource, path: Path): Field {
    return path.length === 0 ? Field.root(resource) : Field.found(resource, undefined, path, resource.root);
  }

  private static found(
    resource: Resource,
    above: Field | undefined,
    path: Path,
    from: Node | undefined,
  ): Field {
    let node = from;
    let entry: MapEntry | undefined;
    for (let index = 0; index < path.length; index++) {
      const segment = path[index]!;
      // Apart, so that keys are only compared with strings: this is the most frequent comparison of a run.
      if (typeof segment === 'string') {
        entry = entryIn(node, segment);
        node = entry?.value;
      } else {
        entry = undefined;
        node = itemIn(node, segment);
      }
    }
    return new Field(resource, above, path, path[path.length - 1]!, node, entry);
  }

  /** The field that contains this one; undefined for the whole resource. */
  get parent(): Field | undefined {
    // Rarely asked for, so the fields in between are created only then.
    if (this.way) {
      const whole = this.known === 'later' ? Field.root(this.resource).lasting : Field.root(this.resource);
      this.above = (this.above ?? whole).along(this.way.slice(0, -1));
      this.way = undefined;
    }
    return this.above;
  }

  at(...path: Path): Field {
    return this.along(path);
  }

  /** The same as `at`, for a path in a list. */
  along(path: Path): Field {
    if (path.length === 0) return this;
    if (this.known !== 'later') return Field.found(this.resource, this, path, this.known);
    return new Field(this.resource, this, path, path[path.length - 1]!, 'later', undefined);
  }

  /** The keys and indices from the whole resource to this field. */
  get path(): Path {
    const { above, way } = this;
    if (!above) return way ?? [];
    return above.path.concat(way ?? [this.key]); // `concat` allocates no spare capacity, and paths are kept.
  }

  /** The same field to keep: it holds no part of its document in memory, and looks its value up at each access. */
  get lasting(): Field {
    if (this.known === 'later' && !this.above) return this;
    // Thousands are kept, and `parent` is asked for few of them.
    const { path } = this;
    return new Field(
      this.resource,
      undefined,
      path.length > 0 ? path : undefined,
      this.key,
      'later',
      undefined,
    );
  }

  private get node(): Node | undefined {
    return this.known === 'later' ? this.now.node : this.known;
  }

  private get entry(): MapEntry | undefined {
    return this.known === 'later' ? this.now.entry : this.knownEntry;
  }

  /** The current value of a field that is looked up at each access. */
  private get now(): Field {
    const { resource, above, way, key } = this;
    if (!above && !way) return Field.root(resource);
    return Field.found(resource, undefined, way ?? [key], above ? above.node : resource.root);
  }

  /** Whether the manifest has this field. An explicit null counts as absent, as it does for Kubernetes. */
  get exists(): boolean {
    return this.node !== undefined && !(this.node.kind === 'scalar' && this.node.value === null);
  }

  /** Whether the manifest has its key without a value. */
  get isEmpty(): boolean {
    return this.node !== undefined && !this.exists;
  }

  get shape(): 'scalar' | 'map' | 'list' | 'absent' {
    return this.exists ? this.node!.kind : 'absent';
  }

  /** The plain value; undefined when absent. */
  get value(): unknown {
    return this.exists ? toValue(this.node!) : undefined;
  }

  /** The value if it is a string that is not empty; undefined otherwise. */
  get text(): string | undefined {
    const value = this.scalar;
    return typeof value === 'string' && value !== '' ? value : undefined;
  }

  /** The value as messages show it: a scalar unchanged, a map or list as JSON. */
  get shown(): string {
    const node = this.node;
    if (!this.exists || !node) return 'nothing';
    return node.kind === 'scalar' ? String(node.value) : JSON.stringify(toValue(node));
  }

  get number(): number | undefined {
    const value = this.scalar;
    return typeof value === 'number' ? value : undefined;
  }

  get boolean(): boolean | undefined {
    const value = this.scalar;
    return typeof value === 'boolean' ? value : undefined;
  }

  private get scalar(): unknown {
    return this.node?.kind === 'scalar' ? this.node.value : undefined;
  }

  /** How a scalar is written, to map a place in its value back to the source. */
  get style(): 'plain' | 'single' | 'double' | 'literal' | 'folded' | undefined {
    return this.node?.kind === 'scalar' ? (this.node.style ?? 'plain') : undefined;
  }

  /** The elements of a list; empty for anything else. */
  get items(): readonly Field[] {
    const node = this.node;
    if (node?.kind !== 'list') return [];
    const isLater = this.known === 'later';
    return node.items.map(
      (item, index) => new Field(this.resource, this, undefined, index, isLater ? 'later' : item, undefined),
    );
  }

  /** The fields of a map, in the order they are written; empty for anything else. */
  get entries(): readonly Field[] {
    const node = this.node;
    if (node?.kind !== 'map') return [];
    const isLater = this.known === 'later';
    return node.entries.map(
      (entry) =>
        new Field(
          this.resource,
          this,
          undefined,
          entry.key,
          isLater ? 'later' : entry.value,
          isLater ? undefined : entry,
        ),
    );
  }

  /** All entries whose value is a string, such as labels. */
  get strings(): Readonly<Record<string, string>> {
    const node = this.node;
    const strings: [string, string][] = [];
    if (node?.kind === 'map')
      for (const { key, value } of node.entries)
        if (value.kind === 'scalar' && typeof value.value === 'string')
          strings.push([String(key), value.value]);
    return Object.fromEntries(strings);
  }

  /** Where its value is written: for a map, a list or a null it is the key, for an absent field the nearest parent. */
  get place(): Place {
    const { node, entry } = this;
    const { source } = this.resource;
    if (node?.kind === 'scalar' && node.end > node.start) return { source, start: node.start, end: node.end };
    if (entry) return { source, start: entry.keyStart, end: entry.keyEnd };
    if (node?.kind === 'list')
      return this.parent?.place ?? { source, start: node.start, end: node.start + 1 };
    if (node) return firstKey(node, source) ?? { source, start: node.start, end: node.start + 1 };
    return this.parent
      ? this.parent.place
      : { source, start: this.resource.offset, end: this.resource.offset };
  }

  /** Where its key is written; its value if it has no key. */
  get keyPlace(): Place {
    const { entry } = this;
    if (!entry) return this.place;
    return { source: this.resource.source, start: entry.keyStart, end: entry.keyEnd };
  }
}

function entryIn(parent: Node | undefined, key: string): MapEntry | undefined {
  if (parent?.kind !== 'map') return undefined;
  if (parent.entries.length > manyEntries) return entriesByKey(parent).get(key);
  for (const entry of parent.entries) if (entry.key === key) return entry;
  return undefined;
}

/** Each of ten thousand keys is asked for if all are unknown. */
const manyEntries = 200;

const entriesByKey = memoize((map: MapNode): ReadonlyMap<string, MapEntry> => {
  const byKey = new Map<string, MapEntry>();
  for (const entry of map.entries) if (!byKey.has(entry.key)) byKey.set(entry.key, entry);
  return byKey;
});

function itemIn(parent: Node | undefined, index: number): Node | undefined {
  return parent?.kind === 'list' ? parent.items[index] : undefined;
}

/** A map without a key of its own (a list element, a whole document) is located by its name. */
function firstKey(node: Node, source: Source): Place | undefined {
  if (node.kind !== 'map') return undefined;
  const named = node.entries.find(({ key, value }) => key === 'name' && value.kind === 'scalar');
  if (named) return { source, start: named.value.start, end: named.value.end };
  const metadata = node.entries.find(({ key }) => key === 'metadata')?.value;
  if (metadata?.kind === 'map') return firstKey(metadata, source);
  const entry = node.entries[0];
  return entry && { source, start: entry.keyStart, end: entry.keyEnd };
}
