import type { Resource } from '../model/resource.js';
import type { Placement } from './deployment.js';
import { type Folder, parentOf } from './layout.js';

/** A resource, and one way in which it is deployed. */
export interface Placed {
  readonly resource: Resource;
  readonly placement: Placement;
}

/** Resources of one name, by the folders that they are deployed from: in a large repository there are thousands. */
export class Namesakes {
  private readonly own = new Map<Folder, Placed[]>();
  private readonly children = new Map<Folder, Set<Folder>>();
  private readonly order = new Map<Placed, number>();

  constructor(all: Iterable<Placed>) {
    for (const placed of all) this.add(placed);
  }

  private add(placed: Placed): void {
    const { folder } = placed.placement;
    this.order.set(placed, this.order.size);
    const others = this.own.get(folder);
    if (others) {
      others.push(placed);
      return;
    }
    this.own.set(folder, [placed]);
    for (let child = folder; child !== ''; child = parentOf(child)) {
      const siblings = this.children.get(parentOf(child));
      if (siblings) {
        siblings.add(child);
        break;
      }
      this.children.set(parentOf(child), new Set([child]));
    }
  }

  /** Those of a folder, then those below it, then of each folder above those that are not among them, in their order. */
  *outward(folder: Folder): Iterable<readonly Placed[]> {
    yield this.own.get(folder) ?? [];
    yield this.inOrder(this.below(folder));
    for (let step = folder; step !== ''; step = parentOf(step)) {
      const parent = parentOf(step);
      yield this.inOrder(this.below(parent, step), this.own.get(parent));
    }
  }

  private *below(folder: Folder, except?: Folder): Iterable<Placed> {
    for (const child of this.children.get(folder) ?? []) {
      if (child === except) continue;
      yield* this.own.get(child) ?? [];
      yield* this.below(child);
    }
  }

  private inOrder(...all: readonly (Iterable<Placed> | undefined)[]): readonly Placed[] {
    const place = (placed: Placed): number => this.order.get(placed) ?? 0;
    return all.flatMap((some) => [...(some ?? [])]).sort((one, other) => place(one) - place(other));
  }
}
