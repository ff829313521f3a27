import type { Field, Path } from '../model/field.js';
import { isPlaceholder } from '../model/placeholder.js';
import type { Reference, Target } from '../model/reference.js';
import type { Resource } from '../model/resource.js';
import type { Source } from '../model/source.js';
import { isRollout } from '../kinds/rollout.js';
import { Deployed, type DeployedAs } from './deployed.js';
import { type AsWritten, Deployment, type Placement, stageNames } from './deployment.js';
import type { Generated, Kustomization } from './kustomization.js';
import { commonFolder, type Folder, parentOf } from './layout.js';
import { Namesakes, type Placed } from './namesakes.js';
import { type Candidate, nearestOf } from './nearest.js';
import { Patches } from './patches.js';
import { Repeated } from './repeated.js';
import { Workloads } from './workloads.js';

/** What a reference leads to. */
export interface Resolution {
  /** The objects meant; more than one where several kustomizations build whoever refers. */
  readonly found: readonly Resource[];
  /** Whether the object is missing. Neither found nor absent: it may be among what could not be read. */
  readonly isAbsent: boolean;
  /** The kustomization.yaml that builds whoever refers without what is meant. */
  readonly missingIn: string | undefined;
  /** An object that is meant, in a file beside the kustomization.yaml that leaves it out. */
  readonly leftOut: Resource | undefined;
}

/** How kustomize names an object, where a reference to it stays as it is written. */
export interface Renaming {
  readonly name: string;
  readonly by: Resource;
}

export interface GraphOptions {
  /** Folders with manifests that could not be read, such as unrendered templates. */
  readonly incomplete?: ReadonlySet<Folder>;
  /** The text of a file of the input, for those that hold no resource. */
  readonly readFile?: (path: string) => string | undefined;
  /** What an object is called where it is written, if that is another name than the one it is deployed under. */
  readonly asWritten?: AsWritten;
  /** Objects that are deployed and not among those given. */
  readonly assumed?: readonly Target[];
}

const none: readonly Resource[] = [];

const clusterScoped: ReadonlySet<string> = new Set(['ClusterAnalysisTemplate', 'Namespace']);

/** Resources by identity, with references resolved to what is deployed together with whoever refers. */
export class Graph {
  private readonly deployment: Deployment;
  private readonly byKind = new Map<string, Resource[]>();
  private readonly byType = new Map<string, readonly Resource[]>();
  private readonly byName = new Map<string, Resource[]>();
  private readonly unnamed = new Map<string, Resource[]>();
  private readonly patches: Patches;
  private readonly deployed: Deployed;
  private readonly workloads: Workloads;
  private readonly incomplete: ReadonlySet<Folder>;
  private readonly assumed: readonly Target[];
  private readonly missing: Target[] = [];
  private readonly resolutions = new Map<Resource, Map<string, Resolution>>();

  constructor(all: readonly Resource[], options: GraphOptions = {}) {
    const readFile = options.readFile ?? (() => undefined);
    this.deployment = new Deployment(all, (path) => readFile(path) !== undefined, options.asWritten);
    this.assumed = options.assumed ?? [];
    this.incomplete = new Set([...(options.incomplete ?? [])].map(chartOf));
    this.patches = new Patches(this.deployment, all, readFile);
    this.deployed = new Deployed(this.deployment, (resource, path) => this.isPatched(resource, path));
    this.workloads = new Workloads(this.deployment.layout, (reference) => this.find(reference));
    for (const resource of this.deployment.resources) {
      push(this.byKind, resource.kind, resource);
      if (isPlaceholder(resource.name)) push(this.unnamed, typeKey(resource), resource);
      if (resource.name !== '') for (const name of this.names(resource)) push(this.byName, name, resource);
    }
    // A list that has grown has room for more, and there may be a hundred thousand of them.
    for (const [name, resources] of this.byName)
      if (resources.length > 1) this.byName.set(name, resources.slice());
  }

  /** The keys of all names that others may call a resource by. */
  private names(resource: Resource): Iterable<string> {
    const placements = this.deployment.placements(resource);
    if (placements.every(({ via }) => via.length === 0)) return [nameKey(resource)];
    const names = placements.flatMap((placement) => stageNames(resource, placement));
    return new Set(names.map((name) => nameKey({ ...typeOf(resource), name })));
  }

  get resources(): readonly Resource[] {
    return this.deployment.resources;
  }

  ofKind(kind: string, group?: string): readonly Resource[] {
    if (group === undefined) return this.byKind.get(kind) ?? none;
    const key = `${group}/${kind}`;
    let resources = this.byType.get(key);
    if (!resources) {
      resources = (this.byKind.get(kind) ?? none).filter((resource) => resource.group === group);
      this.byType.set(key, resources);
    }
    return resources;
  }

  /** The ways in which a resource is deployed; at least one. */
  placements(resource: Resource): readonly Placement[] {
    return this.deployment.placements(resource);
  }

  /** Whether any resource is built by a kustomization. */
  get hasKustomizations(): boolean {
    return this.deployment.leaves.length > 0;
  }

  /** The kustomizations of what is deployed that patch, teach or build what their own files do not show. */
  get opaqueKustomizations(): readonly Source[] {
    return this.deployment.leaves
      .filter((leaf) =>
        this.deployment
          .chain(leaf)
          .some(({ patches, isTaught, isOpen }) => patches.length > 0 || isTaught || isOpen),
      )
      .map(({ resource }) => resource.source);
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

  /** Where a reference leads. docs/resolution.md states the rule and its reasons. */
  resolve({ from: { resource }, to }: Reference): Resolution {
    let known = this.resolutions.get(resource);
    if (!known) this.resolutions.set(resource, (known = new Map<string, Resolution>()));
    const key = to.namespace === undefined ? nameKey(to) : `${nameKey(to)}/${to.namespace}`;
    let resolution = known.get(key);
    if (!resolution) {
      const lookups = this.deployment
        .placements(resource)
        .map((placement) => this.lookUp(resource, placement, to));
      const missing = lookups.find(({ isAbsent }) => isAbsent);
      resolution = {
        found: [...new Set(lookups.flatMap(({ found }) => found ?? []))],
        isAbsent: missing !== undefined,
        missingIn: missing?.leaf?.resource.source.name,
        leftOut: missing?.leftOut,
      };
      known.set(key, resolution);
      if (missing) this.missing.push({ ...to, namespace: to.namespace ?? this.namespace(resource) });
    }
    return resolution;
  }

  private lookUp(resource: Resource, placement: Placement, to: Target): Lookup {
    const { leaf } = placement;
    const namespace = clusterScoped.has(to.kind)
      ? undefined
      : (to.namespace ?? this.deployment.namespaceAt(resource, placement));
    const candidates: Candidate[] = [];
    let leftOut: Resource | undefined;
    for (const group of this.outward(nameKey(to), placement.folder)) {
      if (candidates.length > 0) break;
      for (const { resource: candidate, placement: other } of group) {
        if (!this.isNamed(candidate, other, to.name, leaf)) continue;
        const itsNamespace = this.deployment.namespaceAt(candidate, other);
        if (namespace !== undefined && itsNamespace !== undefined && itsNamespace !== namespace) continue;
        if (!this.belong(resource, placement, candidate, other)) continue;
        const isKnown = namespace !== undefined && itsNamespace !== undefined;
        const isHere = other.folder === placement.folder;
        if (!isHere && !isKnown && this.hasOwner(resource, placement, candidate, other)) continue;
        if (this.isLeftOut(candidate, other, leaf)) leftOut = candidate;
        else candidates.push({ resource: candidate, placement: other, namespace: itsNamespace });
      }
    }
    const nearest = nearestOf(candidates, placement.folder, resource, namespace);
    const isAmbiguous = namespace === undefined && new Set(nearest.map((other) => other.namespace)).size > 1;
    return {
      found: isAmbiguous ? undefined : nearest[0]?.resource,
      isAbsent: candidates.length === 0 && !this.mayBeHidden(resource, placement, to),
      leaf,
      leftOut,
    };
  }

  /** Resources of a name: those of a folder first, for nothing is nearer, and to compare folders takes time. */
  private *outward(key: string, folder: Folder): Iterable<readonly Placed[]> {
    const known = this.namesakes.get(key);
    if (known) {
      yield* known.outward(folder);
      return;
    }
    const resources = this.byName.get(key) ?? [];
    const placed = resources.flatMap((resource) =>
      this.deployment.placements(resource).map((placement) => ({ resource, placement })),
    );
    if (resources.length > few) {
      const namesakes = new Namesakes(placed);
      this.namesakes.set(key, namesakes);
      yield* namesakes.outward(folder);
      return;
    }
    yield placed.filter(({ placement }) => placement.folder === folder);
    yield placed.filter(({ placement }) => placement.folder !== folder);
  }

  private readonly namesakes = new Map<string, Namesakes>();

  /** Within one build kustomize knows all names of an object; from outside only the last one is seen. */
  private isNamed(
    candidate: Resource,
    { leaf, via }: Placement,
    name: string,
    from: Kustomization | undefined,
  ): boolean {
    if (via.length === 0) return true;
    const names = stageNames(candidate, { leaf, via } as Placement);
    return leaf !== undefined && leaf === from ? names.includes(name) : names.at(-1) === name;
  }

  /** Whether two placements belong to one deployment, and neither is a copy of the other. */
  private belong(resource: Resource, here: Placement, other: Resource, there: Placement): boolean {
    if (here.folder !== there.folder) return this.deployment.layout.together(here.folder, there.folder);
    if (here.leaf ?? there.leaf) return true;
    return !this.deployment.layout.areCopies(here.folder, resource.source.path, other.source.path);
  }

  /** Whether a Service that a Rollout names stands beside another Rollout, and so is that one's. */
  private hasOwner(resource: Resource, here: Placement, candidate: Resource, there: Placement): boolean {
    if (!isRollout(resource) || candidate.kind !== 'Service') return false;
    const common = commonFolder(here.folder, there.folder);
    if (common === here.folder || common === there.folder) return false;
    return this.deployment.layout.ofKind(there.folder, { group: 'argoproj.io', kind: 'Rollout' }).length > 0;
  }

  /** Whether a file stands beside a kustomization.yaml that is being built and does not name it. */
  private isLeftOut(candidate: Resource, { leaf }: Placement, from: Kustomization | undefined): boolean {
    if (leaf || !from) return false;
    const beside = this.deployment.beside(candidate);
    return beside !== undefined && this.deployment.chain(from).includes(beside);
  }

  /** Whether the object may be among what was not given or could not be read. */
  private mayBeHidden(resource: Resource, placement: Placement, to: Target): boolean {
    const { folder } = placement;
    if (isPlaceholder(to.name)) return true;
    if (this.isAssumed(resource, placement, to)) return true;
    if (to.namespace !== undefined && !this.isKnown(to.namespace)) return true;
    if (this.isPartial(resource, placement)) return true;
    if (this.generators(folder, to).length > 0) return true;
    const unnamed = this.unnamed.get(typeKey(to)) ?? [];
    return unnamed.some((other) =>
      this.deployment.folders(other).some((there) => this.deployment.layout.together(folder, there)),
    );
  }

  /** Whether the object is among those that are said to be deployed; a kind or namespace that nobody gives fits all. */
  private isAssumed(resource: Resource, placement: Placement, to: Target): boolean {
    const namespace = to.namespace ?? this.deployment.namespaceAt(resource, placement);
    return this.assumed.some(
      (other) =>
        other.kind === to.kind &&
        other.name === to.name &&
        (other.namespace === undefined || namespace === undefined || other.namespace === namespace),
    );
  }

  /** What the references mean that were asked for so far and lead to nothing. */
  get absent(): readonly Target[] {
    return this.missing;
  }

  /** Whether all that is deployed with a resource was given and could be read, as far as that can be told. */
  isComplete(resource: Resource): boolean {
    return !this.deployment.placements(resource).some((placement) => this.isPartial(resource, placement));
  }

  private isPartial(resource: Resource, { folder, leaf }: Placement): boolean {
    if (leaf && this.deployment.isOpen(leaf)) return true;
    // A component is never deployed by itself.
    if (!leaf && this.deployment.beside(resource)?.isComponent) return true;
    for (let level = folder; level !== ''; level = parentOf(level))
      if (this.incomplete.has(level)) return true;
    return this.incomplete.has('');
  }

  /** Whether anything given is deployed to a namespace; of one with nothing, nothing can be told. */
  private isKnown(namespace: string): boolean {
    this.knownNamespaces ??= new Set(
      this.resources.flatMap((resource) =>
        this.deployment
          .placements(resource)
          .flatMap((placement) => this.deployment.namespaceAt(resource, placement) ?? []),
      ),
    );
    return this.knownNamespaces.has(namespace);
  }

  private knownNamespaces: ReadonlySet<string> | undefined;

  /** What kustomize generates under the name of a ConfigMap or Secret, where that is what a reference means. */
  generated(reference: Reference): readonly Generated[] {
    return this.deployment
      .folders(reference.from.resource)
      .flatMap((folder) => this.generators(folder, reference.to));
  }

  private generators(folder: Folder, { kind, name }: Target): readonly Generated[] {
    if (kind !== 'ConfigMap' && kind !== 'Secret') return [];
    return this.deployment.leaves
      .filter((leaf) => leaf.folder === folder || this.deployment.layout.together(folder, leaf.folder))
      .flatMap((leaf) => this.deployment.chain(leaf))
      .flatMap(({ generated }) => generated.filter((other) => other.kind === kind && other.name === name));
  }

  /**
   * The other name under which kustomize deploys what a reference means, where it does not write that name into the
   * reference: it knows the references of built-in kinds only, unless it is taught others.
   * https://github.com/kubernetes-sigs/kustomize/blob/master/api/internal/konfig/builtinpluginconsts/namereference.go
   */
  renaming(reference: Reference): Renaming | undefined {
    const { from, to } = reference;
    if (isBuiltIn(from.resource) && isBuiltIn(to)) return undefined;
    for (const { leaf } of this.deployment.placements(from.resource)) {
      const chain = leaf ? this.deployment.chain(leaf) : [];
      if (chain.some(({ isTaught }) => isTaught)) continue;
      const generated = chain
        .flatMap((kustomization) => kustomization.generated)
        .find(({ kind, name, hasHash }) => hasHash && kind === to.kind && name === to.name);
      if (generated) return { name: `${to.name}-<hash>`, by: generated.at.resource };
    }
    for (const candidate of this.resolve(reference).found)
      for (const placement of this.deployment.placements(candidate)) {
        const { leaf, via } = placement;
        if (!leaf || !this.deployment.placements(from.resource).some((other) => other.leaf === leaf))
          continue;
        const name = stageNames(candidate, placement).at(-1)!;
        const by = via.find(({ namePrefix, nameSuffix }) => namePrefix !== '' || nameSuffix !== '');
        if (!by || name === to.name) continue;
        if ([...via, ...this.deployment.chain(leaf)].some(({ isTaught }) => isTaught)) continue;
        return { name, by: by.resource };
      }
    return undefined;
  }

  /**
   * The labels that kustomize adds to the selector of a Service or PodDisruptionBudget and, as it does not know the
   * kind, not to the pods of a Rollout; none where it was taught to.
   * https://github.com/kubernetes-sigs/kustomize/blob/master/api/internal/konfig/builtinpluginconsts/commonlabels.go
   */
  addedSelectorLabels(resource: Resource): readonly Field[] {
    const added = this.deployment.placements(resource).flatMap(({ leaf, via }) => {
      if (!leaf || [...via, ...this.deployment.chain(leaf)].some(({ isTaught }) => isTaught)) return [];
      return via.flatMap(({ selectorLabels }) => selectorLabels.flatMap(({ entries }) => entries));
    });
    return added.filter(
      (field, index) =>
        added.findIndex((other) => other.resource === field.resource && other.key === field.key) === index,
    );
  }

  /**
   * The resources of a kind that are deployed together with a resource, nearest folders first. Going through all
   * of them is costly in a large repository: stop at the first that answers.
   */
  *near(resource: Resource, kinds: readonly { group: string; kind: string }[]): Iterable<Resource> {
    const seen = new Set<Resource>([resource]);
    const { layout } = this.deployment;
    for (const placement of this.deployment.placements(resource))
      for (const folder of layout.outward(placement.folder))
        for (const candidate of kinds.flatMap((kind) => layout.ofKind(folder, kind))) {
          if (seen.has(candidate) || !this.isDeployedWith(resource, placement, candidate, folder)) continue;
          seen.add(candidate);
          yield candidate;
        }
  }

  /** Whether what is deployed from a folder near a placement is meant for the namespace and environment of it. */
  private isDeployedWith(
    resource: Resource,
    placement: Placement,
    candidate: Resource,
    folder: Folder,
  ): boolean {
    const namespace = this.deployment.namespaceAt(resource, placement);
    return this.deployment.placements(candidate).some((other) => {
      if (other.folder !== folder) return false;
      if (folder === placement.folder && !this.belong(resource, placement, candidate, other)) return false;
      const itsNamespace = this.deployment.namespaceAt(candidate, other);
      return namespace === undefined || itsNamespace === undefined || itsNamespace === namespace;
    });
  }

  /** The other resources in the folder (or kustomization) that a resource is deployed from, all or those of a kind. */
  beside(resource: Resource, kind?: string, group?: string): readonly Resource[] {
    const { layout } = this.deployment;
    const folders = this.deployment.folders(resource);
    const of = (folder: Folder): readonly Resource[] =>
      kind !== undefined && group !== undefined
        ? layout.ofKind(folder, { group, kind })
        : layout.in(folder).filter((other) => kind === undefined || other.kind === kind);
    const others = folders.length === 1 ? of(folders[0]!) : [...new Set(folders.flatMap(of))];
    return resource.kind === kind || kind === undefined
      ? others.filter((other) => other !== resource)
      : others;
  }

  /** Whether two resources are deployed to one place, and not one of them to a copy of it. */
  areTogether(left: Resource, right: Resource): boolean {
    return this.deployment
      .placements(left)
      .some((here) =>
        this.deployment.placements(right).some((there) => this.belong(left, here, right, there)),
      );
  }

  /** Resources of one identity that one kustomization, folder or Application deploys, by file and position. */
  repeated(): Iterable<readonly Resource[]> {
    return new Repeated(this.deployment, this.rollouts).among(this.byName.values());
  }

  /** The Applications that deploy a resource. */
  applications(resource: Resource): readonly Resource[] {
    return this.deployment.applications(resource);
  }

  /** The resources that an Application deploys, as far as they are among those given. */
  deployedBy(application: Resource): readonly Resource[] {
    return this.deployed.by(application);
  }

  /**
   * What an Application calls a resource that it deploys: a kustomization may give it another name and namespace than its
   * file, and each overlay others. More than one where the Application builds it several times; at least one.
   */
  deployedAs(application: Resource, resource: Resource): readonly DeployedAs[] {
    return this.deployed.as(application, resource);
  }

  /** What an Application would deploy that is not among the resources, such as one of an ApplicationSet. */
  deployedFrom(application: Resource): readonly Resource[] {
    return this.deployment.deployedFrom(application);
  }

  /** The pod template of a Rollout: its own or that of its workloadRef. Undefined when that cannot be found. */
  podTemplate(rollout: Resource): Field | undefined {
    return this.workloads.podTemplate(rollout);
  }

  /** The labels that the pods of a workload carry; none where they cannot be found. */
  labels(workload: Resource): Readonly<Record<string, string>> {
    return this.workloads.labels(workload);
  }

  /** A workload, Rollouts included, that is deployed with a resource and whose pods have the labels of a selector. */
  workload(resource: Resource, selector: Readonly<Record<string, string>>): Resource | undefined {
    if (Object.keys(selector).length === 0) return undefined;
    for (const placement of this.deployment.placements(resource))
      for (const folder of this.deployment.layout.outward(placement.folder)) {
        const found = this.workloads.first(
          folder,
          selector,
          (workload) => workload !== resource && this.isDeployedWith(resource, placement, workload, folder),
        );
        if (found) return found;
      }
    return undefined;
  }

  /** Whether a patch of a kustomization may change what a field says, so that nothing is certain about it. */
  isPatched(resource: Resource, path: Path): boolean {
    return this.patches.touch(resource, path);
  }
}

/** As many namesakes are gone through sooner than sorted by folders. */
const few = 8;

interface Lookup {
  readonly found: Resource | undefined;
  readonly isAbsent: boolean;
  readonly leaf: Kustomization | undefined;
  readonly leftOut: Resource | undefined;
}

/** The chart that a folder of templates belongs to, or the folder itself. */
function chartOf(folder: Folder): Folder {
  const templates = folder.search(/\/templates(\/|$)/);
  return templates === -1 ? folder : folder.slice(0, templates);
}

/** Whether a kind comes with Kubernetes, and so is known to kustomize. */
function isBuiltIn({ group }: { readonly group: string }): boolean {
  return !group.includes('.') || group.endsWith('.k8s.io');
}

function typeOf({ group, kind }: Resource): { group: string; kind: string } {
  return { group, kind };
}

function typeKey({ group, kind }: { readonly group: string; readonly kind: string }): string {
  return `${group}/${kind}`;
}

function nameKey({ group, kind, name }: Pick<Target, 'group' | 'kind' | 'name'>): string {
  return `${group}/${kind}/${name}`;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
