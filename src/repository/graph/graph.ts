import { type ArgoCdVersion, defaultArgoCdVersion } from '../../argocd/version.js';
import { defaultRolloutsVersion, type RolloutsVersion } from '../../kubernetes/objects/version.js';
import type { ObjectKind } from '../../kubernetes/objects/object.js';
import type { Field, Path } from '../../model/field.js';
import type { Reference, Target } from '../../model/reference.js';
import { Replacement } from '../../model/replacement.js';
import type { Resource } from '../../model/resource.js';
import { isBelow } from '../../model/paths.js';
import type { Source } from '../../model/source.js';
import type { OwnSchemas } from '../../kubernetes/schemas/own.js';
import { isApplication } from '../../kubernetes/kinds/application.js';
import { isRollout } from '../../kubernetes/kinds/rollout.js';
import { Companions } from './companions.js';
import {
  areAlong,
  type ExpandedSets,
  expandAll,
  templatePatchPaths,
  type UnreadPatch,
  type RepeatedName,
} from './application-set.js';
import { Deployed, type DeployedAs } from './deployed.js';
import {
  Deployment,
  isRendered,
  type Manifests,
  type Placement,
  type Since,
  stageNames,
} from './deployment.js';
import type { Generated } from './kustomization.js';
import type { SourcePlace } from './application-sources.js';
import type { LostSource } from './lost-sources.js';
import { Lookup } from './lookup.js';
import { LocalCharts } from './local-charts.js';
import { isOpaqueChain, type Opaque, opaqueOf } from './opaque.js';
import type { GraphOptions, Releases, Undeployed } from './options.js';
import { type FieldSetter, Patches } from './patches.js';
import { Repeated } from './repeated.js';
import { type Renaming, Renamings } from './renamings.js';
import type { Unfilled } from './set-placeholders.js';
import { type Resolution, Resolver } from './resolver.js';
import { Together } from './together.js';
import { type Unbuildable, unbuildable } from './unbuildable.js';
import { Workloads } from './workloads.js';

/** Resources by identity; references resolve to what is deployed together with the referring resource. */
export class Graph {
  private readonly sets: ExpandedSets;
  private readonly deployment: Deployment;
  /** The resources over which this view iterates. */
  private readonly looked: Lookup;
  /** Where resources are looked up by name or namespace. */
  private readonly whole: Lookup;
  /** The only files where problems of kustomizations and repeated objects are wanted; undefined for all. */
  private readonly lookedPaths: ReadonlySet<string> | undefined;
  /** The resources in these files. */
  private readonly inLookedPaths: readonly Resource[] | undefined;
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
  private readonly renamings: Renamings;
  private readonly together: Together;
  private readonly isSynthesized: boolean;
  private readonly files: readonly Source[];
  private filesByPath: ReadonlyMap<string, Source> | undefined;
  private readonly exists: GraphOptions['exists'];
  /** Scripts, and configurations of services that run jobs: they contain commands instead of desired state. */
  readonly commandFiles: readonly Source[];

  constructor(
    private readonly all: readonly Resource[],
    options: GraphOptions = {},
    /** The graph of an earlier state, of which what is the same need not be found again. */
    earlier?: Graph,
  ) {
    const files = options.files ?? [...new Set(all.map(({ source }) => source))];
    this.files = files;
    this.exists = options.exists;
    const mayBeLive = options.mayBeLive ?? (() => true);
    this.commandFiles = options.commandFiles ?? [];
    this.sets = expandAll(all, files, earlier?.sets);
    const manifests: Manifests = {
      resources: all,
      paths: files.map(({ path }) => path),
      applications: [...all.filter(isApplication), ...this.sets.applications],
      isLive: (resource) => mayBeLive(resource.source) && isLive(resource),
      asWritten: options.asWritten,
      workTrees: options.workTrees,
      exists: options.exists,
      readsOthers: options.readsOthers,
    };
    const change = earlier && Replacement.between(earlier.all, all);
    this.deployment = new Deployment(manifests, earlier?.deployment, change);
    const replaced = earlier && change && this.deployment.since({ earlier: earlier.deployment, change });
    const since = <T>(its: T | undefined): Since<T> | undefined =>
      its && replaced && { earlier: its, change: replaced };
    this.isSynthesized = options.isSynthesized ?? false;
    this.rolloutsVersion = options.rolloutsVersion ?? defaultRolloutsVersion;
    this.verifiesTargetGroups = options.verifiesTargetGroups;
    this.argoCdVersion = options.argoCdVersion ?? defaultArgoCdVersion;
    this.ownSchemas = options.ownSchemas;
    this.resolver = new Resolver(this.deployment, options, since(earlier?.resolver));
    this.patches = new Patches(this.deployment, all, files);
    this.deployed = new Deployed(
      this.deployment,
      (resource, path) => this.isPatched(resource, path),
      since(earlier?.deployed),
    );
    this.workloads = new Workloads((reference) => this.find(reference));
    this.companionIndex = new Companions(this.deployment, this.deployed);
    this.together = new Together(this.deployment, this.workloads);
    const asWritten = options.asWritten ?? ((resource) => resource);
    this.renamings = new Renamings(this.deployment, this.resolver, asWritten);
    this.looked = this.lookupIn(this.deployment.resources, since(earlier?.whole));
    this.whole = this.looked;
  }

  get resources(): readonly Resource[] {
    return this.looked.resources;
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

  /** Whether a file is there: in the input, or beside it, such as the values of a chart that its output stands for. */
  hasFile(path: string): boolean {
    return this.fileAt(path) !== undefined || this.exists?.(path) === 'file';
  }

  /** The files of the input in a folder and below it. */
  filesBelow(folder: string): readonly Source[] {
    return this.files.filter(({ path }) => isBelow(path, folder));
  }

  /** Whether files of the input are in folders below a folder. */
  hasFoldersBelow(folder: string): boolean {
    return this.deployment.inputFolders.hasBelow(folder);
  }

  /** Whether the text of some file fulfils a condition. Reads all files. */
  someText(has: (text: string) => boolean): boolean {
    return this.files.some((source) => has(source.read()));
  }

  /** The resources of a kind, of one API group or of any. */
  ofKind(kind: string, group?: string): readonly Resource[] {
    return this.looked.ofKind(kind, group);
  }

  /** The resources of several kinds, in the order of their files. */
  ofKinds(kinds: readonly ObjectKind[]): readonly Resource[] {
    return this.looked.ofKinds(kinds);
  }

  /** The resources of a kind whose manifests have a name. */
  withManifestName(identity: ObjectKind & { readonly name: string }): readonly Resource[] {
    return this.whole.withManifestName(identity);
  }

  /** The resources of a kind that are deployed under a name, or under a name that is unknown. */
  withDeployedName(identity: ObjectKind & { readonly name: string }): readonly Resource[] {
    return this.whole.withDeployedName(identity);
  }

  /** The resources of a kind that are deployed to a namespace; undefined stands for an unknown one. */
  inNamespace(kind: ObjectKind, namespace: string | undefined): readonly Resource[] {
    return this.whole.inNamespace(kind, namespace);
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
    return unbuildable(this.deployment, this.patches, this.all, this.lookedPaths);
  }

  /** What placements follow from: in graphs with the same one, a file has the same placements. */
  get deployers(): object {
    return this.deployment.deployers;
  }

  /** Whether a kustomization builds any resource. */
  get hasKustomizations(): boolean {
    return this.deployment.builds.leaves.length > 0;
  }

  /** The folders of each deployed kustomization: its own, and those of all that it is built from. */
  get foldersOfBuilds(): readonly (readonly [string, ...string[]])[] {
    const { builds } = this.deployment;
    return builds.leaves.map((leaf) => [
      leaf.folder,
      ...builds.chain(leaf).flatMap(({ folder }) => (folder === leaf.folder ? [] : [folder])),
    ]);
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
    return opaqueOf(this.deployment, new LocalCharts(this.files), whole);
  }

  /** A view with these resources alone, also for lookups by name or namespace; references still resolve in the whole graph. */
  restrictedTo(resources: readonly Resource[]): Graph {
    const looked = this.lookupIn(resources);
    return this.with({ looked, whole: looked });
  }

  /**
   * A view that iterates over these resources; lookups by name or namespace still see all.
   * @param lookedPaths the files of these resources, if problems of kustomizations and repeated objects are wanted only there
   */
  iteratingOver(resources: readonly Resource[], lookedPaths?: ReadonlySet<string>): Graph {
    const looked = this.lookupIn(resources);
    return this.with(lookedPaths ? { looked, lookedPaths, inLookedPaths: resources } : { looked });
  }

  /** A view in which some resources are not found, neither by name nor by reference. */
  without(hidden: ReadonlySet<Resource>): Graph {
    const left = ({ resources }: Lookup): Lookup =>
      this.lookupIn(resources.filter((one) => !hidden.has(one)));
    return this.with({
      looked: left(this.looked),
      whole: left(this.whole),
      resolver: this.resolver.without(hidden),
    });
  }

  /** The same graph for other releases. */
  forReleases(releases: Releases): Graph {
    return this.with(releases);
  }

  /** The same graph, except for some of its fields. */
  private with(fields: object): Graph {
    return Object.assign(Object.create(Graph.prototype) as Graph, this, fields);
  }

  private lookupIn(resources: readonly Resource[], since?: Since<Lookup>): Lookup {
    return new Lookup(resources, this.deployment, this.deployed, since);
  }

  /** All Rollouts. */
  get rollouts(): readonly Resource[] {
    return this.ofKind('Rollout', 'argoproj.io');
  }

  /** All Rollouts, also in a view that iterates over others. */
  get everyRollout(): readonly Resource[] {
    return this.whole.ofKind('Rollout', 'argoproj.io');
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
    const renamed = this.renamings.object(reference);
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

  /** All ConfigMaps or Secrets that kustomize generates beside the object with a reference, of its kind. */
  generatedBeside(reference: Reference): readonly Generated[] {
    return this.resolver.generatedBeside(reference);
  }

  /**
   * The name under which kustomize deploys what a reference leads to, if it does not update the reference: it only knows the
   * references of built-in kinds, unless it is configured for others.
   */
  renaming(reference: Reference): Renaming | undefined {
    return this.renamings.of(reference);
  }

  /** Whether kustomize updates a reference if it renames what the reference leads to. */
  followsNames(reference: Reference): boolean {
    return this.renamings.follows(reference);
  }

  /** The names by which manifests may refer to a resource: its own, and those that it had before it was rendered. */
  namesInGit(resource: Resource): readonly string[] {
    return this.renamings.namesInGit(resource);
  }

  /** Whether two resources were built by several kustomizations from one document. */
  areOneInGit(left: Resource, right: Resource): boolean {
    return this.renamings.areOneInGit(left, right);
  }

  /** The names of a resource where it is deployed; several if kustomizations build it several times. */
  deployedNames(resource: Resource): readonly string[] {
    const placements = this.deployment.placements(resource);
    return [...new Set(placements.map((placement) => stageNames(resource, placement).at(-1)!))];
  }

  /** Whether a kustomization may change the name of a resource. */
  isRenamed(resource: Resource): boolean {
    return this.deployment.placements(resource).some(({ via }) => via.length > 0);
  }

  /** The names that a resource has in the course of a placement, the one in its manifest first. */
  namesAt(resource: Resource, placement: Placement): readonly string[] {
    return stageNames(resource, placement);
  }

  /**
   * The labels that kustomize adds to the selector of a Service or PodDisruptionBudget but not to the pods of a Rollout, a kind
   * that it does not know; none if it is configured for Rollouts. With `rollout`, only those where that is deployed.
   */
  addedSelectorLabels(resource: Resource, rollout?: Resource): readonly Field[] {
    return this.together.addedSelectorLabels(resource, rollout);
  }

  /** The labels of an object where it is deployed with another one, for each placement. */
  ownLabels(resource: Resource, other: Resource): readonly Readonly<Record<string, string>>[] {
    return this.together.ownLabels(resource, other);
  }

  /**
   * The resources of some kinds that are deployed together with a resource, nearest folders first. Iterating over all of them is
   * costly in a large repository: stop at the first match, or limit the number of objects and folders.
   */
  deployedNear(
    resource: Resource,
    kinds: readonly ObjectKind[],
    limits: { readonly objects?: number; readonly folders?: number } = {},
  ): Iterable<Resource> {
    return this.together.near(resource, kinds, limits);
  }

  /** Whether two resources are deployed to the same environment. Unlike companions, they may come from different folders. */
  areDeployedTogether(left: Resource, right: Resource): boolean {
    return this.together.are(left, right);
  }

  /** A workload, such as a Rollout, that is deployed with a resource and whose pods match a selector. */
  workload(resource: Resource, selector: Readonly<Record<string, string>>): Resource | undefined {
    return this.together.workload(resource, selector);
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

  /** The first companion of a resource that has a kind and a name. */
  companionNamed(resource: Resource, kind: ObjectKind, name: string): Resource | undefined {
    return this.companionIndex.ofName(resource, kind, name);
  }

  /** The companions of a resource that are workloads and whose pods match a selector; none for an empty selector. */
  companionWorkloads(resource: Resource, selector: Readonly<Record<string, string>>): readonly Resource[] {
    if (Object.keys(selector).length === 0) return [];
    return this.companionIndex.all(resource, (together) => this.workloads.selected(together, selector));
  }

  /**
   * Resources of one identity that the same kustomization, folder or Application deploys, by file and position; in a view, only
   * together with one of its own.
   */
  repeated(): Iterable<readonly Resource[]> {
    const { resolver, inLookedPaths } = this;
    const all = inLookedPaths ? resolver.sharedNamesOf(inLookedPaths) : resolver.sharedNames;
    return new Repeated(this.deployment).among(all);
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
   * The names and namespaces of a resource that an Application deploys: each overlay may change them differently. Several if the Application builds it several times; at least one.
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

  /** Each `templatePatch` that is not evaluated. */
  get unreadPatches(): readonly UnreadPatch[] {
    return this.sets.unread;
  }

  /** The names that ApplicationSets would give to several Applications. */
  get repeatedApplications(): readonly RepeatedName[] {
    return this.sets.repeated;
  }

  /** Placeholders of ApplicationSets that the controller cannot fill in. */
  get unfilledPlaceholders(): readonly Unfilled[] {
    return this.sets.unfilled;
  }

  /** The ApplicationSets that generate too many Applications, so that none is known. */
  get setsTooLarge(): readonly Resource[] {
    return this.sets.tooLarge;
  }

  /** The sources of an Application that lead to a folder of the input, each with the folder. */
  sourceFolders(application: Resource): readonly SourcePlace[] {
    return this.deployment.sources.foldersFrom(application);
  }

  /** The paths that a source of an Application could have: from the root of its repository to folders of the input. */
  pathsOfSource(source: Field): readonly string[] {
    return this.deployment.sources.pathsFrom(source);
  }

  /** Paths in sources of Applications that do not exist in their repository, which is part of the input. */
  get lostSources(): readonly LostSource[] {
    return this.deployment.sources.lost;
  }

  /** Whether an Application lies in a clone of which all folders are part of the input, as far as is known. */
  isInWholeClone(application: Resource): boolean {
    return this.deployment.sources.isInWholeClone(application);
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

  /** Whether a file is data of tests or documentation, or its path says that it is kept as an example or for another time. */
  isSetAside(source: Source): boolean {
    return this.deployment.isSetAside(source);
  }

  /** The pod template of a Rollout: its own or that of its workloadRef. Undefined when that cannot be found. */
  podTemplate(rollout: Resource): Field | undefined {
    return this.workloads.podTemplate(rollout);
  }

  /** The labels of the pods of a workload; none if they cannot be found. */
  labels(workload: Resource): Readonly<Record<string, string>> {
    return this.workloads.labels(workload);
  }

  /** Whether a patch of a kustomization or ApplicationSet may change a field, so that its value is uncertain. */
  isPatched(resource: Resource, path: Path): boolean {
    const set = this.setOf(resource);
    if (set)
      return (
        this.sets.unpatched.has(resource) && templatePatchPaths(set).some((other) => areAlong(other, path))
      );
    return this.patches.touch(resource, path);
  }

  /** The same for a list or map as a whole: whether a patch may add, remove or replace it or its items. */
  isPatchedAsWhole(resource: Resource, path: Path): boolean {
    return this.setOf(resource) ? this.isPatched(resource, path) : this.patches.touchWhole(resource, path);
  }

  /**
   * The same for patches alone, without settings of kustomizations such as `images`.
   * @param through the only kustomization whose placements count; default: any
   */
  isPatchedByHand(resource: Resource, path: Path, through?: Resource): boolean {
    return this.patches.touchByPatch(resource, path, through);
  }

  /** The same for the placements of a resource through a kustomization; patches of other overlays do not count. */
  isPatchedThrough(kustomization: Resource, resource: Resource, path: Path): boolean {
    return this.patches.touchAllThrough(kustomization, resource, path);
  }

  /** The same for what an Application deploys; patches of what others deploy do not count. */
  isPatchedFor(application: Resource, resource: Resource, path: Path): boolean {
    return this.patches.touchFor(application, resource, path);
  }

  /** What kustomizations set a field of a resource to, in each of its placements; the outermost first. */
  settersOf(resource: Resource, path: Path): readonly FieldSetter[] {
    return this.patches.settersOf(resource, path);
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
