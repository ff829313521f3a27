import { isAtOrBelow, isBelow } from '../../model/paths.js';
import type { Resource } from '../../model/resource.js';
import type { Placement } from './deployment.js';
import { type Folder, parentOf } from './layout.js';

/** A resource, and one way in which it is deployed. */
export interface PlacedResource {
  readonly resource: Resource;
  readonly placement: Placement;
}

/** Resources of one name, by the folders that they are deployed from: a large repository has thousands. */
export class Namesakes {
  private readonly own = new Map<Folder, PlacedResource[]>();
  private readonly children = new Map<Folder, Set<Folder>>();
  private readonly bySegment = new Map<string, Set<Folder>>();
  private readonly order = new Map<PlacedResource, number>();

  constructor(all: Iterable<PlacedResource>) {
    for (const placed of all) this.add(placed);
  }

  private add(placed: PlacedResource): void {
    const { folder } = placed.placement;
    this.order.set(placed, this.order.size);
    const others = this.own.get(folder);
    if (others) {
      others.push(placed);
      return;
    }
    this.own.set(folder, [placed]);
    for (const segment of folder.split('/')) {
      const folders = this.bySegment.get(segment);
      if (folders) folders.add(folder);
      else this.bySegment.set(segment, new Set([folder]));
    }
    for (let child = folder; child !== ''; child = parentOf(child)) {
      const siblings = this.children.get(parentOf(child));
      if (siblings) {
        siblings.add(child);
        break;
      }
      this.children.set(parentOf(child), new Set([child]));
    }
  }

  /**
   * All of them in groups, the nearest first: of the folder, below it, then of each folder above and below that. Of the folders
   * below one, those with more segments in common are nearer: `network/shop` is next to `apps/shop`.
   */
  *outward(folder: Folder): Iterable<readonly PlacedResource[]> {
    yield this.own.get(folder) ?? [];
    yield this.inOrder(this.below(folder));
    for (let step = folder; step !== ''; step = parentOf(step)) {
      const level = parentOf(step);
      yield this.inOrder(this.own.has(level) ? [level] : []);
      const seen = new Set<Folder>();
      for (const alike of this.alike(folder, level, step)) {
        for (const other of alike) seen.add(other);
        yield this.inOrder(alike);
      }
      yield this.inOrder([...this.below(level, step)].filter((other) => !seen.has(other)));
    }
  }

  /** The folders below `level` that have segments in common with `folder`, most similar first. */
  private alike(folder: Folder, level: Folder, except: Folder): readonly (readonly Folder[])[] {
    const names = new Set(segmentsBelow(level, folder));
    const found = new Set([...names].flatMap((name) => [...(this.bySegment.get(name) ?? [])]));
    const byCount: Folder[][] = [];
    for (const other of found) {
      if (!isBelow(other, level) || isAtOrBelow(other, except)) continue;
      const count = segmentsBelow(level, other).filter((name) => names.has(name)).length;
      if (count > 0) (byCount[count] ??= []).push(other);
    }
    return byCount.filter((folders) => folders).toReversed();
  }

  private *below(folder: Folder, except?: Folder): Iterable<Folder> {
    for (const child of this.children.get(folder) ?? []) {
      if (child === except) continue;
      if (this.own.has(child)) yield child;
      yield* this.below(child);
    }
  }

  private inOrder(folders: Iterable<Folder>): readonly PlacedResource[] {
    const place = (placed: PlacedResource): number => this.order.get(placed) ?? 0;
    return [...folders]
      .flatMap((folder) => this.own.get(folder) ?? [])
      .sort((one, other) => place(one) - place(other));
  }
}

function segmentsBelow(level: Folder, folder: Folder): readonly string[] {
  return folder.slice(level.length).split('/').filter(Boolean);
}
