import { toValue, type MapEntry, type Node } from './node.js';
import type { Resource } from './resource.js';
import type { Place, Source } from './source.js';

export type Path = readonly (string | number)[];

/**
 * A place in a resource: a path, and the value it leads to if there is one. An absent field is a field too: it
 * can be reported (at the nearest place that exists) and written.
 */
export class Field {
  private constructor(
    readonly resource: Resource,
    /** The field that this one is a part of; undefined for the whole resource. */
    readonly parent: Field | undefined,
    /** The last segment of its path: a key or an index; empty for the whole resource. */
    readonly key: string | number,
    /** What it leads to; `later` when that is looked up anew each time. */
    private readonly slot: Slot | 'later',
  ) {}

  static root(resource: Resource): Field {
    return new Field(resource, undefined, '', { node: resource.root, entry: undefined });
  }

  at(...path: Path): Field {
    const [first] = path;
    if (first === undefined) return this;
    let field = this.child(first);
    for (let index = 1; index < path.length; index++) field = field.child(path[index]!);
    return field;
  }

  /** The keys and indices that lead to it from the whole resource. */
  get path(): Path {
    return this.parent ? [...this.parent.path, this.key] : [];
  }

  /**
   * The same field for whoever keeps it: it holds no part of its document in memory, and looks its place up again
   * whenever it is asked.
   */
  get lasting(): Field {
    return this.slot === 'later' ? this : new Field(this.resource, this.parent?.lasting, this.key, 'later');
  }

  private child(segment: string | number): Field {
    const slot = this.slot === 'later' ? 'later' : slotIn(this.slot.node, segment);
    return new Field(this.resource, this, segment, slot);
  }

  private get found(): Slot {
    if (this.slot !== 'later') return this.slot;
    return this.parent
      ? slotIn(this.parent.found.node, this.key)
      : { node: this.resource.root, entry: undefined };
  }

  private get node(): Node | undefined {
    return this.found.node;
  }

  /** Whether the manifest has it. An explicit null counts as absent, as it does for Kubernetes. */
  get exists(): boolean {
    return this.node !== undefined && !(this.node.kind === 'scalar' && this.node.value === null);
  }

  get shape(): 'scalar' | 'map' | 'list' | 'absent' {
    return this.exists ? this.node!.kind : 'absent';
  }

  /** The plain value; undefined when absent. */
  get value(): unknown {
    return this.exists ? toValue(this.node!) : undefined;
  }

  /** Its non-empty text; undefined for everything that is not a string. */
  get text(): string | undefined {
    const value = this.scalar;
    return typeof value === 'string' && value !== '' ? value : undefined;
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

  /** How a scalar is written, for those who map a place inside its value back to the text. */
  get style(): 'plain' | 'single' | 'double' | 'literal' | 'folded' | undefined {
    return this.node?.kind === 'scalar' ? (this.node.style ?? 'plain') : undefined;
  }

  /** The elements of a list; empty for anything else. */
  get items(): readonly Field[] {
    const node = this.node;
    if (node?.kind !== 'list') return [];
    return node.items.map((_, index) => this.child(index));
  }

  /** The fields of a map, in the order they are written; empty for anything else. */
  get entries(): readonly Field[] {
    const node = this.node;
    if (node?.kind !== 'map') return [];
    const { slot } = this;
    return node.entries.map(
      (entry) =>
        new Field(this.resource, this, entry.key, slot === 'later' ? 'later' : { node: entry.value, entry }),
    );
  }

  /** All entries whose value is a string, such as labels. */
  get strings(): Readonly<Record<string, string>> {
    const pairs = this.entries.flatMap((entry) =>
      typeof entry.scalar === 'string' ? [[String(entry.key), entry.scalar] as const] : [],
    );
    return Object.fromEntries(pairs);
  }

  /** Where its value is written; the key for a map, a list and an absent value; the nearest parent otherwise. */
  get place(): Place {
    const { node, entry } = this.found;
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

  /** Where its key is written, or its value if it has none. */
  get keyPlace(): Place {
    const { entry } = this.found;
    if (!entry) return this.place;
    return { source: this.resource.source, start: entry.keyStart, end: entry.keyEnd };
  }
}

/** What a field leads to: a value, and the entry that has it where it is one of a map. */
interface Slot {
  readonly node: Node | undefined;
  readonly entry: MapEntry | undefined;
}

const nowhere: Slot = { node: undefined, entry: undefined };

function slotIn(parent: Node | undefined, segment: string | number): Slot {
  if (parent?.kind === 'map') {
    for (const entry of parent.entries) if (entry.key === segment) return { node: entry.value, entry };
  } else if (parent?.kind === 'list' && typeof segment === 'number')
    return { node: parent.items[segment], entry: undefined };
  return nowhere;
}

/** A map without a key of its own (a list element, a whole document) is pointed at by what names it. */
function firstKey(node: Node, source: Source): Place | undefined {
  if (node.kind !== 'map') return undefined;
  const named = node.entries.find(({ key, value }) => key === 'name' && value.kind === 'scalar');
  if (named) return { source, start: named.value.start, end: named.value.end };
  const metadata = node.entries.find(({ key }) => key === 'metadata')?.value;
  if (metadata?.kind === 'map') return firstKey(metadata, source);
  const entry = node.entries[0];
  return entry && { source, start: entry.keyStart, end: entry.keyEnd };
}
