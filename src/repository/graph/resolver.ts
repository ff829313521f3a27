import { kinds } from '../../kubernetes/objects/object.js';
import { experimentServices, isExperiment } from '../../kubernetes/kinds/experiment.js';
import { isRollout } from '../../kubernetes/kinds/rollout.js';
import { detach } from '../../yaml/parse/characters.js';
import { isPlaceholder, known } from '../../model/placeholder.js';
import { nearestName } from '../../model/nearest-name.js';
import { isBelow } from '../../model/paths.js';
import type { Reference, Target } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { folderOf, type Source } from '../../model/source.js';
import { append, groupBy } from '../../model/multimap.js';
import { type Deployment, type Placement, stageNames } from './deployment.js';
import type { Generated, Kustomization } from './kustomization.js';
import { ByName } from './by-name.js';
import { commonFolder, type Folder, parentOf } from './layout.js';
import { Namesakes, type Placed } from './namesakes.js';
import { type Candidate, isEarlierStep, nearestOf } from './nearest.js';

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

export interface ResolverOptions {
  /** Folders with manifests that could not be read, such as unrendered templates. */
  readonly incomplete?: ReadonlySet<Folder>;
  /** Objects that are deployed and not among those given. */
  readonly assumed?: readonly Target[];
}

const clusterScoped: ReadonlySet<string> = new Set(['ClusterAnalysisTemplate', 'Namespace']);

/** Finds what references mean. docs/resolution.md states the rule and its reasons. */
export class Resolver {
  private readonly byName = new ByName();
  private readonly unnamed = new Map<string, Resource[]>();
  private readonly namesakes = new Map<string, Namesakes>();
  private readonly incomplete: ReadonlySet<Folder>;
  private readonly assumed: readonly Target[];
  private readonly missing: Target[] = [];
  /** What was found of each resource's references, the latest first. */
  private readonly resolutions = new Map<Resource, Resolved>();
  private bySource: ReadonlyMap<Source, readonly Resource[]> | undefined;
  private byGenerated: ReadonlyMap<string, readonly GeneratedBy[]> | undefined;
  private unlisted: ReadonlyMap<string, readonly Resource[]> | undefined;
  private byExperiment: ReadonlyMap<string, readonly Resource[]> | undefined;
  private knownNamespaces: ReadonlySet<string> | undefined;

  constructor(
    private readonly deployment: Deployment,
    { incomplete = new Set(), assumed = [] }: ResolverOptions,
  ) {
    this.assumed = assumed;
    this.incomplete = new Set([...incomplete].map(chartOf));
    for (const resource of deployment.resources) {
      if (isPlaceholder(resource.name)) append(this.unnamed, typeKey(resource), resource);
      const type = typeOf(resource);
      if (resource.name !== '')
        for (const name of this.names(resource)) this.byName.add({ ...type, name }, resource);
    }
  }

  /** All names that others may call a resource by. */
  private names(resource: Resource): Iterable<string> {
    const placements = this.deployment.placements(resource);
    if (placements.every(({ via }) => via.length === 0)) return [resource.name];
    return new Set(placements.flatMap((placement) => stageNames(resource, placement)));
  }

  /** The resources of each name. */
  get named(): Iterable<readonly Resource[]> {
    return this.byName.all();
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

  private lookUp(resource: Resource, placement: Placement, to: Target): Lookup {
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
      // The next group may take long to collect.
      if (candidates.length > 0) break;
    }
    const nearest = nearestOf(candidates, placement.folder, resource, namespace, (candidate) =>
      this.isOfAnother(resource, candidate),
    );
    const isAmbiguous = namespace === undefined && new Set(nearest.map((other) => other.namespace)).size > 1;
    return {
      found: isAmbiguous ? undefined : applied(nearest)?.resource,
      isAbsent: candidates.length === 0 && !this.mayBeHidden(resource, placement, to),
      leaf,
      leftOut: candidates.length === 0 && leaf ? this.leftOut(to, leaf) : undefined,
    };
  }

  /** The namespace that is meant; undefined where it is not known. */
  private namespaceOf(resource: Resource, placement: Placement, to: Target): string | undefined {
    return to.namespace === undefined
      ? this.deployment.namespaceAt(resource, placement)
      : known(to.namespace);
  }

  /**
   * Whether whoever refers from a placement can mean what is deployed in another: what belongs together, what is deployed
   * from a folder above, and what is called as it is written, unless that is of a copy of the whole environment.
   */
  private isSeen(
    resource: Resource,
    here: Placement,
    to: Target,
    candidate: Resource,
    there: Placement,
  ): boolean {
    if (this.deployment.belong(resource, here, candidate, there)) return true;
    if (here.folder === there.folder) return false;
    if (there.leaf === undefined && isBelow(here.folder, there.folder)) return true;
    if (!(here.leaf ?? there.leaf) && isEarlierStep(there.folder, here.folder)) return true;
    const written = to.namespace ?? resource.namespace;
    if (written === undefined || here.leaf) return false;
    // What a kustomization builds is where that puts it.
    const its = there.leaf ? this.deployment.namespaceAt(candidate, there) : candidate.namespace;
    return its === written && !this.deployment.layout.areWholeCopies(here.folder, there.folder);
  }

  /** Resources of a name: those of a folder first, for nothing is nearer, and to compare folders takes time. */
  private *outward(to: Target, folder: Folder): Iterable<readonly Placed[]> {
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
    if (placed.length > few) {
      const namesakes = new Namesakes(placed);
      this.namesakes.set(key, namesakes);
      yield* namesakes.outward(folder);
      return;
    }
    yield placed.filter(({ placement }) => placement.folder === folder);
    yield placed.filter(({ placement }) => placement.folder !== folder);
  }

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

  /** Whether a Service that a Rollout names stands beside another Rollout, and so is that one's. */
  private hasOwner(resource: Resource, here: Placement, candidate: Resource, there: Placement): boolean {
    if (!isRollout(resource) || candidate.kind !== 'Service') return false;
    const common = commonFolder(here.folder, there.folder);
    if (common === here.folder || common === there.folder) return false;
    if (isEarlierStep(there.folder, here.folder)) return false;
    return this.deployment.layout.at(there.folder).ofKind(kinds.rollout).length > 0;
  }

  /** Whether a candidate stands in the file of another Rollout, of which it may be a part. */
  private isOfAnother(resource: Resource, { resource: { source }, placement }: Candidate): boolean {
    if (source === resource.source) return false;
    return this.deployment.layout
      .at(placement.folder)
      .ofKind(kinds.rollout)
      .some((other) => other.source === source);
  }

  /** An object that is meant, in a file beside a kustomization.yaml that is being built and does not name it. */
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

  /** Whether the object stands beside the Chart.yaml of a chart: Helm leaves it out, and somebody may apply it by hand. */
  private standsBesideChart(resource: Resource, placement: Placement, to: Target): boolean {
    const namespace = this.namespaceOf(resource, placement, to);
    return this.unlistedAs(to).some(
      (other) =>
        this.deployment.beside(other) === undefined &&
        (namespace === undefined || other.namespace === undefined || other.namespace === namespace) &&
        this.deployment.layout.together(placement.folder, folderOf(other.source)),
    );
  }

  /** Whether the object may be among what was not given or could not be read. */
  private mayBeHidden(resource: Resource, placement: Placement, to: Target): boolean {
    const { folder } = placement;
    if (isPlaceholder(to.name) || isPlaceholder(to.namespace ?? '')) return true;
    if (this.isAssumed(resource, placement, to)) return true;
    if (to.namespace !== undefined && !this.isKnown(to.namespace)) return true;
    if (this.isPartial(resource, placement)) return true;
    if (this.generators(folder, to).length > 0) return true;
    if (this.standsBesideChart(resource, placement, to)) return true;
    if (this.mayBeOfRelease(resource, to)) return true;
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

  /** Whether an Experiment that is deployed with it makes a Service of this name for one of its templates. */
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

  /** Whether an object of the same chart has the name that is meant under another name of the release. */
  private mayBeOfRelease({ source }: Resource, to: Target): boolean {
    const release = source.assumedRelease;
    if (release === undefined || to.name.includes(release)) return false;
    this.bySource ??= groupBy(this.deployment.resources, (resource) => resource.source);
    return (this.bySource.get(source) ?? []).some(
      (other) =>
        typeKey(other) === typeKey(to) &&
        fitsRelease(other.name, release, to.name) &&
        // Nobody calls a release by a slip of the name of its chart.
        nearestName(to.name, [other.name]) === undefined,
    );
  }

  /** Whether the object is among those that are said to be deployed; a kind or namespace that nobody gives fits all. */
  private isAssumed(resource: Resource, placement: Placement, to: Target): boolean {
    const namespace = this.namespaceOf(resource, placement, to);
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
    if (leaf && this.deployment.builds.isOpen(leaf)) return true;
    // A component is never deployed by itself.
    if (!leaf && this.deployment.beside(resource)?.isComponent) return true;
    for (let level = folder; level !== ''; level = parentOf(level))
      if (this.incomplete.has(level)) return true;
    return this.incomplete.has('');
  }

  /** Whether anything given is deployed to a namespace; of one with nothing, nothing can be told. */
  private isKnown(namespace: string): boolean {
    this.knownNamespaces ??= new Set(
      this.deployment.resources.flatMap((resource) =>
        this.deployment
          .placements(resource)
          .flatMap((placement) => this.deployment.namespaceAt(resource, placement) ?? []),
      ),
    );
    return this.knownNamespaces.has(namespace);
  }

  /** What kustomize generates under the name of a ConfigMap or Secret, where that is what a reference means. */
  generated(reference: Reference): readonly Generated[] {
    return this.deployment
      .folders(reference.from.resource)
      .flatMap((folder) => this.generators(folder, reference.to));
  }

  private generators(folder: Folder, { kind, name }: Target): readonly Generated[] {
    if (kind !== 'ConfigMap' && kind !== 'Secret') return [];
    this.byGenerated ??= groupBy(
      this.allGenerated(),
      ({ generated }) => `${generated.kind}/${generated.name}`,
    );
    return (this.byGenerated.get(`${kind}/${name}`) ?? [])
      .filter(({ leaf }) => leaf.folder === folder || this.deployment.layout.together(folder, leaf.folder))
      .map(({ generated }) => generated);
  }

  private *allGenerated(): Iterable<GeneratedBy> {
    for (const leaf of this.deployment.builds.leaves)
      for (const kustomization of this.deployment.builds.chain(leaf))
        for (const generated of kustomization.generated) yield { leaf, generated };
  }
}

/** What has experiments, by the names of the Services that these make. */
function servicesOfExperiments(resources: readonly Resource[]): ReadonlyMap<string, readonly Resource[]> {
  const made = new Map<string, Resource[]>();
  for (const resource of resources)
    if (isExperiment(resource) || (isRollout(resource) && resource.mentions('experiment')))
      for (const name of experimentServices(resource)) append(made, name, resource);
  return made;
}

/** What several found, each once; most is one object, and its list has no room for more. */
function foundIn(lookups: readonly Lookup[]): readonly Resource[] {
  const [first] = lookups;
  if (first && lookups.every(({ found }) => found === first.found)) return first.found ? [first.found] : none;
  return [...new Set(lookups.flatMap(({ found }) => found ?? []))];
}

const none: readonly Resource[] = [];

/** A resolution, kept for whoever asks the same again. */
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
    /** Of another reference of the same resource. */
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
 * Which of several definitions of one object is left: what reads a folder or a file goes from first to last, and each takes the
 * place of the one before. Argo CD does so, too:
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/controller/state.go (NormalizeTargetObjects)
 */
function applied(nearest: readonly Candidate[]): Candidate | undefined {
  const [first] = nearest;
  const areTogether = nearest.every(
    ({ placement, resource }) =>
      placement.folder === first!.placement.folder &&
      (resource.source === first!.resource.source ||
        (placement.application !== undefined && placement.application === first!.placement.application)),
  );
  return areTogether ? nearest.at(-1) : first;
}

/** As many namesakes are gone through sooner than sorted by folders. */
const few = 8;

/** What a kustomization generates where another one, or itself, is deployed. */
interface GeneratedBy {
  readonly leaf: Kustomization;
  readonly generated: Generated;
}

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

function typeOf({ group, kind }: Resource): { group: string; kind: string } {
  return { group, kind };
}

function typeKey({ group, kind }: { readonly group: string; readonly kind: string }): string {
  return `${group}/${kind}`;
}

function nameKey({ group, kind, name }: Pick<Target, 'group' | 'kind' | 'name'>): string {
  return `${group}/${kind}/${name}`;
}

/** Whether a name becomes another one when the release has another name. */
function fitsRelease(name: string, release: string, other: string): boolean {
  const at = name.indexOf(release);
  if (at === -1) return false;
  const [before, after] = [name.slice(0, at), name.slice(at + release.length)];
  return other.length > before.length + after.length && other.startsWith(before) && other.endsWith(after);
}
