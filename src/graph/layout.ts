import type { Resource } from '../model/resource.js';

/** Where a resource is deployed from: a folder, with `/` between segments. */
export type Folder = string;

/** Resources whose second appearance in another folder shows that the folder is a copy of the first. */
const anchorKinds: ReadonlySet<string> = new Set([
  'Rollout',
  'Deployment',
  'StatefulSet',
  'DaemonSet',
  'Service',
  'VirtualService',
  'DestinationRule',
  'Ingress',
  'Application',
]);

/**
 * Which folders are deployed together and which are copies of each other (environments, clusters), told from what
 * they hold. docs/resolution.md states the rule and its reasons.
 */
export class Layout {
  private readonly own = new Map<Folder, Resource[]>();
  private readonly children = new Map<Folder, Set<Folder>>();
  private readonly anchorsBelow = new Map<Folder, ReadonlySet<string>>();
  private byLastSegment: Map<string, Folder[]> | undefined;
  private readonly verdicts = new Map<string, boolean>();

  add(folder: Folder, resource: Resource): void {
    const resources = this.own.get(folder);
    if (resources) {
      resources.push(resource);
      return;
    }
    this.own.set(folder, [resource]);
    for (let child = folder; child !== '' && child !== '/'; child = parentOf(child)) {
      const siblings = this.children.get(parentOf(child));
      if (siblings) {
        siblings.add(child);
        break;
      }
      this.children.set(parentOf(child), new Set([child]));
    }
  }

  /** The resources deployed from exactly this folder. */
  in(folder: Folder): readonly Resource[] {
    return this.own.get(folder) ?? [];
  }

  /** All resources deployed from this folder and the folders below, `skip` left out. */
  *below(folder: Folder, skip?: Folder): Iterable<{ folder: Folder; resources: readonly Resource[] }> {
    if (folder === skip) return;
    const resources = this.own.get(folder);
    if (resources) yield { folder, resources };
    for (const child of this.children.get(folder) ?? []) yield* this.below(child, skip);
  }

  /** The folders, holding something or leading to one that does, whose path ends in the segments given. */
  endingIn(segments: string): readonly Folder[] {
    this.byLastSegment ??= groupBy(new Set([...this.own.keys(), ...this.children.keys()]), lastSegment);
    return (this.byLastSegment.get(lastSegment(segments)) ?? []).filter((folder) => folder.endsWith(segments));
  }

  /** Whether what is deployed from `there` belongs to what is deployed from `here`, and is not a copy of it. */
  together(here: Folder, there: Folder): boolean {
    if (here === there) return true;
    const common = commonFolder(here, there);
    if (this.isCopy(stepTowards(common, here), stepTowards(common, there))) return false;
    return !this.isOtherEnvironment(here, there, common);
  }

  /**
   * In `rollouts/prod` and `networking/dev`, nothing compares the two folders; but `rollouts/dev` is a copy of
   * `rollouts/prod`, and so `dev` names another environment than `prod`.
   */
  private isOtherEnvironment(here: Folder, there: Folder, common: Folder): boolean {
    const segments = there.slice(common.length).split('/').filter(Boolean);
    for (let level = here; level.length > common.length; level = parentOf(level)) {
      const name = lastSegment(level);
      if (segments.includes(name)) continue;
      for (const segment of segments) {
        const sibling = `${parentOf(level)}/${segment}`;
        if (this.isKnown(sibling) && this.isCopy({ folder: level }, { folder: sibling })) return true;
      }
    }
    return false;
  }

  private isKnown(folder: Folder): boolean {
    return this.own.has(folder) || this.children.has(folder);
  }

  private isCopy(left: Part, right: Part): boolean {
    const key = `${left.folder}${left.ownOnly ? '\0' : ''}\n${right.folder}${right.ownOnly ? '\0' : ''}`;
    let verdict = this.verdicts.get(key);
    if (verdict === undefined) {
      verdict = overlap(this.anchors(left), this.anchors(right));
      this.verdicts.set(key, verdict);
    }
    return verdict;
  }

  private anchors(part: Part): ReadonlySet<string> {
    if (part.ownOnly) return new Set(this.in(part.folder).flatMap(anchor));
    let anchors = this.anchorsBelow.get(part.folder);
    if (!anchors) {
      const found = new Set<string>();
      for (const { resources } of this.below(part.folder))
        for (const resource of resources) for (const key of anchor(resource)) found.add(key);
      anchors = found;
      this.anchorsBelow.set(part.folder, anchors);
    }
    return anchors;
  }
}

function lastSegment(folder: Folder): string {
  return folder.slice(folder.lastIndexOf('/') + 1);
}

function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** A folder with all below it, or only what it holds itself. */
interface Part {
  readonly folder: Folder;
  readonly ownOnly?: boolean;
}

function anchor(resource: Resource): string[] {
  if (!anchorKinds.has(resource.kind) || resource.name === '') return [];
  return [`${resource.kind}/${resource.namespace ?? ''}/${resource.name}`];
}

/** Copies share at least half of what the smaller one holds: a copy that lacks an object is still a copy. */
function overlap(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  const [small, large] = left.size <= right.size ? [left, right] : [right, left];
  if (small.size === 0) return false;
  let shared = 0;
  for (const key of small) if (large.has(key)) shared++;
  return shared * 2 >= small.size;
}

export function parentOf(folder: Folder): Folder {
  return folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
}

export function commonFolder(left: Folder, right: Folder): Folder {
  const [a, b] = [left.split('/'), right.split('/')];
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return a.slice(0, length).join('/');
}

/** The child of `common` that leads to `folder`, or `common` itself without its children. */
function stepTowards(common: Folder, folder: Folder): Part {
  if (folder === common) return { folder, ownOnly: true };
  const end = folder.indexOf('/', common.length + 1);
  return { folder: end === -1 ? folder : folder.slice(0, end) };
}
