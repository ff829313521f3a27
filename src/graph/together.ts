import { groupBy } from '../model/multimap.js';
import type { Resource } from '../model/resource.js';

/** Resources that come together: those of a folder, or those that one Application deploys. */
export class Together {
  private kinds: ReadonlyMap<string, readonly Resource[]> | undefined;
  private names: ReadonlyMap<string, readonly Resource[]> | undefined;

  /** What is given may grow until the first question is asked. */
  constructor(readonly all: readonly Resource[]) {}

  ofKind({ group, kind }: { readonly group: string; readonly kind: string }): readonly Resource[] {
    if (this.all.length < many)
      return this.all.filter((resource) => resource.kind === kind && resource.group === group);
    this.kinds ??= groupBy(this.all, (resource) => `${resource.group}/${resource.kind}`);
    return this.kinds.get(`${group}/${kind}`) ?? [];
  }

  named(name: string): readonly Resource[] {
    if (this.all.length < many) return this.all.filter((resource) => resource.name === name);
    this.names ??= groupBy(this.all, (resource) => resource.name);
    return this.names.get(name) ?? [];
  }
}

/** Fewer are gone through sooner than kept by kind. */
const many = 50;
