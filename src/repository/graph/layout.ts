import type { ObjectKind } from '../../kubernetes/objects/object.js';
import { groupBy } from '../../model/multimap.js';
import { folderOfPath } from '../../model/paths.js';
import type { Replacement } from '../../model/replacement.js';
import type { Resource } from '../../model/resource.js';
import { isSameSet } from '../../model/same-list.js';
import { areOtherModes, isMode, modesFolder } from './modes.js';
import { ResourceIndex } from './resource-index.js';
import {
  type AsWritten,
  type Anchors,
  anchorsOf,
  isWorkloadAnchor,
  sharedAnchors,
  overlap,
} from './anchors.js';

/** The folder that a resource is deployed from, with `/` between segments. */
export type Folder = string;

/**
 * Which folders are deployed together and which are copies of each other (environments, clusters), judged by their content.
 * docs/resolution.md states the rule and its reasons.
 */
export class RepositoryLayout {
  private own = new Map<Folder, readonly Resource[]>();
  private holding: KindHolders | undefined;
  private asked = new Map<Folder, ResourceIndex>();
  private children = new Map<Folder, Set<Folder>>();
  private hasModes = false;
  private anchorsIn = new Map<Folder, Anchors>();
  private anchorsBelow = new Map<Folder, Anchors>();
  private files = new Map<Folder, ReadonlyMap<string, Anchors>>();
  private readonly verdicts = new Map<Anchors, Map<Anchors, boolean>>();
  private segments = new Map<Folder, readonly string[]>();
  private byName = new Map<Folder, ReadonlyMap<string, Folder>>();
  private lastLevels:
    { readonly here: Folder; readonly common: Folder; readonly levels: readonly FolderLevel[] } | undefined;

  constructor(private readonly asWritten: AsWritten = (resource) => resource) {}

  /** Whether anything is deployed from this folder itself. */
  has(folder: Folder): boolean {
    return this.own.has(folder);
  }

  add(folder: Folder, resource: Resource): void {
    const resources = this.own.get(folder) as Resource[] | undefined;
    if (resources) {
      resources.push(resource);
      return;
    }
    this.own.set(folder, [resource]);
    this.hasModes ||= isMode(folder);
    this.byName.clear();
    this.lastLevels = undefined;
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
   * The layout after some resources were replaced, with all that is known of other folders; undefined if that changes which
   * folders there are, or their order.
   */
  after(
    change: Replacement<Resource>,
    foldersOf: (resource: Resource) => readonly Folder[],
  ): RepositoryLayout | undefined {
    const changed = change.changedLists((folder) => this.own.get(folder), foldersOf);
    const isNew = new Set(change.added);
    // Folders are in the order of their first resources.
    const isKept = ([folder, after]: readonly [Folder, readonly Resource[]]): boolean => {
      const [first] = this.in(folder);
      const [its] = after;
      if (!first || !its) return false;
      if (first === its) return true;
      return isNew.has(its) && first.source.path === its.source.path && !after.includes(first);
    };
    if (![...changed].every(isKept)) return undefined;
    const layout = new RepositoryLayout(this.asWritten);
    const without = <V>(known: ReadonlyMap<Folder, V>, folders: Iterable<Folder>): Map<Folder, V> => {
      const rest = new Map(known);
      for (const folder of folders) rest.delete(folder);
      return rest;
    };
    const folders = [...changed.keys()];
    layout.own = new Map(this.own);
    for (const [folder, resources] of changed) layout.own.set(folder, resources);
    layout.children = this.children;
    layout.segments = this.segments;
    layout.hasModes = this.hasModes;
    layout.byName = this.byName;
    layout.asked = without(this.asked, folders);
    layout.files = without(this.files, folders);
    layout.anchorsIn = without(this.anchorsIn, folders);
    layout.anchorsBelow = without(this.anchorsBelow, folders.flatMap(withParents));
    if (folders.every((folder) => haveSameKinds(this.in(folder), layout.in(folder))))
      layout.holding = this.holding;
    return layout;
  }

  /** The resources deployed from this folder itself. */
  in(folder: Folder): readonly Resource[] {
    return this.own.get(folder) ?? [];
  }

  /** The same, by kind and name. */
  at(folder: Folder): ResourceIndex {
    let together = this.asked.get(folder);
    if (!together) this.asked.set(folder, (together = new ResourceIndex(this.in(folder))));
    return together;
  }

  /**
   * The folders that are deployed together with a folder and hold any of several kinds: itself, those below it, then those of
   * each folder above.
   */
  *outward(here: Folder, kinds: readonly ObjectKind[]): Iterable<Folder> {
    // Most callers find what they want in the folder itself, and then no other one need be looked at.
    const isOne = (one: Resource) =>
      kinds.some(({ group, kind }) => one.kind === kind && one.group === group);
    if (this.in(here).some(isOne)) yield here;
    this.holding ??= this.kindsBelow();
    const holders = kinds.flatMap(({ group, kind }) => this.holding?.get(kind)?.get(group) ?? []);
    const isWanted = (folder: Folder): boolean => holders.some(({ own }) => own.has(folder));
    const leadsOn = (folder: Folder): boolean => holders.some(({ below }) => below.has(folder));
    for (const child of this.children.get(here) ?? [])
      if (leadsOn(child) && !this.isCopy({ folder: here, ownOnly: true }, { folder: child }))
        yield* this.sameEnvironment(here, child, here, isWanted, leadsOn);
    for (let step = here; step !== ''; step = parentOf(step)) {
      const parent = parentOf(step);
      if (isWanted(parent) && this.together(here, parent)) yield parent;
      for (const child of this.children.get(parent) ?? [])
        if (child !== step && leadsOn(child) && !this.isCopy({ folder: step }, { folder: child }))
          yield* this.sameEnvironment(here, child, parent, isWanted, leadsOn);
    }
  }

  /** Whether a chart is read in one of two folders with values that no release of it has, which what is outside does not see. */
  areApart(here: Folder, there: Folder): boolean {
    return this.hasModes && (isMode(there) || areOtherModes(here, there));
  }

  private *sameEnvironment(
    here: Folder,
    there: Folder,
    common: Folder,
    isWanted: (folder: Folder) => boolean,
    leadsOn: (folder: Folder) => boolean,
  ): Iterable<Folder> {
    if (this.areApart(here, there)) return;
    if (isWanted(there) && !this.isOtherEnvironment(here, there, common)) yield there;
    for (const child of this.children.get(there) ?? [])
      if (leadsOn(child)) yield* this.sameEnvironment(here, child, common, isWanted, leadsOn);
  }

  private kindsBelow(): KindHolders {
    const holding = new Map<string, Map<string, { own: Set<Folder>; below: Set<Folder> }>>();
    for (const [folder, resources] of this.own)
      for (const { group, kind } of resources) {
        const groups = holding.get(kind) ?? new Map<string, { own: Set<Folder>; below: Set<Folder> }>();
        if (groups.size === 0) holding.set(kind, groups);
        const holders = groups.get(group) ?? { own: new Set(), below: new Set() };
        if (holders.own.has(folder)) continue;
        groups.set(group, holders);
        holders.own.add(folder);
        for (let level = folder; !holders.below.has(level); level = parentOf(level)) holders.below.add(level);
      }
    return holding;
  }

  /** All resources deployed from this folder and the folders below. */
  private *below(folder: Folder): Iterable<Resource> {
    yield* this.in(folder);
    for (const child of this.children.get(folder) ?? [])
      if (lastSegment(child) !== modesFolder) yield* this.below(child);
  }

  /** Whether what is deployed from `there` belongs to what is deployed from `here`, and is not a copy of it. */
  together(here: Folder, there: Folder): boolean {
    if (here === there) return true;
    if (this.areApart(here, there)) return false;
    const common = commonFolder(here, there);
    if (this.isCopy(stepTowards(common, here), stepTowards(common, there))) return false;
    return !this.isOtherEnvironment(here, there, common);
  }

  /**
   * The folders `rollouts/prod` and `networking/dev` have nothing to compare; but `rollouts/dev` is a copy of `rollouts/prod`, so
   * `dev` is another environment than `prod`.
   */
  private isOtherEnvironment(here: Folder, there: Folder, common: Folder): boolean {
    const segments = this.segmentsOf(there);
    const from = this.segmentsOf(common).length;
    for (const { folder, name, siblings } of this.levelsOf(here, common)) {
      if (segments.includes(name, from)) continue;
      for (let index = from; index < segments.length; index++) {
        const sibling = siblings.get(segments[index]!);
        if (sibling !== undefined && this.isCopy({ folder }, { folder: sibling })) return true;
      }
    }
    return false;
  }

  private segmentsOf(folder: Folder): readonly string[] {
    let segments = this.segments.get(folder);
    if (!segments) this.segments.set(folder, (segments = folder.split('/').filter(Boolean)));
    return segments;
  }

  /** A folder and those above it, up to a common one without that. */
  private levelsOf(here: Folder, common: Folder): readonly FolderLevel[] {
    // One folder is compared with many before the next one is.
    if (this.lastLevels?.here === here && this.lastLevels.common === common) return this.lastLevels.levels;
    const levels: FolderLevel[] = [];
    for (let folder = here; folder.length > common.length; folder = parentOf(folder))
      levels.push({ folder, name: lastSegment(folder), siblings: this.childrenByName(parentOf(folder)) });
    this.lastLevels = { here, common, levels };
    return levels;
  }

  private childrenByName(parent: Folder): ReadonlyMap<string, Folder> {
    let byName = this.byName.get(parent);
    if (!byName) {
      byName = new Map([...(this.children.get(parent) ?? [])].map((child) => [lastSegment(child), child]));
      this.byName.set(parent, byName);
    }
    return byName;
  }

  /**
   * Whether two folders belong to environments that share most of their objects, including a workload; a folder is not a copy of
   * one above it.
   */
  areWholeCopies(here: Folder, there: Folder): boolean {
    const common = commonFolder(here, there);
    if (common === here || common === there) return false;
    const [a, b] = [stepTowards(common, here), stepTowards(common, there)].map((part) => this.anchors(part));
    const shared = sharedAnchors(a!, b!);
    return shared.some(isWorkloadAnchor) && shared.length * 2 > Math.max(a!.names.size, b!.names.size);
  }

  /**
   * Whether two files of a folder each hold a whole environment (`dev.yaml`, `prod.yaml`): they share a workload and most of the
   * other objects.
   */
  areCopies(folder: Folder, left: string, right: string): boolean {
    if (left === right) return false;
    let files = this.files.get(folder);
    if (!files) {
      const byFile = groupBy(this.in(folder), ({ source }) => source.path);
      const systems = [...byFile]
        .map(([file, resources]) => [file, anchorsOf(resources, this.asWritten)] as const)
        .filter(([, { names }]) => names.size > 1);
      files = systems.length > 1 ? new Map(systems) : noFiles;
      this.files.set(folder, files);
    }
    const [a, b] = [files.get(left), files.get(right)];
    if (!a || !b) return false;
    const shared = sharedAnchors(a, b);
    return (
      shared.length > 1 &&
      shared.some(isWorkloadAnchor) &&
      shared.length * 2 > Math.min(a.names.size, b.names.size)
    );
  }

  private isCopy(left: LayoutPart, right: LayoutPart): boolean {
    const [a, b] = [this.anchors(left), this.anchors(right)];
    // Comparing few is faster than the cache.
    if (Math.min(a.names.size, b.names.size) < 16) return overlap(a, b);
    let verdicts = this.verdicts.get(a);
    if (!verdicts) this.verdicts.set(a, (verdicts = new Map<Anchors, boolean>()));
    let verdict = verdicts.get(b);
    if (verdict === undefined) verdicts.set(b, (verdict = overlap(a, b)));
    return verdict;
  }

  private anchors({ folder, ownOnly }: LayoutPart): Anchors {
    const known = ownOnly ? this.anchorsIn : this.anchorsBelow;
    let anchors = known.get(folder);
    if (!anchors) {
      anchors = anchorsOf(ownOnly ? this.in(folder) : this.below(folder), this.asWritten);
      known.set(folder, anchors);
    }
    return anchors;
  }
}

const noFiles: ReadonlyMap<string, Anchors> = new Map();

/** A folder and all folders above it. */
function withParents(folder: Folder): readonly Folder[] {
  const found = [folder];
  for (let level = folder; level !== ''; level = parentOf(level)) found.push(parentOf(level));
  return found;
}

function haveSameKinds(some: readonly Resource[], others: readonly Resource[]): boolean {
  const [own, its] = [some, others].map((all) => new Set(all.map(({ group, kind }) => `${group}/${kind}`)));
  return isSameSet(own!, its!);
}

export function lastSegment(folder: Folder): string {
  return folder.slice(folder.lastIndexOf('/') + 1);
}

/** The folders that hold a kind, and those above them, themselves included. */
interface Holders {
  readonly own: ReadonlySet<Folder>;
  readonly below: ReadonlySet<Folder>;
}

/** By kind, and then by group. */
type KindHolders = ReadonlyMap<string, ReadonlyMap<string, Holders>>;

/** A folder, its last segment, and the folders beside it and itself by theirs. */
interface FolderLevel {
  readonly folder: Folder;
  readonly name: string;
  readonly siblings: ReadonlyMap<string, Folder>;
}

/** A folder with everything below it, or without. */
interface LayoutPart {
  readonly folder: Folder;
  readonly ownOnly?: boolean;
}

export function parentOf(folder: Folder): Folder {
  return folderOfPath(folder);
}

/** The nearest folder that contains both, or is one of them. */
export function commonFolder(left: Folder, right: Folder): Folder {
  const length = Math.min(left.length, right.length);
  let end = 0;
  let index = 0;
  while (index < length && left.charCodeAt(index) === right.charCodeAt(index))
    if (left.charCodeAt(index++) === slash) end = index - 1;
  const isWhole = (folder: Folder): boolean => index === folder.length || folder.charCodeAt(index) === slash;
  return left.slice(0, index === length && isWhole(left) && isWhole(right) ? index : end);
}

const slash = 0x2f;

/** The child of `common` on the way to `folder`, or `common` itself without its children. */
function stepTowards(common: Folder, folder: Folder): LayoutPart {
  if (folder === common) return { folder, ownOnly: true };
  const end = folder.indexOf('/', common.length + 1);
  return { folder: end === -1 ? folder : folder.slice(0, end) };
}
