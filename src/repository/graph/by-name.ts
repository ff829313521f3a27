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
  private readonly types: Map<string, Resource | Resource[]>[] = [];
  /** By kind and group: a key of both would be a string for each resource. */
  private readonly kinds = new Map<string, Map<string, Map<string, Resource | Resource[]>>>();

  add(name: string, resource: Resource): void {
    const { group, kind } = resource;
    let groups = this.kinds.get(kind);
    if (!groups) this.kinds.set(kind, (groups = new Map<string, Map<string, Resource | Resource[]>>()));
    let names = groups.get(group);
    if (!names) {
      groups.set(group, (names = new Map<string, Resource | Resource[]>()));
      this.types.push(names);
    }
    const known = names.get(name);
    if (!known) names.set(name, resource);
    else if (Array.isArray(known)) known.push(resource);
    else names.set(name, [known, resource]);
  }

  get({ group, kind, name }: NamedObject): readonly Resource[] {
    return asList(this.kinds.get(kind)?.get(group)?.get(name));
  }

  /** The resources of a name, if there are several: always the same list. */
  shared({ group, kind, name }: NamedObject): readonly Resource[] | undefined {
    const known = this.kinds.get(kind)?.get(group)?.get(name);
    return Array.isArray(known) ? known : undefined;
  }

  /** The resources of each name that several have. */
  *repeated(): Iterable<readonly Resource[]> {
    for (const names of this.types) for (const known of names.values()) if (Array.isArray(known)) yield known;
  }
}

function asList(known: Resource | Resource[] | undefined): readonly Resource[] {
  return known === undefined ? [] : Array.isArray(known) ? known : [known];
}
