import type { Replacement } from '../../model/replacement.js';
import type { Resource } from '../../model/resource.js';

interface NamedObject {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
}

/**
 * Resources by type and name. There may be a hundred thousand, and most names belong to one resource: such a name needs no list,
 * and no string is created.
 */
export class ByName {
  /** By kind and group: a key of both would be a string for each resource. */
  private kinds = new Map<string, Map<string, Map<string, Resource | Resource[]>>>();
  /** The resources of each name that has others than in `kinds`, which an earlier state made. */
  private changed: ReadonlyMap<string, readonly Resource[]> = new Map();

  /** The same after some resources were replaced; undefined if it is cheaper to begin again. */
  after(
    change: Replacement<Resource>,
    namesOf: (resource: Resource) => readonly string[],
  ): ByName | undefined {
    const identities = new Map<string, NamedObject>();
    const keysOf = (resource: Resource): readonly string[] =>
      namesOf(resource).map((name) => {
        const identity = { group: resource.group, kind: resource.kind, name };
        const key = keyOfNamed(identity);
        identities.set(key, identity);
        return key;
      });
    const lists = change.changedLists((key) => this.get(identities.get(key)!), keysOf);
    const changed = new Map([...this.changed, ...lists]);
    if (changed.size > mostChanged) return undefined;
    const next = new ByName();
    next.kinds = this.kinds;
    next.changed = changed;
    return next;
  }

  add(name: string, resource: Resource): void {
    const { group, kind } = resource;
    let groups = this.kinds.get(kind);
    if (!groups) this.kinds.set(kind, (groups = new Map<string, Map<string, Resource | Resource[]>>()));
    let names = groups.get(group);
    if (!names) groups.set(group, (names = new Map<string, Resource | Resource[]>()));
    const known = names.get(name);
    if (!known) names.set(name, resource);
    else if (Array.isArray(known)) known.push(resource);
    else names.set(name, [known, resource]);
  }

  get(identity: NamedObject): readonly Resource[] {
    return this.changedOf(identity) ?? asList(this.known(identity));
  }

  /** The resources of a name, if there are several: always the same list. */
  shared(identity: NamedObject): readonly Resource[] | undefined {
    const changed = this.changedOf(identity);
    if (changed) return changed.length > 1 ? changed : undefined;
    const known = this.known(identity);
    return Array.isArray(known) ? known : undefined;
  }

  /** The resources of each name that several have. */
  *repeated(): Iterable<readonly Resource[]> {
    for (const [kind, groups] of this.kinds)
      for (const [group, names] of groups)
        for (const [name, known] of names)
          if (Array.isArray(known) && !this.changedOf({ group, kind, name })) yield known;
    for (const resources of this.changed.values()) if (resources.length > 1) yield resources;
  }

  private known({ group, kind, name }: NamedObject): Resource | Resource[] | undefined {
    return this.kinds.get(kind)?.get(group)?.get(name);
  }

  private changedOf(identity: NamedObject): readonly Resource[] | undefined {
    return this.changed.size === 0 ? undefined : this.changed.get(keyOfNamed(identity));
  }
}

/** The number of names with other resources before the whole is made again. */
const mostChanged = 500;

function keyOfNamed({ group, kind, name }: NamedObject): string {
  return `${kind}\n${group}\n${name}`;
}

function asList(known: Resource | Resource[] | undefined): readonly Resource[] {
  return known === undefined ? [] : Array.isArray(known) ? known : [known];
}
