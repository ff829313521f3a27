import { byFixedOrder } from '../../model/fixed-order.js';
import { groupBy } from '../../model/multimap.js';
import type { Resource } from '../../model/resource.js';

/** Resources that come together: those of a folder, or those that one Application deploys. */
export class ResourceIndex {
  private sorted: readonly Resource[] | undefined;
  private kinds: ReadonlyMap<string, readonly Resource[]> | undefined;
  private names: ReadonlyMap<string, readonly Resource[]> | undefined;

  /** What is given may grow until the first question is asked. */
  constructor(readonly all: readonly Resource[]) {}

  /** Who looks for one among several takes the same one in whichever order files are read. */
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
}

/** Fewer are gone through sooner than kept by kind. */
const many = 50;
