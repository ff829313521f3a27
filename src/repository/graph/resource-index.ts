import { byFixedOrder } from '../../model/fixed-order.js';
import { groupBy } from '../../model/multimap.js';
import type { Resource } from '../../model/resource.js';

/** Resources that are deployed together: those of a folder, or those of an Application. */
export class ResourceIndex {
  private sorted: readonly Resource[] | undefined;
  private kinds: ReadonlyMap<string, readonly Resource[]> | undefined;
  private names: ReadonlyMap<string, readonly Resource[]> | undefined;
  private namesOfKinds: ReadonlyMap<string, readonly Resource[]> | undefined;

  /** The list may grow until the first query. */
  constructor(readonly all: readonly Resource[]) {}

  /** A fixed order, so that the first match does not depend on the order of files. */
  private get inOrder(): readonly Resource[] {
    return (this.sorted ??= [...this.all].sort(byFixedOrder));
  }

  ofKind({ group, kind }: { readonly group: string; readonly kind: string }): readonly Resource[] {
    if (this.all.length < many)
      return this.inOrder.filter((resource) => resource.kind === kind && resource.group === group);
    this.kinds ??= groupBy(this.inOrder, (resource) => `${resource.group}/${resource.kind}`);
    return this.kinds.get(`${group}/${kind}`) ?? [];
  }

  named(name: string): readonly Resource[] {
    if (this.all.length < many) return this.inOrder.filter((resource) => resource.name === name);
    this.names ??= groupBy(this.inOrder, (resource) => resource.name);
    return this.names.get(name) ?? [];
  }

  ofName(
    { group, kind }: { readonly group: string; readonly kind: string },
    name: string,
  ): readonly Resource[] {
    if (this.all.length < many)
      return this.ofKind({ group, kind }).filter((resource) => resource.name === name);
    this.namesOfKinds ??= groupBy(
      this.inOrder,
      (resource) => `${resource.group}/${resource.kind}/${resource.name}`,
    );
    return this.namesOfKinds.get(`${group}/${kind}/${name}`) ?? [];
  }
}

/** Shorter lists are scanned, which is faster than an index. */
const many = 50;
