import type { Field, Path } from '../model/field.js';
import { isPlaceholder } from '../model/placeholder.js';
import type { Reference, Target } from '../model/reference.js';
import type { Resource } from '../model/resource.js';
import { folderOf } from '../model/source.js';
import { podLabels, podTemplate, selects, workloadKinds } from '../kinds/workload.js';
import { isRollout, workloadRef } from '../kinds/rollout.js';
import { Deployment } from './deployment.js';
import type { Kustomization } from './kustomization.js';
import { commonFolder, type Folder, parentOf } from './layout.js';
import { Patches } from './patches.js';

/** What a reference leads to. */
export interface Resolution {
  /** The objects meant, nearest first; more than one where the same object is deployed in several ways. */
  readonly found: readonly Resource[];
  /** Whether the object is missing. Neither found nor absent: it may be among what could not be read. */
  readonly isAbsent: boolean;
  /** The kustomization that builds the referring resource and not the other, where there are several. */
  readonly missingIn: string | undefined;
}

export interface GraphOptions {
  /** Folders with manifests that could not be read, such as unrendered templates. */
  readonly incomplete?: ReadonlySet<Folder>;
  /** The text of a file of the input, for those that hold no resource. */
  readonly readFile?: (path: string) => string | undefined;
}

const clusterScoped: ReadonlySet<string> = new Set(['ClusterAnalysisTemplate', 'Namespace']);

/** Resources by identity, with references resolved to what is deployed together with whoever refers. */
export class Graph {
  private readonly deployment: Deployment;
  private readonly byKind = new Map<string, Resource[]>();
  private readonly byName = new Map<string, Resource[]>();
  private readonly patches: Patches;
  private readonly incomplete: ReadonlySet<Folder>;
  private readonly resolutions = new Map<string, Resolution>();

  constructor(all: readonly Resource[], options: GraphOptions = {}) {
    this.deployment = new Deployment(all);
    this.incomplete = options.incomplete ?? new Set();
    this.patches = new Patches(this.deployment, all, options.readFile ?? (() => undefined));
    for (const resource of this.deployment.resources) {
      push(this.byKind, resource.kind, resource);
      if (resource.name !== '') push(this.byName, nameKey(resource), resource);
    }
  }

  get resources(): readonly Resource[] {
    return this.deployment.resources;
  }

  ofKind(kind: string, group?: string): readonly Resource[] {
    const resources = this.byKind.get(kind) ?? [];
    return group === undefined ? resources : resources.filter((resource) => resource.group === group);
  }

  /** All Rollouts. */
  get rollouts(): readonly Resource[] {
    return this.ofKind('Rollout', 'argoproj.io');
  }

  /** The namespace that a resource is deployed to; undefined when nothing given tells. */
  namespace(resource: Resource): string | undefined {
    return this.deployment.namespace(resource);
  }

  /** The object that a reference means; undefined when it is absent, cannot be known or cannot be read. */
  find(reference: Reference): Resource | undefined {
    return this.resolve(reference).found.find(({ isReadable }) => isReadable);
  }

  /** Whether no object that a reference could mean is deployed with the resource that refers. */
  isAbsent(reference: Reference): boolean {
    return this.resolve(reference).isAbsent;
  }

  resolve({ from: { resource }, to }: Reference): Resolution {
    const key = `${resource.source.path}\n${this.namespace(resource) ?? ''}\n${to.namespace ?? ''}\n${nameKey(to)}`;
    let resolution = this.resolutions.get(key);
    if (!resolution) {
      resolution = this.lookUp(resource, to);
      this.resolutions.set(key, resolution);
    }
    return resolution;
  }

  private lookUp(resource: Resource, to: Target): Resolution {
    const leaves = this.deployment.leaves(resource);
    if (leaves.length === 0)
      return this.verdict([this.lookUpFrom(this.deployment.folders(resource)[0]!, resource, to, undefined)]);
    return this.verdict(leaves.map((leaf) => this.lookUpFrom(leaf.folder, resource, to, leaf)));
  }

  private verdict(parts: readonly Lookup[]): Resolution {
    const missing = parts.find(({ isAbsent }) => isAbsent);
    return {
      found: [...new Set(parts.flatMap(({ found }) => found))],
      isAbsent: missing !== undefined,
      missingIn: missing?.leaf,
    };
  }

  private lookUpFrom(
    folder: Folder,
    resource: Resource,
    to: Target,
    leaf: Kustomization | undefined,
  ): Lookup {
    const namespace = clusterScoped.has(to.kind) ? undefined : (to.namespace ?? this.namespace(resource));
    const candidates = this.named(to, leaf).filter((candidate) => this.isIn(candidate, namespace));
    const built = leaf && this.deployment.closure(leaf);
    // A file beside a kustomization that does not name it is not deployed with it.
    const deployed = candidates.filter(
      ({ source }) => !built || built.has(source.path) || folderOf(source) !== folder,
    );
    const found = this.nearest(folder, deployed, namespace);
    const isGenerated = leaf && this.isGenerated(leaf, to);
    const isElsewhere = to.namespace !== undefined && !this.isKnown(to.namespace);
    const isAbsent =
      found.length === 0 &&
      !isGenerated &&
      !isElsewhere &&
      !isPlaceholder(to.name) &&
      !this.mayHide(folder, leaf);
    return { found, isAbsent, leaf: leaf?.resource.source.name };
  }

  /** Candidates by name; a kustomization may add a prefix and a suffix to the names of its resources. */
  private named(to: Target, leaf: Kustomization | undefined): readonly Resource[] {
    const names = new Set([to.name]);
    for (const { namePrefix, nameSuffix } of leaf ? this.deployment.chain(leaf) : [])
      if (to.name.startsWith(namePrefix) && to.name.endsWith(nameSuffix))
        names.add(to.name.slice(namePrefix.length, to.name.length - nameSuffix.length));
    return [...names].flatMap((name) => this.byName.get(nameKey({ ...to, name })) ?? []);
  }

  private isIn(candidate: Resource, namespace: string | undefined): boolean {
    if (namespace === undefined || clusterScoped.has(candidate.kind)) return true;
    const other = this.namespace(candidate);
    return other === undefined || other === namespace;
  }

  private nearest(
    folder: Folder,
    candidates: readonly Resource[],
    namespace: string | undefined,
  ): readonly Resource[] {
    let best: Resource[] = [];
    let bestScore = -1;
    for (const candidate of candidates) {
      for (const other of this.deployment.folders(candidate)) {
        if (!this.deployment.layout.together(folder, other)) continue;
        const score = closeness(folder, other) * 2 + Number(candidate.namespace === namespace);
        if (score > bestScore) [best, bestScore] = [[candidate], score];
        else if (score === bestScore && !best.includes(candidate)) best.push(candidate);
      }
    }
    return best;
  }

  /** Whether any resource is known to be deployed to a namespace; of one with none, nothing can be told. */
  private isKnown(namespace: string): boolean {
    this.knownNamespaces ??= new Set(this.resources.flatMap((resource) => this.namespace(resource) ?? []));
    return this.knownNamespaces.has(namespace);
  }

  private knownNamespaces: ReadonlySet<string> | undefined;

  private isGenerated(leaf: Kustomization, to: Target): boolean {
    return this.deployment
      .chain(leaf)
      .some(({ generated }) => generated.some(({ kind, name }) => kind === to.kind && name === to.name));
  }

  private mayHide(folder: Folder, leaf: Kustomization | undefined): boolean {
    return this.incomplete.has(folder) || (leaf !== undefined && this.deployment.chain(leaf).some(({ isOpen }) => isOpen));
  }

  /**
   * The resources of a kind that are deployed together with a resource, nearest folders first. Going through all
   * of them is costly in a large repository: stop at the first that answers.
   */
  *near(resource: Resource, kinds: readonly { group: string; kind: string }[]): Iterable<Resource> {
    const seen = new Set<Resource>([resource]);
    const namespace = this.namespace(resource);
    const { layout } = this.deployment;
    for (const folder of this.deployment.folders(resource)) {
      let below: Folder | undefined;
      for (let level = folder; level !== ''; [below, level] = [level, parentOf(level)]) {
        for (const { folder: other, resources } of layout.below(level, below)) {
          if (!layout.together(folder, other)) continue;
          for (const candidate of resources) {
            if (seen.has(candidate) || !this.isIn(candidate, namespace)) continue;
            if (!kinds.some(({ group, kind }) => group === candidate.group && kind === candidate.kind)) continue;
            seen.add(candidate);
            yield candidate;
          }
        }
      }
    }
  }

  /** Whether two resources are deployed to one place, and not one of them to a copy of it. */
  areTogether(left: Resource, right: Resource): boolean {
    return this.deployment
      .folders(left)
      .some((here) =>
        this.deployment.folders(right).some((there) => this.deployment.layout.together(here, there)),
      );
  }

  /** The resources of a kind in the folder (or kustomization) that a resource is deployed from. */
  beside(resource: Resource, kind: string, group: string): readonly Resource[] {
    const { layout } = this.deployment;
    return this.deployment
      .folders(resource)
      .flatMap((folder) => layout.in(folder))
      .filter((other) => other.kind === kind && other.group === group && other !== resource);
  }

  /** What else is deployed under the identity of a resource by the same folder, kustomization or Application. */
  twins(resource: Resource): readonly Resource[] {
    const namespace = this.namespace(resource);
    const folders = this.deployment.folders(resource);
    return (this.byName.get(nameKey(resource)) ?? []).filter(
      (other) =>
        other !== resource &&
        this.namespace(other) === namespace &&
        this.deployment.folders(other).some((folder) => folders.includes(folder)),
    );
  }

  /** The Applications that deploy a resource. */
  applications(resource: Resource): readonly Resource[] {
    return this.deployment.applications(resource);
  }

  /** The resources that an Application deploys, as far as they are among those given. */
  deployedBy(application: Resource): readonly Resource[] {
    this.deployed ??= this.collectDeployed();
    return this.deployed.get(application) ?? [];
  }

  private deployed: Map<Resource, Resource[]> | undefined;

  private collectDeployed(): Map<Resource, Resource[]> {
    const deployed = new Map<Resource, Resource[]>();
    for (const resource of this.resources)
      for (const application of this.applications(resource)) push(deployed, application, resource);
    return deployed;
  }

  /** The pod template of a Rollout: its own or that of its workloadRef. Undefined when that cannot be found. */
  podTemplate(rollout: Resource): Field | undefined {
    const reference = workloadRef(rollout);
    if (!reference) return podTemplate(rollout);
    const workload = this.find(reference);
    return workload && podTemplate(workload);
  }

  /** The Rollout or other workload whose pods a selector finds, among what is deployed with `resource`. */
  workload(resource: Resource, selector: Readonly<Record<string, string>>): Resource | undefined {
    for (const workload of this.near(resource, workloadKinds)) {
      const template = isRollout(workload) ? this.podTemplate(workload) : podTemplate(workload);
      if (template && selects(selector, podLabels(template).strings)) return workload;
    }
    return undefined;
  }

  /** Whether a patch of a kustomization may change what a field says, so that nothing is certain about it. */
  isPatched(resource: Resource, path: Path): boolean {
    return this.patches.touch(resource, path);
  }
}

interface Lookup {
  readonly found: readonly Resource[];
  readonly isAbsent: boolean;
  readonly leaf: string | undefined;
}

/** How near two folders are: the depth of what they share, then the names that both carry. */
function closeness(here: Folder, there: Folder): number {
  const common = commonFolder(here, there);
  const rest = new Set(here.slice(common.length).split('/'));
  const shared = there
    .slice(common.length)
    .split('/')
    .filter((segment) => segment !== '' && rest.has(segment)).length;
  const inside = there === common ? 1 : 0;
  return common.length * 100 + shared * 2 + inside;
}

function nameKey({ group, kind, name }: Pick<Target, 'group' | 'kind' | 'name'>): string {
  return `${group}/${kind}/${name}`;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
