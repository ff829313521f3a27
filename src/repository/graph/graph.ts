import { type ArgoCdVersion, defaultArgoCdVersion } from '../../argocd/version.js';
import { defaultRolloutsVersion, type RolloutsVersion } from '../../kubernetes/objects/version.js';
import type { ObjectKind } from '../../kubernetes/objects/object.js';
import type { WorkTree } from '../files/work-trees.js';
import type { Field, Path } from '../../model/field.js';
import type { Reference, Target } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { isBelow } from '../../model/paths.js';
import type { Source } from '../../model/source.js';
import { append, groupBy } from '../../model/multimap.js';
import type { OwnSchemas } from '../../kubernetes/schemas/own.js';
import { isApplication } from '../../kubernetes/kinds/application.js';
import { isRollout } from '../../kubernetes/kinds/rollout.js';
import { workloadKinds } from '../../kubernetes/kinds/workload.js';
import { Companions } from './companions.js';
import { areAlong, type ExpandedSets, expandAll, templatePatchPaths } from './application-set.js';
import { Deployed, type DeployedAs } from './deployed.js';
import { type AsWritten, Deployment, isRendered, type Placement, stageNames } from './deployment.js';
import type { Generated } from './kustomization.js';
import type { Folder } from './layout.js';
import type { Exists, LostSource } from './lost-sources.js';
import { isOpaqueChain, type Opaque, opaqueOf } from './opaque.js';
import { Patches } from './patches.js';
import { Repeated } from './repeated.js';
import { type Resolution, Resolver, type ResolverOptions } from './resolver.js';
import { ResourceIndex } from './resource-index.js';
import { type Unbuildable, unbuildable } from './unbuildable.js';
import { Workloads } from './workloads.js';

/** The name that kustomize gives to an object without updating a reference to it. */
export interface Renaming {
  readonly name: string;
  readonly by: Resource;
}

/** The releases and settings of the cluster that manifests are for. */
export interface Releases {
  /** The release of Argo Rollouts that the manifests are for. */
  readonly rolloutsVersion: RolloutsVersion;
  /** Whether the controller runs with `--aws-verify-target-group`; undefined if unknown. */
  readonly verifiesTargetGroups: boolean | undefined;
  /** The release of Argo CD that syncs them. */
  readonly argoCdVersion: ArgoCdVersion;
}

export interface GraphOptions extends ResolverOptions, Partial<Releases> {
  /** All files of the input, including those without resources; by default those of the resources. */
  readonly files?: readonly Source[];
  /** Scripts, and configurations of services that run jobs. */
  readonly commandFiles?: readonly Source[];
  /** Whether a file may contain objects exported from a cluster; true by default. */
  readonly mayBeLive?: (source: Source) => boolean;
  /** The name of an object in its manifest, if it is deployed under another one. */
  readonly asWritten?: AsWritten;
  /** The work trees of the files: paths of Applications start there. */
  readonly workTrees?: readonly WorkTree[];
  /** Whether each file is deployed as a whole, like synthesized manifests. */
  readonly isSynthesized?: boolean;
  /** Schemas from outside of the input. */
  readonly ownSchemas?: OwnSchemas | undefined;
  /** What a path is in the file system; by default only the files of the input exist. */
  readonly exists?: Exists;
  /** Whether templates of a chart may read other files of it; true by default. */
  readonly readsOthers?: (chart: string) => boolean;
}

/** Resources that nothing deploys. */
export interface Undeployed {
  /** Next to a kustomization.yaml or Chart.yaml that leaves them out. */
  readonly unlisted: readonly Resource[];
  /** In tests and documentation. */
  readonly samples: readonly Resource[];
  /** Exported from a cluster, with fields that only the API server writes. */
  readonly live: readonly Resource[];
}

const none: readonly Resource[] = [];

/** Resources by identity; references resolve to what is deployed together with the referring resource. */
export class Graph {
  private readonly sets: ExpandedSets;
  private readonly deployment: Deployment;
  private readonly byKind = new Map<string, Resource[]>();
  private readonly byType = new Map<string, readonly Resource[]>();
  private readonly byName = new Map<string, ResourceIndex>();
  private readonly byDeployedName = new Map<string, ReadonlyMap<string | undefined, readonly Resource[]>>();
  private readonly byNamespace = new Map<string, ReadonlyMap<string | undefined, readonly Resource[]>>();
  /** The resources of a view; undefined if it has all. */
  private readonly looked: readonly Resource[] | undefined;
  /** Where resources are looked up by name. */
  private readonly whole: Graph = this;
  private readonly patches: Patches;
  private readonly deployed: Deployed;
  private readonly workloads: Workloads;
  private readonly companionIndex: Companions;
  private readonly resolver: Resolver;
  /** The release of Argo Rollouts that the manifests are for. */
  readonly rolloutsVersion: RolloutsVersion;
  /** Whether the controller runs with `--aws-verify-target-group`; undefined if unknown. */
  readonly verifiesTargetGroups: boolean | undefined;
  /** The release of Argo CD that syncs them. */
  readonly argoCdVersion: ArgoCdVersion;
  /** Schemas from outside of the input. */
  readonly ownSchemas: OwnSchemas | undefined;
  private readonly asWritten: AsWritten;
  /**
   * Rendered resources whose name differs from that of their manifest, by the names that they had; shared by all views of the
   * graph.
   */
  private readonly byWrittenName: {
    all?: ReadonlyMap<string, readonly { readonly resource: Resource; readonly name: string }[]>;
  } = {};
  private readonly isSynthesized: boolean;
  private readonly files: readonly Source[];
  private filesByPath: ReadonlyMap<string, Source> | undefined;
  /** Scripts, and configurations of services that run jobs: they contain commands instead of desired state. */
  readonly commandFiles: readonly Source[];

  constructor(
    private readonly all: readonly Resource[],
    options: GraphOptions = {},
  ) {
    const files = options.files ?? [...new Set(all.map(({ source }) => source))];
    this.files = files;
    const mayBeLive = options.mayBeLive ?? (() => true);
    this.commandFiles = options.commandFiles ?? [];
    this.sets = expandAll(all, files);
    this.asWritten = options.asWritten ?? ((resource) => resource);
    this.deployment = new Deployment({
      resources: all,
      paths: files.map(({ path }) => path),
      applications: [...all.filter(isApplication), ...this.sets.applications],
      isLive: (resource) => mayBeLive(resource.source) && isLive(resource),
      asWritten: options.asWritten,
      workTrees: options.workTrees,
      exists: options.exists,
      readsOthers: options.readsOthers,
    });
    this.isSynthesized = options.isSynthesized ?? false;
    this.rolloutsVersion = options.rolloutsVersion ?? defaultRolloutsVersion;
    this.verifiesTargetGroups = options.verifiesTargetGroups;
    this.argoCdVersion = options.argoCdVersion ?? defaultArgoCdVersion;
    this.ownSchemas = options.ownSchemas;
    this.resolver = new Resolver(this.deployment, options);
    this.patches = new Patches(this.deployment, all, files);
    this.deployed = new Deployed(this.deployment, (resource, path) => this.isPatched(resource, path));
    this.workloads = new Workloads((reference) => this.find(reference));
    this.companionIndex = new Companions(this.deployment, this.deployed);
    for (const resource of this.deployment.resources) append(this.byKind, resource.kind, resource);
  }

  get resources(): readonly Resource[] {
    return this.looked ?? this.deployment.resources;
  }

  /** All resources that were read, including those that nothing deploys. */
  get given(): readonly Resource[] {
    return this.all;
  }

  /** The file of the input at a path, whatever it contains. */
  fileAt(path: string): Source | undefined {
    // Rules ask for each folder above an object.
    this.filesByPath ??= new Map(this.files.toReversed().map((source) => [source.path, source]));
    return this.filesByPath.get(path);
  }

  /** The files of the input in a folder and below it. */
  filesBelow(folder: string): readonly Source[] {
    return this.files.filter(({ path }) => isBelow(path, folder));
  }

  /** Whether the text of some file fulfils a condition. Reads all files. */
  someText(has: (text: string) => boolean): boolean {
    return this.files.some((source) => has(source.read()));
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

  /** The resources of several kinds, in the order of their files. */
  ofKinds(kinds: readonly ObjectKind[]): readonly Resource[] {
    return this.resources.filter(({ group, kind }) =>
      kinds.some((one) => one.kind === kind && one.group === group),
    );
  }

  /** The resources of a kind whose manifests have a name. */
  withManifestName({ group, kind, name }: ObjectKind & { readonly name: string }): readonly Resource[] {
    return this.whole.typed(group, kind).named(name);
  }

  /** The resources of a kind that are deployed under a name, or under a name that is unknown. */
  withDeployedName({ group, kind, name }: ObjectKind & { readonly name: string }): readonly Resource[] {
    if (this.whole !== this) return this.whole.withDeployedName({ group, kind, name });
    const key = `${group}/${kind}`;
    let byName = this.byDeployedName.get(key);
    if (!byName) {
      const all = new Map<string | undefined, Resource[]>();
      for (const resource of this.ofKind(kind, group))
        for (const its of this.deployed.names(resource)) append(all, its, resource);
      this.byDeployedName.set(key, (byName = all));
    }
    return [...new Set([...(byName.get(name) ?? none), ...(byName.get(undefined) ?? none)])];
  }

  /** The resources of a kind that are deployed to a namespace; undefined stands for an unknown one. */
  inNamespace({ group, kind }: ObjectKind, namespace: string | undefined): readonly Resource[] {
    if (this.whole !== this) return this.whole.inNamespace({ group, kind }, namespace);
    const key = `${group}/${kind}`;
    let byNamespace = this.byNamespace.get(key);
    if (!byNamespace) {
      byNamespace = groupBy(this.ofKind(kind, group), (resource) => this.namespace(resource));
      this.byNamespace.set(key, byNamespace);
    }
    return byNamespace.get(namespace) ?? none;
  }

  private typed(group: string, kind: string): ResourceIndex {
    const key = `${group}/${kind}`;
    let typed = this.byName.get(key);
    if (!typed) this.byName.set(key, (typed = new ResourceIndex(this.ofKind(kind, group))));
    return typed;
  }

  /** Whether a resource is certainly deployed with its whole file: by a kustomization or Application, or as a rendered chart. */
  isDeployed(resource: Resource): boolean {
    return this.isSynthesized || this.deployment.isDeployed(resource) || isRendered(resource.source);
  }

  /** The ways in which a resource is deployed; at least one. */
  placements(resource: Resource): readonly Placement[] {
    return this.deployment.placements(resource);
  }

  /** What prevents kustomize from building Rollouts of the input, or what an Application deploys. */
  get unbuildable(): readonly Unbuildable[] {
    return unbuildable(this.deployment, this.patches, this.all);
  }

  /** Whether a kustomization builds any resource. */
  get hasKustomizations(): boolean {
    return this.deployment.builds.leaves.length > 0;
  }

  /** The kustomizations that reach their bases in more ways than are followed. */
  get cutKustomizations(): readonly Resource[] {
    return this.deployment.builds.cut.map(({ resource }) => resource);
  }

  /** The deployed kustomizations whose own files do not show what they patch, configure or build. */
  get opaqueKustomizations(): readonly Source[] {
    return this.deployment.builds.leaves
      .filter((leaf) => isOpaqueChain(this.deployment.builds.chain(leaf)))
      .map(({ resource }) => resource.source);
  }

  /** What cannot be known without running a program; with `whole`, all fields of all objects matter. */
  opaque({ whole }: { readonly whole: boolean }): readonly Opaque[] {
    return opaqueOf(this.deployment, whole);
  }

  /** A view with these resources alone, also for lookups by name or namespace; references still resolve in the whole graph. */
  restrictedTo(resources: readonly Resource[]): Graph {
    const view = this.iteratingOver(resources);
    return Object.assign(view, {
      whole: view,
      byName: new Map(),
      byDeployedName: new Map(),
      byNamespace: new Map(),
    });
  }

  /** A view that iterates over these resources; lookups by name or namespace still see all. */
  iteratingOver(resources: readonly Resource[]): Graph {
    const byKind = new Map<string, Resource[]>();
    for (const resource of resources) append(byKind, resource.kind, resource);
    const view = Object.create(Graph.prototype) as Graph;
    return Object.assign(view, this, { looked: resources, byKind, byType: new Map() });
  }

  /** The same graph for other releases. */
  forReleases(releases: Releases): Graph {
    return Object.assign(Object.create(Graph.prototype) as Graph, this, releases);
  }

  /** All Rollouts. */
  get rollouts(): readonly Resource[] {
    return this.ofKind('Rollout', 'argoproj.io');
  }

  /** Whether the input has Rollouts, even if nothing deploys them. */
  get hasRollouts(): boolean {
    return this.rollouts.length > 0 || this.deployment.unlisted.some(isRollout);
  }

  /** The namespace that a resource is deployed to; undefined if unknown. */
  namespace(resource: Resource): string | undefined {
    return this.deployment.namespace(resource);
  }

  /** The namespace of a resource in one of its placements; undefined if unknown. */
  namespaceAt(resource: Resource, placement: Placement): string | undefined {
    return this.deployment.namespaceAt(resource, placement);
  }

  /** The object that a reference leads to; undefined if it is absent, unknown or unreadable. */
  find(reference: Reference): Resource | undefined {
    return this.resolve(reference).found.find(({ isReadable }) => isReadable);
  }

  /** Whether no object that a reference could mean is deployed with the referring resource. */
  isAbsent(reference: Reference): boolean {
    return this.resolve(reference).isAbsent;
  }

  /** Where a reference leads. docs/resolution.md states the rule and its reasons. */
  resolve(reference: Reference): Resolution {
    const resolution = this.resolver.resolve(reference);
    if (!resolution.isAbsent || !isRendered(reference.from.resource.source)) return resolution;
    // The reference to the old name is reported; other problems between the two objects exist under either name.
    const renamed = this.renamedObject(reference);
    return renamed ? { ...resolution, found: [renamed] } : resolution;
  }

  /** The targets of the references that were resolved so far and lead to nothing. */
  get absent(): readonly Target[] {
    return this.resolver.absent;
  }

  /** Whether everything that is deployed with a resource is in the input and could be read, as far as that is known. */
  isComplete(resource: Resource): boolean {
    return this.resolver.isComplete(resource);
  }

  /** The ConfigMaps and Secrets that kustomize generates under the name in a reference. */
  generated(reference: Reference): readonly Generated[] {
    return this.resolver.generated(reference);
  }

  /**
   * The name under which kustomize deploys what a reference leads to, if it does not update the reference: it only knows the
   * references of built-in kinds, unless it is configured for others.
   * https://github.com/kubernetes-sigs/kustomize/blob/master/api/internal/konfig/builtinpluginconsts/namereference.go
   */
  renaming(reference: Reference): Renaming | undefined {
    const { from, to } = reference;
    if (isRendered(from.resource.source)) return this.renamedInBuild(reference);
    const placements = this.deployment.placements(from.resource);
    if (placements.every(({ leaf }) => leaf === undefined)) return undefined;
    if (isBuiltIn(from.resource) && isBuiltIn(to)) return undefined;
    for (const { leaf } of placements) {
      const chain = leaf ? this.deployment.builds.chain(leaf) : [];
      if (chain.some(({ isTaught }) => isTaught)) continue;
      const generated = chain
        .flatMap((kustomization) => kustomization.generated)
        .find(({ kind, name, hasHash }) => hasHash && kind === to.kind && name === to.name);
      if (generated) return { name: `${to.name}-<hash>`, by: generated.at.resource };
    }
    const leaves = new Set(placements.map(({ leaf }) => leaf));
    for (const candidate of this.resolve(reference).found)
      for (const placement of this.deployment.placements(candidate)) {
        const { leaf, via } = placement;
        if (!leaf || !leaves.has(leaf)) continue;
        const name = stageNames(candidate, placement).at(-1)!;
        const by = via.find(({ namePrefix, nameSuffix }) => namePrefix !== '' || nameSuffix !== '');
        if (!by || name === to.name) continue;
        if ([...via, ...this.deployment.builds.chain(leaf)].some(({ isTaught }) => isTaught)) continue;
        return { name, by: by.resource };
      }
    return undefined;
  }

  /** The same for rendered manifests: a name that no object has any more, and that an object of the same build had. */
  private renamedInBuild(reference: Reference): Renaming | undefined {
    if (this.resolver.resolve(reference).found.length > 0) return undefined;
    const renamed = this.renamedObject(reference);
    const { resource } = reference.from;
    const leaf = this.deployment.placements(resource).find((placement) => placement.leaf)?.leaf;
    return renamed && leaf && { name: renamed.name, by: leaf.resource };
  }

  private renamedObject({ from, to }: Reference): Resource | undefined {
    this.byWrittenName.all ??= groupBy(
      this.deployment.resources
        .filter(({ source }) => isRendered(source))
        .flatMap((resource) => {
          const names = this.asWritten(resource).names ?? [];
          return names.filter((name) => name !== resource.name).map((name) => ({ resource, name }));
        }),
      ({ resource: { group, kind }, name }) => `${group}/${kind}/${name}`,
    );
    return this.byWrittenName.all
      .get(`${to.group}/${to.kind}/${to.name}`)
      ?.find(({ resource: { source } }) => source === from.resource.source)?.resource;
  }

  /** The names by which manifests may refer to a resource: its own, and those that it had before it was rendered. */
  namesInGit(resource: Resource): readonly string[] {
    return [
      resource.name,
      ...(this.asWritten(resource).names ?? []).filter((name) => name !== resource.name),
    ];
  }

  /** Whether two resources were built by several kustomizations from one document. */
  areOneInGit(left: Resource, right: Resource): boolean {
    const [one, other] = [this.asWritten(left), this.asWritten(right)];
    return (
      one.file !== undefined && one.file === other.file && one.kind === other.kind && one.name === other.name
    );
  }

  /** The names of a resource where it is deployed; several if kustomizations build it several times. */
  deployedNames(resource: Resource): readonly string[] {
    const placements = this.deployment.placements(resource);
    return [...new Set(placements.map((placement) => stageNames(resource, placement).at(-1)!))];
  }

  /** The names that a resource has in the course of a placement, the one in its manifest first. */
  namesAt(resource: Resource, placement: Placement): readonly string[] {
    return stageNames(resource, placement);
  }

  /**
   * The labels that kustomize adds to the selector of a Service or PodDisruptionBudget but not to the pods of a Rollout, a kind
   * that it does not know; none if it is configured for Rollouts. With `rollout`, only those where that is deployed.
   * https://github.com/kubernetes-sigs/kustomize/blob/master/api/internal/konfig/builtinpluginconsts/commonlabels.go
   */
  addedSelectorLabels(resource: Resource, rollout?: Resource): readonly Field[] {
    const placements = rollout
      ? this.placementsWith(resource, rollout)
      : this.deployment.placements(resource);
    const added = placements.flatMap(({ leaf, via }) => {
      if (!leaf || [...via, ...this.deployment.builds.chain(leaf)].some(({ isTaught }) => isTaught))
        return [];
      return via.flatMap(({ selectorLabels }) => selectorLabels.flatMap(({ entries }) => entries));
    });
    return added.filter(
      (field, index) =>
        added.findIndex((other) => other.resource === field.resource && other.key === field.key) === index,
    );
  }

  /**
   * The labels of an object where it is deployed with another one, for each placement: those of the manifest, and those that
   * kustomizations add.
   */
  ownLabels(resource: Resource, other: Resource): readonly Readonly<Record<string, string>>[] {
    const written = resource.at('metadata', 'labels').strings;
    return this.placementsWith(resource, other).map(({ via }) => {
      // The outermost kustomization adds its labels last.
      const added = via.flatMap(({ labels }) => labels.map(({ strings }) => strings)).reverse();
      return Object.assign({}, written, ...added) as Record<string, string>;
    });
  }

  /** The placements of a resource together with another one: by the same kustomization, else to the same place. */
  private placementsWith(resource: Resource, other: Resource): readonly Placement[] {
    const [all, its] = [this.deployment.placements(resource), this.deployment.placements(other)];
    const built = all.filter(({ leaf }) => leaf !== undefined && its.some((one) => one.leaf === leaf));
    if (built.length > 0) return built;
    const together = all.filter((here) =>
      its.some((there) => this.deployment.belong(resource, here, other, there)),
    );
    return together.length > 0 ? together : all;
  }

  /**
   * The resources of some kinds that are deployed together with a resource, nearest folders first. Iterating over all of them is
   * costly in a large repository: stop at the first match, or limit the number of objects and folders.
   */
  *deployedNear(
    resource: Resource,
    kinds: readonly ObjectKind[],
    { objects = Infinity, folders = Infinity } = {},
  ): Iterable<Resource> {
    const seen = new Set<Resource>([resource]);
    let [looked, entered] = [0, 0];
    const { layout } = this.deployment;
    for (const placement of this.deployment.placements(resource))
      for (const folder of layout.outward(placement.folder, kinds)) {
        if (entered++ === folders) return;
        for (const candidate of kinds.flatMap((kind) => layout.at(folder).ofKind(kind))) {
          if (looked++ === objects) return;
          if (seen.has(candidate) || !this.isDeployedWith(resource, placement, candidate, folder)) continue;
          seen.add(candidate);
          yield candidate;
        }
      }
  }

  /** Whether an object deployed from a folder near a placement has the same namespace and environment. */
  private isDeployedWith(
    resource: Resource,
    placement: Placement,
    candidate: Resource,
    folder: Folder,
  ): boolean {
    const namespace = this.deployment.namespaceAt(resource, placement);
    return this.deployment.placements(candidate).some((other) => {
      if (other.folder !== folder) return false;
      if (folder === placement.folder && !this.deployment.belong(resource, placement, candidate, other))
        return false;
      const itsNamespace = this.deployment.namespaceAt(candidate, other);
      return namespace === undefined || itsNamespace === undefined || itsNamespace === namespace;
    });
  }

  /**
   * The companions of a resource, of one kind: the others that the same kustomization or Application deploys or, where neither
   * deploys it, those of its folder. In a large repository there may be thousands.
   */
  companions(resource: Resource, kind: ObjectKind): readonly Resource[] {
    return this.companionIndex.ofKind(resource, kind);
  }

  /** Whether each of two resources is a companion of the other. */
  areCompanions(left: Resource, right: Resource): boolean {
    return this.companionIndex.are(left, right);
  }

  /** Whether a resource has a companion of a kind. */
  hasCompanion(resource: Resource, kind: ObjectKind): boolean {
    return this.companionIndex.hasKind(resource, kind);
  }

  /** The companions of a resource that have a name. */
  companionsNamed(resource: Resource, name: string): readonly Resource[] {
    return this.companionIndex.named(resource, name);
  }

  /** The companions of a resource that are workloads and whose pods match a selector; none for an empty selector. */
  companionWorkloads(resource: Resource, selector: Readonly<Record<string, string>>): readonly Resource[] {
    if (Object.keys(selector).length === 0) return [];
    return this.companionIndex.all(resource, (together) => this.workloads.selected(together, selector));
  }

  /** Whether two resources are deployed to the same environment. Unlike companions, they may come from different folders. */
  areDeployedTogether(left: Resource, right: Resource): boolean {
    return this.deployment
      .placements(left)
      .some((here) =>
        this.deployment.placements(right).some((there) => this.deployment.belong(left, here, right, there)),
      );
  }

  /** Resources of one identity that the same kustomization, folder or Application deploys, by file and position. */
  repeated(): Iterable<readonly Resource[]> {
    return new Repeated(this.deployment).among(this.resolver.named);
  }

  /** The Applications that deploy a resource. */
  applications(resource: Resource): readonly Resource[] {
    return this.deployment.applications(resource);
  }

  /** The resources of the input that an Application deploys. */
  deployedBy(application: Resource): readonly Resource[] {
    return this.deployed.by(application);
  }

  /**
   * The names and namespaces of a resource that an Application deploys: kustomizations may change them, and each overlay in
   * another way. Several if the Application builds it several times; at least one.
   */
  deployedAs(application: Resource, resource: Resource): readonly DeployedAs[] {
    return this.deployed.as(application, resource);
  }

  /** All Applications: those of the input, and those that its ApplicationSets generate. */
  get allApplications(): readonly Resource[] {
    return [...this.ofKind('Application', 'argoproj.io'), ...this.sets.applications];
  }

  /** The ApplicationSet that generates an Application; undefined for one of the input. */
  setOf(application: Resource): Resource | undefined {
    return this.sets.setOf.get(application);
  }

  /** Why ApplicationSets may generate others than these, in a sentence each. */
  get unexpanded(): readonly string[] {
    return this.sets.notes;
  }

  /** The ApplicationSets that generate too many Applications, so that none is known. */
  get setsTooLarge(): readonly Resource[] {
    return this.sets.tooLarge;
  }

  /** The sources of an Application that lead to a folder of the input, each with the folder. */
  sourceFolders(application: Resource): readonly { readonly source: Field; readonly folder: Folder }[] {
    return this.deployment.sources.foldersFrom(application);
  }

  /** Paths in sources of Applications that do not exist in their repository, which is part of the input. */
  get lostSources(): readonly LostSource[] {
    return this.deployment.sources.lost;
  }

  /** Whether everything that an Application deploys is in folders of the input. */
  isWhollyGiven(application: Resource): boolean {
    return this.deployment.sources.isWhollyGiven(application);
  }

  /** Whether an Application is only assumed to deploy a folder of the input, because no other one is possible. */
  isAssumed(application: Resource): boolean {
    return this.deployment.sources.isAssumed(application);
  }

  /** Whether an Application deploys something outside of the input: a chart, or a folder of another repository. */
  deploysElsewhere(application: Resource): boolean {
    return this.deployment.sources.leadsElsewhere(application);
  }

  /** Resources that are certainly not deployed. */
  get undeployed(): Undeployed {
    const { unlisted, samples, live } = this.deployment;
    return { unlisted, samples, live };
  }

  /** Whether a file is data of tests or documentation, or lies beside a Chart.yaml without being part of the chart. */
  isSampleOrBesideChart(source: Source): boolean {
    return this.deployment.isSample(source) || this.deployment.isBesideChart(source);
  }

  /** The pod template of a Rollout: its own or that of its workloadRef. Undefined when that cannot be found. */
  podTemplate(rollout: Resource): Field | undefined {
    return this.workloads.podTemplate(rollout);
  }

  /** The labels of the pods of a workload; none if they cannot be found. */
  labels(workload: Resource): Readonly<Record<string, string>> {
    return this.workloads.labels(workload);
  }

  /** A workload, such as a Rollout, that is deployed with a resource and whose pods match a selector. */
  workload(resource: Resource, selector: Readonly<Record<string, string>>): Resource | undefined {
    if (Object.keys(selector).length === 0) return undefined;
    for (const placement of this.deployment.placements(resource))
      for (const folder of this.deployment.layout.outward(placement.folder, workloadKinds)) {
        const found = this.workloads
          .selected(this.deployment.layout.at(folder), selector)
          .find(
            (workload) => workload !== resource && this.isDeployedWith(resource, placement, workload, folder),
          );
        if (found) return found;
      }
    return undefined;
  }

  /** Whether a patch of a kustomization or ApplicationSet may change a field, so that its value is uncertain. */
  isPatched(resource: Resource, path: Path): boolean {
    const set = this.setOf(resource);
    if (set) return templatePatchPaths(set).some((other) => areAlong(other, path));
    return this.patches.touch(resource, path);
  }

  /** The same for patches alone, without settings of kustomizations such as `images`. */
  isPatchedByHand(resource: Resource, path: Path): boolean {
    return this.patches.touchByPatch(resource, path);
  }

  /** The same for the placements of a resource through a kustomization; patches of other overlays do not count. */
  isPatchedThrough(kustomization: Resource, resource: Resource, path: Path): boolean {
    return this.patches.touchAllThrough(kustomization, resource, path);
  }

  /** The objects in files of patches that kustomizations merge into a resource. */
  mergedInto(resource: Resource): readonly Resource[] {
    return this.patches.mergedInto(resource);
  }
}

/** Whether a resource has fields that only the API server writes. */
function isLive(resource: Resource): boolean {
  const metadata = resource.at('metadata');
  const [uid, version] = [metadata.at('uid').exists, metadata.at('resourceVersion').exists];
  return (uid && version) || ((uid || version) && resource.at('status').entries.length > 0);
}

/** Whether a kind is built into Kubernetes, and so known to kustomize. */
function isBuiltIn({ group }: { readonly group: string }): boolean {
  return !group.includes('.') || group.endsWith('.k8s.io');
}
