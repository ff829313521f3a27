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
  private readonly anchorsBelow = new Map<Folder, Anchors>();
  private readonly files = new Map<Folder, ReadonlyMap<string, Anchors>>();
  private byLastSegment: Map<string, Folder[]> | undefined;
  private readonly verdicts = new Map<string, boolean>();

  add(folder: Folder, resource: Resource): void {
    const resources = this.own.get(folder);
    if (resources) {
      resources.push(resource);
      return;
    }
    this.own.set(folder, [resource]);
    for (let child = folder; child !== ''; child = parentOf(child)) {
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

  /** All resources, those of a folder and of the folders below it first, then with each folder above. */
  *outward(folder: Folder): Iterable<{ folder: Folder; resources: readonly Resource[] }> {
    yield* this.below(folder);
    for (let below = folder; below !== ''; below = parentOf(below)) yield* this.below(parentOf(below), below);
  }

  /** All resources deployed from this folder and the folders below, `skip` left out. */
  *below(folder: Folder, skip?: Folder): Iterable<{ folder: Folder; resources: readonly Resource[] }> {
    if (folder === skip) return;
    const resources = this.own.get(folder);
    if (resources) yield { folder, resources };
    for (const child of this.children.get(folder) ?? []) yield* this.below(child, skip);
  }

  /** The folders, holding something or leading to one that does, whose path ends in `/` and the segments given. */
  endingIn(segments: string): readonly Folder[] {
    this.byLastSegment ??= groupBy(new Set([...this.own.keys(), ...this.children.keys()]), lastSegment);
    const ending = `/${segments}`;
    return (this.byLastSegment.get(lastSegment(segments)) ?? []).filter((folder) => folder.endsWith(ending));
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

  /**
   * Whether two files of one folder each hold a whole environment (`dev.yaml`, `prod.yaml`): they have a workload in
   * common and most of what is around it.
   */
  areCopies(folder: Folder, left: string, right: string): boolean {
    if (left === right) return false;
    let files = this.files.get(folder);
    if (!files) {
      const byFile = groupBy(this.in(folder), ({ source }) => source.path);
      files = new Map([...byFile].map(([file, resources]) => [file, anchorsOf(resources)]));
      this.files.set(folder, files);
    }
    const [a, b] = [files.get(left), files.get(right)];
    if (!a || !b) return false;
    const shared = sharedAnchors(a, b);
    return shared.length > 1 && shared.some(isWorkloadAnchor) && shared.length * 2 > Math.min(a.size, b.size);
  }

  /**
   * Whether two files of one folder look like two ways to deploy one thing (examples, variants) of which only one is
   * deployed: each has a workload, and they have several objects in common, or a workload of no known namespace.
   */
  areAlternatives(folder: Folder, left: string, right: string): boolean {
    if (left === right) return false;
    const [a, b] = [left, right].map((file) => this.in(folder).filter(({ source }) => source.path === file));
    if (!a?.some(isWorkload) || !b?.some(isWorkload)) return false;
    const identity = ({ group, kind, namespace = '', name }: Resource): string =>
      [group, kind, namespace, name].join('/');
    const others = new Set(b.map(identity));
    const shared = a.filter((resource) => others.has(identity(resource)));
    return shared.length > 1 || shared.some((other) => isWorkload(other) && other.namespace === undefined);
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

  private anchors(part: Part): Anchors {
    if (part.ownOnly) return anchorsOf(this.in(part.folder));
    let anchors = this.anchorsBelow.get(part.folder);
    if (!anchors) {
      anchors = anchorsOf([...this.below(part.folder)].flatMap(({ resources }) => resources));
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

/** Kinds and names with the namespaces that the manifests give, empty where they give none. */
type Anchors = ReadonlyMap<string, ReadonlySet<string>>;

function anchorsOf(resources: readonly Resource[]): Anchors {
  const anchors = new Map<string, Set<string>>();
  for (const { kind, name, namespace = '' } of resources) {
    if (!anchorKinds.has(kind) || name === '') continue;
    const key = `${kind}/${name}`;
    const namespaces = anchors.get(key);
    if (namespaces) namespaces.add(namespace);
    else anchors.set(key, new Set([namespace]));
  }
  return anchors;
}

function isWorkloadAnchor(anchor: string): boolean {
  return isWorkload({ kind: anchor.slice(0, anchor.indexOf('/')) });
}

function isWorkload({ kind }: { readonly kind: string }): boolean {
  return ['Rollout', 'Deployment', 'StatefulSet', 'DaemonSet'].includes(kind);
}

/** What both have; one name in two namespaces is two objects, an unknown namespace may be any. */
function sharedAnchors(left: Anchors, right: Anchors): readonly string[] {
  const [small, large] = left.size <= right.size ? [left, right] : [right, left];
  return [...small].flatMap(([key, namespaces]) => {
    const others = large.get(key);
    if (!others) return [];
    const isSame =
      namespaces.has('') || others.has('') || [...namespaces].some((namespace) => others.has(namespace));
    return isSame ? [key] : [];
  });
}

/** Copies share at least half of what the smaller one holds: a copy that lacks an object is still a copy. */
function overlap(left: Anchors, right: Anchors): boolean {
  const smaller = Math.min(left.size, right.size);
  return smaller > 0 && sharedAnchors(left, right).length * 2 >= smaller;
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
