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
  private readonly types = new Map<string, Map<string, Resource | Resource[]>>();

  add({ group, kind, name }: NamedObject, resource: Resource): void {
    const type = `${group}/${kind}`;
    let names = this.types.get(type);
    if (!names) this.types.set(type, (names = new Map<string, Resource | Resource[]>()));
    const known = names.get(name);
    if (!known) names.set(name, resource);
    else if (Array.isArray(known)) known.push(resource);
    else names.set(name, [known, resource]);
  }

  get({ group, kind, name }: NamedObject): readonly Resource[] {
    return listOf(this.types.get(`${group}/${kind}`)?.get(name));
  }

  /** The resources of each name. */
  *all(): Iterable<readonly Resource[]> {
    for (const names of this.types.values()) for (const known of names.values()) yield listOf(known);
  }
}

function listOf(known: Resource | Resource[] | undefined): readonly Resource[] {
  return known === undefined ? [] : Array.isArray(known) ? known : [known];
}
