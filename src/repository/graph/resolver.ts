import { kinds } from '../../kubernetes/objects/object.js';
import { assumedTarget, assumptions, isAssumable } from '../../kubernetes/kinds/assumable.js';
import { experimentServices, isExperiment } from '../../kubernetes/kinds/experiment.js';
import { isRollout } from '../../kubernetes/kinds/rollout.js';
import { detach } from '../../yaml/parse/characters.js';
import { isPlaceholder, unlessPlaceholder } from '../../model/placeholder.js';
import { nearestName } from '../../model/nearest-name.js';
import { isBelow } from '../../model/paths.js';
import type { Reference, Target } from '../../model/reference.js';
import type { Replacement } from '../../model/replacement.js';
import type { Resource } from '../../model/resource.js';
import { isSameSet } from '../../model/same-list.js';
import { folderOf, type Source } from '../../model/source.js';
import { memoize } from '../../model/memo.js';
import { append, groupBy } from '../../model/multimap.js';
import { none } from '../../model/none.js';
import { type Deployment, type Placement, type Since, stageNames } from './deployment.js';
import type { Generated, Kustomization } from './kustomization.js';
import { ByName } from './by-name.js';
import { commonFolder, type Folder, parentOf } from './layout.js';
import { Namesakes, type PlacedResource } from './namesakes.js';
import { type Candidate, isEarlierStep, nearestOf } from './nearest.js';
import type { ResourceIndex } from './resource-index.js';

/** The result of resolving a reference. */
export interface Resolution {
  /** The objects; several if kustomizations build the referring resource several times. */
  readonly found: readonly Resource[];
  /** Whether the object is missing. If it is neither found nor absent, it may be in a part that could not be read. */
  readonly isAbsent: boolean;
  /** The kustomization.yaml that builds the referring resource without the object. */
  readonly missingIn: string | undefined;
  /** The object in a file next to the kustomization.yaml that leaves it out. */
  readonly leftOut: Resource | undefined;
}

export interface ResolverOptions {
  /** Folders with manifests that could not be read, such as unrendered templates. */
  readonly incomplete?: ReadonlySet<Folder>;
  /** Unrendered templates of charts, which may contain what is missing elsewhere. */
  readonly templates?: readonly Source[];
  /** Deployed objects outside of the input. */
  readonly assumed?: readonly Target[];
  /** Resources that no reference means. */
  readonly hidden?: ReadonlySet<Resource>;
}

const clusterScoped: ReadonlySet<string> = new Set(['ClusterAnalysisTemplate', 'Namespace']);

/** Resolves references. docs/resolution.md states the rule and its reasons. */
export class Resolver {
  private readonly byName: ByName;
  /** The files with a Rollout among resources. */
  private readonly filesOfRollouts = memoize(
    (together: ResourceIndex): ReadonlySet<Source> =>
      new Set(together.ofKind(kinds.rollout).map(({ source }) => source)),
  );
  private readonly unnamed: ReadonlyMap<string, readonly Resource[]>;
  private readonly namesakes = new Map<string, Namesakes>();
  private readonly incomplete: ReadonlySet<Folder>;
  private readonly assumed: readonly Target[];
  private readonly templates: readonly Source[];
  private namesInTemplates: ReadonlySet<string> | undefined;
  private readonly missing: Target[] = [];
  /** The resolutions of each resource's references, the latest first. */
  private readonly resolutions = new Map<Resource, Resolved>();
  private bySource: ReadonlyMap<Source, readonly Resource[]> | undefined;
  private byGenerated: ReadonlyMap<string, readonly GeneratedBy[]> | undefined;
  private unlisted: ReadonlyMap<string, readonly Resource[]> | undefined;
  private byExperiment: ReadonlyMap<string, readonly Resource[]> | undefined;
  private knownNamespaces: ReadonlySet<string> | undefined;

  constructor(
    private readonly deployment: Deployment,
    { incomplete = new Set(), assumed = [], templates = [], hidden }: ResolverOptions,
    /** The resolver of an earlier state, and what was replaced since in the resources that are deployed. */
    since?: Since<Resolver>,
  ) {
    this.templates = templates;
    this.assumed = assumed;
    this.incomplete = new Set([...incomplete].map(chartFolder));
    const known = since?.earlier.byName.after(since.change, (resource) => this.namesFor(resource));
    if (since && known) {
      const { earlier, change } = since;
      this.byName = known;
      this.unnamed = change.inLists(earlier.unnamed, (one) =>
        isPlaceholder(one.name) ? [typeKey(one)] : [],
      );
      this.knownNamespaces = earlier.namespacesAfter(change);
      return;
    }
    const [byName, unnamed] = [new ByName(), new Map<string, Resource[]>()];
    for (const resource of deployment.resources) {
      if (hidden?.has(resource) === true) continue;
      if (isPlaceholder(resource.name)) append(unnamed, typeKey(resource), resource);
      for (const name of this.namesFor(resource)) byName.add(name, resource);
    }
    [this.byName, this.unnamed] = [byName, unnamed];
  }

  /** The names by which references may mean a resource. */
  private namesFor(resource: Resource): readonly string[] {
    return resource.name === '' ? none : this.deployment.names(resource);
  }

  /** The known namespaces after some resources were replaced by others in the same ones. */
  private namespacesAfter({ gone, added }: Replacement<Resource>): ReadonlySet<string> | undefined {
    if (!this.knownNamespaces) return undefined;
    const [before, after] = [gone, added].map(
      (some) => new Set(some.flatMap((resource) => this.namespacesOf(resource))),
    );
    return isSameSet(before!, after!) ? this.knownNamespaces : undefined;
  }

  private namespacesOf(resource: Resource): readonly string[] {
    return this.deployment
      .placements(resource)
      .flatMap((placement) => this.deployment.namespaceAt(resource, placement) ?? []);
  }

  /** The same resolver, to which some resources are unknown. */
  without(hidden: ReadonlySet<Resource>): Resolver {
    const { deployment, incomplete, assumed, templates } = this;
    return new Resolver(deployment, { incomplete, assumed, templates, hidden });
  }

  /** The resources of each name that several have. */
  get sharedNames(): Iterable<readonly Resource[]> {
    return this.byName.repeated();
  }

  /** The same for the names of some resources. */
  sharedNamesOf(some: readonly Resource[]): Iterable<readonly Resource[]> {
    const found = new Set<readonly Resource[]>();
    for (const resource of some)
      for (const name of this.deployment.names(resource)) {
        const all = this.byName.shared({ group: resource.group, kind: resource.kind, name });
        if (all) found.add(all);
      }
    return found;
  }

  /** Where a reference leads. docs/resolution.md states the rule and its reasons. */
  resolve({ from: { resource }, to }: Reference): Resolution {
    const latest = this.resolutions.get(resource);
    for (let known = latest; known; known = known.earlier) if (known.isOf(to)) return known;
    const lookups = this.deployment
      .placements(resource)
      .map((placement) => this.lookUp(resource, placement, to));
    const missing = lookups.find(({ isAbsent }) => isAbsent);
    if (missing)
      this.missing.push({
        group: to.group,
        kind: to.kind,
        name: detach(to.name),
        namespace: to.namespace === undefined ? this.deployment.namespace(resource) : detach(to.namespace),
      });
    const resolution = {
      found: foundIn(lookups),
      isAbsent: missing !== undefined,
      missingIn: missing?.leaf?.resource.source.name,
      leftOut: missing?.leftOut,
    };
    const resolved = new Resolved(to, resolution, latest);
    this.resolutions.set(resource, resolved);
    return resolved;
  }

  private lookUp(resource: Resource, placement: Placement, to: Target): LookedUp {
    const { leaf } = placement;
    const namespace = clusterScoped.has(to.kind) ? undefined : this.namespaceOf(resource, placement, to);
    const candidates: Candidate[] = [];
    for (const group of this.outward(to, placement.folder)) {
      for (const { resource: candidate, placement: other } of group) {
        if (!this.isNamed(candidate, other, to.name, leaf)) continue;
        const itsNamespace = this.deployment.namespaceAt(candidate, other);
        if (namespace !== undefined && itsNamespace !== undefined && itsNamespace !== namespace) continue;
        if (!this.isSeen(resource, placement, to, candidate, other)) continue;
        const isKnown = namespace !== undefined && itsNamespace !== undefined;
        const isHere = other.folder === placement.folder;
        if (!isHere && !isKnown && this.hasOwner(resource, placement, candidate, other)) continue;
        candidates.push({ resource: candidate, placement: other, namespace: itsNamespace });
      }
      // The next group may be slow to collect.
      if (candidates.length > 0) break;
    }
    const nearest = nearestOf(candidates, placement.folder, resource, namespace, (candidate) =>
      this.isOfAnother(resource, candidate),
    );
    const isAmbiguous = namespace === undefined && new Set(nearest.map((other) => other.namespace)).size > 1;
    return {
      found: isAmbiguous ? undefined : certainlyApplied(nearest)?.resource,
      isAbsent: candidates.length === 0 && !this.mayBeHidden(resource, placement, to),
      leaf,
      leftOut: candidates.length === 0 && leaf ? this.leftOut(to, leaf) : undefined,
    };
  }

  /** The namespace that a reference means; undefined if unknown. */
  private namespaceOf(resource: Resource, placement: Placement, to: Target): string | undefined {
    return to.namespace === undefined
      ? this.deployment.namespaceAt(resource, placement)
      : unlessPlaceholder(to.namespace);
  }

  /**
   * Whether a reference from one placement can mean an object in another one: objects that belong together, objects deployed from
   * a folder above, and objects with the namespace in the manifest, unless they are in a copy of the whole environment.
   */
  private isSeen(
    resource: Resource,
    here: Placement,
    to: Target,
    candidate: Resource,
    there: Placement,
  ): boolean {
    if (this.deployment.belong(resource, here, candidate, there)) return true;
    if (here.folder === there.folder || this.deployment.layout.areApart(here.folder, there.folder))
      return false;
    if (there.leaf === undefined && isBelow(here.folder, there.folder)) return true;
    if (!(here.leaf ?? there.leaf) && isEarlierStep(there.folder, here.folder)) return true;
    const written = to.namespace ?? resource.namespace;
    if (written === undefined || here.leaf) return false;
    // The kustomization determines the namespace of what it builds.
    const its = there.leaf ? this.deployment.namespaceAt(candidate, there) : candidate.namespace;
    return its === written && !this.deployment.layout.areWholeCopies(here.folder, there.folder);
  }

  /** Resources of a name: first those of the same folder, because nothing is nearer and comparing folders takes time. */
  private *outward(to: Target, folder: Folder): Iterable<readonly PlacedResource[]> {
    const key = nameKey(to);
    const known = this.namesakes.get(key);
    if (known) {
      yield* known.outward(folder);
      return;
    }
    const resources = this.byName.get(to);
    const placed = resources.flatMap((resource) =>
      this.deployment.placements(resource).map((placement) => ({ resource, placement })),
    );
    if (placed.length > fewNamesakes) {
      const namesakes = new Namesakes(placed);
      this.namesakes.set(key, namesakes);
      yield* namesakes.outward(folder);
      return;
    }
    yield placed.filter(({ placement }) => placement.folder === folder);
    yield placed.filter(({ placement }) => placement.folder !== folder);
  }

  /** Within a build kustomize knows all names of an object; from outside only the last one counts. */
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

  /** Whether a Service that a Rollout names is next to another Rollout, and so belongs to that one. */
  private hasOwner(resource: Resource, here: Placement, candidate: Resource, there: Placement): boolean {
    if (!isRollout(resource) || candidate.kind !== 'Service') return false;
    const common = commonFolder(here.folder, there.folder);
    if (common === here.folder || common === there.folder) return false;
    if (isEarlierStep(there.folder, here.folder)) return false;
    return this.deployment.layout.at(there.folder).ofKind(kinds.rollout).length > 0;
  }

  /** Whether a candidate is in the file of another Rollout, which it may belong to. */
  private isOfAnother(resource: Resource, { resource: { source }, placement }: Candidate): boolean {
    if (source === resource.source) return false;
    return this.filesOfRollouts(this.deployment.layout.at(placement.folder)).has(source);
  }

  /** The object in a file next to a kustomization.yaml of the build that does not list it. */
  private leftOut(to: Target, from: Kustomization): Resource | undefined {
    const chain = this.deployment.builds.chain(from);
    return this.unlistedAs(to).find((resource) => {
      const beside = this.deployment.beside(resource);
      return beside !== undefined && chain.includes(beside);
    });
  }

  private unlistedAs(to: Target): readonly Resource[] {
    this.unlisted ??= groupBy(this.deployment.unlisted, nameKey);
    return this.unlisted.get(nameKey(to)) ?? [];
  }

  /** Whether the object is next to the Chart.yaml of a chart: Helm leaves it out, but it may be applied by hand. */
  private standsBesideChart(resource: Resource, placement: Placement, to: Target): boolean {
    const namespace = this.namespaceOf(resource, placement, to);
    return this.unlistedAs(to).some(
      (other) =>
        this.deployment.beside(other) === undefined &&
        (namespace === undefined || other.namespace === undefined || other.namespace === namespace) &&
        this.deployment.layout.together(placement.folder, folderOf(other.source)),
    );
  }

  /** Whether the object may be outside of the input, or in a part that could not be read. */
  private mayBeHidden(resource: Resource, placement: Placement, to: Target): boolean {
    const { folder } = placement;
    if (isPlaceholder(to.name) || isPlaceholder(to.namespace ?? '')) return true;
    if (this.isAssumed(resource, placement, to)) return true;
    if (to.namespace !== undefined && !this.isKnown(to.namespace)) return true;
    if (this.isPartial(resource, placement)) return true;
    if (this.generators(folder, to).length > 0) return true;
    if (this.standsBesideChart(resource, placement, to)) return true;
    if (this.mayBeOfRelease(resource, to)) return true;
    if (this.isInTemplate(to)) return true;
    if (this.isOfExperiment(placement, to, this.namespaceOf(resource, placement, to))) return true;
    const namespace = this.namespaceOf(resource, placement, to);
    const unnamed = this.unnamed.get(typeKey(to)) ?? [];
    return unnamed.some((other) =>
      this.deployment.placements(other).some((there) => {
        const its = this.deployment.namespaceAt(other, there);
        const mayBeThere = namespace === undefined || its === undefined || namespace === its;
        return mayBeThere && this.deployment.layout.together(folder, there.folder);
      }),
    );
  }

  /** Whether an Experiment that is deployed with the resource creates a Service of this name for one of its templates. */
  private isOfExperiment({ folder }: Placement, to: Target, namespace: string | undefined): boolean {
    if (to.kind !== 'Service' || to.group !== '') return false;
    this.byExperiment ??= servicesOfExperiments(this.deployment.resources);
    return (this.byExperiment.get(to.name) ?? []).some((maker) =>
      this.deployment.placements(maker).some((there) => {
        const its = this.deployment.namespaceAt(maker, there);
        if (namespace !== undefined && its !== undefined) return namespace === its;
        return folder === there.folder || this.deployment.layout.together(folder, there.folder);
      }),
    );
  }

  /** Whether an unrendered template says the kind and the name of an object; which values it is rendered with is not known. */
  private isInTemplate({ kind, name }: Target): boolean {
    this.namesInTemplates ??= namesOfTemplates(this.templates);
    return this.namesInTemplates.has(`${kind}/${name}`);
  }

  /** Whether an object of the same chart would have the name if the release had another name. */
  private mayBeOfRelease({ source }: Resource, to: Target): boolean {
    const release = source.assumedRelease;
    if (release === undefined || to.name.includes(release)) return false;
    this.bySource ??= groupBy(this.deployment.resources, (resource) => resource.source);
    return (this.bySource.get(source) ?? []).some(
      (other) =>
        typeKey(other) === typeKey(to) &&
        fitsRelease(other.name, release, to.name) &&
        // The difference is a typo rather than another name of the release.
        nearestName(to.name, [other.name]) === undefined,
    );
  }

  /** Whether the object is declared as deployed, for all or by the resource itself; an unknown namespace matches any. */
  private isAssumed(resource: Resource, placement: Placement, to: Target): boolean {
    const namespace = this.namespaceOf(resource, placement, to);
    const own = assumptions(resource).objects.filter(isAssumable).map(assumedTarget);
    return [...this.assumed, ...own].some(
      (other) =>
        other.kind === to.kind &&
        other.name === to.name &&
        (other.namespace === undefined || namespace === undefined || other.namespace === namespace),
    );
  }

  /** The targets of the references that were resolved so far and lead to nothing. */
  get absent(): readonly Target[] {
    return this.missing;
  }

  /** Whether everything that is deployed with a resource is in the input and could be read, as far as that is known. */
  isComplete(resource: Resource): boolean {
    return !this.deployment.placements(resource).some((placement) => this.isPartial(resource, placement));
  }

  private isPartial(resource: Resource, { folder, leaf }: Placement): boolean {
    if (leaf && this.deployment.builds.isOpen(leaf)) return true;
    // A component is never deployed by itself.
    if (!leaf && this.deployment.beside(resource)?.isComponent) return true;
    for (let level = folder; level !== ''; level = parentOf(level))
      if (this.incomplete.has(level)) return true;
    return this.incomplete.has('');
  }

  /** Whether anything in the input is deployed to a namespace; otherwise the namespace is unknown. */
  private isKnown(namespace: string): boolean {
    this.knownNamespaces ??= new Set(
      this.deployment.resources.flatMap((resource) => this.namespacesOf(resource)),
    );
    return this.knownNamespaces.has(namespace);
  }

  /** The ConfigMaps and Secrets that kustomize generates under the name in a reference. */
  generated(reference: Reference): readonly Generated[] {
    return this.deployment
      .folders(reference.from.resource)
      .flatMap((folder) => this.generators(folder, reference.to));
  }

  /** All ConfigMaps or Secrets that kustomize generates beside the object with a reference, of its kind. */
  generatedBeside({ from, to }: Reference): readonly Generated[] {
    if (to.kind !== 'ConfigMap' && to.kind !== 'Secret') return [];
    const all = [...this.allGenerated()].filter(({ generated }) => generated.kind === to.kind);
    return this.deployment
      .folders(from.resource)
      .flatMap((folder) => all.filter((one) => this.isBeside(folder, one)).map(({ generated }) => generated));
  }

  private generators(folder: Folder, { kind, name }: Target): readonly Generated[] {
    if (kind !== 'ConfigMap' && kind !== 'Secret') return [];
    this.byGenerated ??= groupBy(
      this.allGenerated(),
      ({ generated }) => `${generated.kind}/${generated.name}`,
    );
    return (this.byGenerated.get(`${kind}/${name}`) ?? [])
      .filter((one) => this.isBeside(folder, one))
      .map(({ generated }) => generated);
  }

  private isBeside(folder: Folder, { leaf }: GeneratedBy): boolean {
    return leaf.folder === folder || this.deployment.layout.together(folder, leaf.folder);
  }

  private *allGenerated(): Iterable<GeneratedBy> {
    for (const leaf of this.deployment.builds.leaves)
      for (const kustomization of this.deployment.builds.chain(leaf))
        for (const generated of kustomization.generated) yield { leaf, generated };
  }
}

/** Resources with experiments, by the names of the Services that these create. */
function servicesOfExperiments(resources: readonly Resource[]): ReadonlyMap<string, readonly Resource[]> {
  const made = new Map<string, Resource[]>();
  for (const resource of resources)
    if (isExperiment(resource) || isRollout(resource))
      for (const name of servicesMadeBy(resource)) append(made, name, resource);
  return made;
}

/** Known of an object for all graphs that have it. */
const servicesMadeBy = memoize((resource: Resource): readonly string[] =>
  isExperiment(resource) || resource.mentions('experiment') ? experimentServices(resource).map(detach) : none,
);

/** The distinct objects of several lookups; usually one, in a list without spare capacity. */
function foundIn(lookups: readonly LookedUp[]): readonly Resource[] {
  const [first] = lookups;
  if (first && lookups.every(({ found }) => found === first.found)) return first.found ? [first.found] : none;
  return [...new Set(lookups.flatMap(({ found }) => found ?? []))];
}

/** A resolution, cached for further references with the same target. */
class Resolved implements Resolution {
  private readonly group: string;
  private readonly kind: string;
  private readonly name: string;
  private readonly namespace: string | undefined;
  readonly found: readonly Resource[];
  readonly isAbsent: boolean;
  readonly missingIn: string | undefined;
  readonly leftOut: Resource | undefined;

  constructor(
    to: Target,
    { found, isAbsent, missingIn, leftOut }: Resolution,
    /** The resolution of another reference of the same resource. */
    readonly earlier: Resolved | undefined,
  ) {
    [this.found, this.isAbsent, this.missingIn, this.leftOut] = [found, isAbsent, missingIn, leftOut];
    this.group = to.group;
    this.kind = to.kind;
    const [first] = found;
    this.name = first?.name === to.name ? first.name : detach(to.name);
    this.namespace = to.namespace && detach(to.namespace);
  }

  isOf({ group, kind, name, namespace }: Target): boolean {
    return name === this.name && kind === this.kind && group === this.group && namespace === this.namespace;
  }
}

/**
 * The definition of an object that takes effect: tools read a folder or a file from first to last, and each definition replaces
 * the one before. So does Argo CD:
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/controller/state.go (NormalizeTargetObjects)
 */
function certainlyApplied(nearest: readonly Candidate[]): Candidate | undefined {
  const [first] = nearest;
  const areTogether = nearest.every(
    ({ placement, resource }) =>
      placement.folder === first!.placement.folder &&
      (resource.source === first!.resource.source ||
        (placement.application !== undefined && placement.application === first!.placement.application)),
  );
  return areTogether ? nearest.at(-1) : first;
}

/** Iterating over this many namesakes is faster than sorting them by folder. */
const fewNamesakes = 8;

/** What a kustomization generates, and the deployed kustomization that contains it. */
interface GeneratedBy {
  readonly leaf: Kustomization;
  readonly generated: Generated;
}

interface LookedUp {
  readonly found: Resource | undefined;
  readonly isAbsent: boolean;
  readonly leaf: Kustomization | undefined;
  readonly leftOut: Resource | undefined;
}

/** The chart that a folder of templates belongs to, or the folder itself. */
function chartFolder(folder: Folder): Folder {
  const templates = folder.search(/\/templates(\/|$)/);
  return templates === -1 ? folder : folder.slice(0, templates);
}

function typeKey({ group, kind }: { readonly group: string; readonly kind: string }): string {
  return `${group}/${kind}`;
}

function nameKey({ group, kind, name }: Pick<Target, 'group' | 'kind' | 'name'>): string {
  return `${group}/${kind}/${name}`;
}

/** Whether a name becomes another one if the release has another name. */
function fitsRelease(name: string, release: string, other: string): boolean {
  const at = name.indexOf(release);
  if (at === -1) return false;
  const [before, after] = [name.slice(0, at), name.slice(at + release.length)];
  return other.length > before.length + after.length && other.startsWith(before) && other.endsWith(after);
}

/** Kinds and names that stand in templates as plain words; a template with several objects has all pairs of them. */
function namesOfTemplates(templates: readonly Source[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const source of templates) {
    let text = '';
    try {
      text = source.read();
    } catch {
      // It is reported where files are read.
    }
    const [kinds, names] = [wordsMatching(text, templateKind), wordsMatching(text, templateName)];
    for (const kind of kinds) for (const name of names) found.add(`${kind}/${name}`);
  }
  return found;
}

const templateKind = /^kind: ["']?(\w+)["']?[ \t]*(?:#.*)?\r?$/gm;
const templateName = /^ {1,4}name: ["']?([\w.-]+)["']?[ \t]*(?:#.*)?\r?$/gm;

function wordsMatching(text: string, pattern: RegExp): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(pattern), ([, word = '']) => word));
}
