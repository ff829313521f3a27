import { memoize } from '../../model/memo.js';
import { groupBy } from '../../model/multimap.js';
import type { Replacement } from '../../model/replacement.js';
import { destinationNamespace, isOfArgoCd } from '../../kubernetes/kinds/application.js';
import { unlessPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { isSameList } from '../../model/same-list.js';
import { detach } from '../../yaml/parse/characters.js';
import { folderOf, renderedFile, type Source } from '../../model/source.js';
import type { AsWritten } from './anchors.js';
import type { ApplicationSources } from './application-sources.js';
import type { Builds } from './builds.js';
import { Deployers, type Listed, type Manifests, type Namespaces, type Placement } from './deployers.js';
import type { Folders } from './folders.js';
import { isKustomization, type Kustomization } from './kustomization.js';
import { type Folder, RepositoryLayout, lastSegment, parentOf } from './layout.js';
import { isFieldList } from '../../kubernetes/kinds/rollout-field-list.js';

export type { Manifests, Placement } from './deployers.js';
export type { AsWritten } from './anchors.js';

/** The lists of a deployment. */
type Lists = Readonly<Record<Exclude<Listed, 'none'>, readonly Resource[]>>;

/** An earlier state of the input, and what was replaced in its resources since. */
export interface Since<T> {
  readonly earlier: T;
  readonly change: Replacement<Resource>;
}

/**
 * What is deployed, and from where: by a kustomization that builds a file, by an Application whose source leads to it, or else
 * from the folder of its file. docs/resolution.md states the rules.
 */
export class Deployment {
  readonly layout: RepositoryLayout;
  readonly builds: Builds;
  readonly sources: ApplicationSources;
  /** The folders of the files of the input. */
  readonly inputFolders: Folders;
  readonly files: ReadonlySet<string>;
  /** The folders with a Chart.yaml. */
  readonly charts: ReadonlySet<Folder>;
  /** Whether templates of a chart may read other files of it. */
  readonly readsOthers: (chart: Folder) => boolean;
  /** Resources that are deployed, without those that have another purpose (patches, configurations). */
  readonly resources: readonly Resource[];
  /** Resources next to a kustomization.yaml or Chart.yaml that leaves them out, and that nothing else deploys. */
  readonly unlisted: readonly Resource[];
  /** Resources in tests and documentation that nothing deploys. */
  readonly samples: readonly Resource[];
  /** Resources that were exported from a cluster, and that nothing deploys. */
  readonly live: readonly Resource[];
  private readonly all: readonly Resource[];
  readonly deployers: Deployers;
  private readonly asWritten: AsWritten | undefined;
  // Those of deployers are the same in all states that share them.
  private readonly foldersOfPlaced: Map<readonly Placement[], readonly Folder[]>;
  private readonly applicationsOfPlaced: Map<readonly Placement[], readonly Resource[]>;
  private readonly namespaces: Namespaces;
  /** Resources whose list depends on the names of others, if a later state may ask. */
  private undecided: ReadonlyMap<Resource, Listed> | undefined;
  /** Whether the lists were taken over from an earlier state. */
  private readonly isFollowing: boolean;
  private byFile: ReadonlyMap<string, readonly Resource[]> | undefined;
  private readonly builtIn = new Map<Folder, ReadonlySet<string>>();

  constructor(manifests: Manifests, earlier?: Deployment, change?: Replacement<Resource>) {
    const { resources: all, asWritten, readsOthers = () => true } = manifests;
    this.readsOthers = readsOthers;
    this.asWritten = asWritten;
    this.all = all;
    this.deployers = Deployers.of(manifests, earlier?.deployers);
    const same = earlier?.deployers === this.deployers ? earlier : undefined;
    this.foldersOfPlaced = same?.foldersOfPlaced ?? new Map<readonly Placement[], readonly Folder[]>();
    this.applicationsOfPlaced =
      same?.applicationsOfPlaced ?? new Map<readonly Placement[], readonly Resource[]>();
    this.namespaces = this.deployers.kept?.namespaces ?? new Map<Resource, string | undefined>();
    const { builds, sources, input } = this.deployers;
    [this.builds, this.sources, this.inputFolders] = [builds, sources, input.folders];
    [this.files, this.charts] = [input.files, input.charts];

    const followed = same && change && this.followed({ earlier: same, change }, manifests);
    this.isFollowing = followed !== undefined;
    const [lists, layout] = followed ?? this.sorted(manifests);
    this.layout = layout;
    const { resources, unlisted, samples, live } = lists;
    [this.resources, this.unlisted, this.samples, this.live] = [resources, unlisted, samples, live];
  }

  /** What was replaced in the deployed resources since an earlier state; undefined where that is not known. */
  since({ earlier, change }: Since<Deployment>): Replacement<Resource> | undefined {
    if (!this.isFollowing) return undefined;
    return change.among(
      change.gone.filter((resource) => earlier.listed(resource) === 'resources'),
      change.added.filter((resource) => this.listed(resource) === 'resources'),
    );
  }

  private listed(resource: Resource): Listed | undefined {
    return this.undecided?.get(resource) ?? this.deployers.kept?.lists.get(resource);
  }

  /** The lists and the layout of an earlier state with what was replaced since; undefined where more may differ. */
  private followed(
    { earlier, change }: Since<Deployment>,
    manifests: Manifests,
  ): readonly [Lists, RepositoryLayout] | undefined {
    if (!earlier.undecided || earlier.asWritten !== this.asWritten) return undefined;
    const { gone, added } = change;
    const undecided = new Map(earlier.undecided);
    for (const resource of gone) undecided.delete(resource);
    // The names of other objects decide about these.
    if (!haveSameNames(gone, added))
      for (const [resource, list] of undecided)
        if (this.listOf(resource, manifests) !== list) return undefined;
    this.undecided = undecided;
    for (const resource of added) this.list(resource, manifests, undecided);
    const of = (list: Listed, some: readonly Resource[], state: Deployment): readonly Resource[] =>
      some.filter((resource) => state.listed(resource) === list);
    const after = (list: Exclude<Listed, 'none'>): readonly Resource[] =>
      change.in(earlier[list], of(list, added, this));
    const layout = earlier.layout.after(
      change.among(of('resources', gone, earlier), of('resources', added, this)),
      (resource) => this.folders(resource),
    );
    if (!layout) return undefined;
    return [
      {
        resources: after('resources'),
        unlisted: after('unlisted'),
        samples: after('samples'),
        live: after('live'),
      },
      layout,
    ];
  }

  /** Finds the list of a resource, and notes it. */
  private list(resource: Resource, manifests: Manifests, undecided: Map<Resource, Listed>): Listed {
    const known = this.deployers.kept?.lists;
    let list = known?.get(resource);
    if (list === undefined) {
      list = this.listOf(resource, manifests);
      if (known && this.isListedAlone(resource)) known.set(resource, list);
      else if (known) undecided.set(resource, list);
    }
    return list;
  }

  /** Sorts the resources, and adds those that are deployed to the layout. */
  private sorted(manifests: Manifests): readonly [Lists, RepositoryLayout] {
    const layout = new RepositoryLayout(this.asWritten);
    const undecided = new Map<Resource, Listed>();
    const lists: Record<Listed, Resource[]> = {
      resources: [],
      unlisted: [],
      samples: [],
      live: [],
      none: [],
    };
    for (const resource of this.all) {
      const list = this.list(resource, manifests, undecided);
      lists[list].push(resource);
      if (list === 'resources') for (const folder of this.folders(resource)) layout.add(folder, resource);
    }
    if (this.deployers.kept) this.undecided = undecided;
    return [lists, layout];
  }

  private listOf(resource: Resource, { paths, isLive }: Pick<Manifests, 'paths' | 'isLive'>): Listed {
    if (isKustomization(resource) || this.deployers.otherFiles.has(resource.source.path)) return 'none';
    if (this.isDeployed(resource)) return 'resources';
    if (this.isSample(resource.source) || (paths.length > 1 && isFieldList(resource))) return 'samples';
    if (this.isUnlisted(resource)) return 'unlisted';
    return isLive(resource) ? 'live' : 'resources';
  }

  /** Whether the names of other objects do not decide about the list of a resource, as they may below a kustomization. */
  private isListedAlone(resource: Resource): boolean {
    return this.isDeployed(resource) || !this.kustomizationAbove(folderOf(resource.source));
  }

  /** All names by which references may mean a resource: those of every stage of its placements. */
  names(resource: Resource): readonly string[] {
    const known = this.deployers.kept?.names;
    let names = known?.get(resource);
    if (!names) {
      const placements = this.placements(resource);
      names = placements.every(({ via }) => via.length === 0)
        ? [resource.name]
        : [...new Set(placements.flatMap((placement) => stageNames(resource, placement)))];
      known?.set(resource, names);
    }
    return names;
  }

  /** Whether a kustomization or Application of the input deploys a resource. */
  isDeployed(resource: Resource): boolean {
    return this.placements(resource).some(({ leaf, application }) => leaf ?? application);
  }

  /**
   * Whether a file that nothing deploys is left out by what deploys its folder. Complete objects of Argo CD are often applied by
   * hand, so they are not.
   */
  private isUnlisted(resource: Resource): boolean {
    const folder = folderOf(resource.source);
    if (this.builds.in(folder) ?? (this.charts.has(folder) && !isRendered(resource.source)))
      return !isOfArgoCd(resource) || !resource.at('spec').exists;
    const above = this.kustomizationAbove(folder);
    if (!above) return false;
    if (isOfArgoCd(resource) && !resource.at('spec').exists) return true;
    return this.namesBuiltBy(above).has(kindAndName(resource));
  }

  /** Whether a file belongs to tests or documentation, unless it is deployed. */
  isSample({ path }: Source): boolean {
    return this.deployers.isSample(path);
  }

  /** Whether a file is kept as an example or for another time, unless it is deployed. */
  isSetAside({ path }: Source): boolean {
    return this.deployers.isSetAside(path);
  }

  /** Whether a file next to a Chart.yaml is not part of the chart, such as rendered output. */
  isBesideChart({ path }: Source): boolean {
    const folder = parentOf(path);
    return (
      this.charts.has(folder) &&
      !/chart|values|rolloutkit/i.test(lastSegment(path)) &&
      !this.builds.in(folder)
    );
  }

  private kustomizationAbove(folder: Folder): Kustomization | undefined {
    for (let level = parentOf(folder); level !== ''; level = parentOf(level)) {
      const found = this.builds.in(level);
      if (found) return found;
    }
    return undefined;
  }

  /** The kinds and names of what a kustomization builds from the input. */
  private namesBuiltBy(kustomization: Kustomization): ReadonlySet<string> {
    let names = this.builtIn.get(kustomization.folder);
    if (!names) {
      this.byFile ??= groupBy(this.all, ({ source }) => source.path);
      const files = this.builds.chain(kustomization).flatMap(({ members }) => members);
      names = new Set(files.flatMap((file) => this.byFile?.get(file) ?? []).map(kindAndName));
      this.builtIn.set(kustomization.folder, names);
    }
    return names;
  }

  /** The folders that a resource is deployed from: those of the kustomizations that build it, or that of its file. */
  folders(resource: Resource): readonly Folder[] {
    const placements = this.placements(resource);
    let folders = this.foldersOfPlaced.get(placements);
    if (!folders)
      this.foldersOfPlaced.set(placements, (folders = [...new Set(placements.map(({ folder }) => folder))]));
    return folders;
  }

  /** The folders that any of several resources is deployed from. */
  foldersOf(resources: readonly Resource[]): ReadonlySet<Folder> {
    return new Set(resources.flatMap((resource) => this.folders(resource)));
  }

  /** The ways in which a resource is deployed; at least one. */
  placements({ source }: Resource): readonly Placement[] {
    return this.deployers.placements(source);
  }

  /** Whether two placements belong to one deployment, and neither is a copy of the other. */
  belong(resource: Resource, here: Placement, other: Resource, there: Placement): boolean {
    if (here.folder !== there.folder) return this.layout.together(here.folder, there.folder);
    if (here.leaf ?? there.leaf) return true;
    return !this.layout.areCopies(here.folder, resource.source.path, other.source.path);
  }

  /** The kustomization in the folder of a resource's file. */
  beside(resource: Resource): Kustomization | undefined {
    return this.builds.in(folderOf(resource.source));
  }

  /** The Applications that deploy a resource. */
  applications(resource: Resource): readonly Resource[] {
    const placements = this.placements(resource);
    let applications = this.applicationsOfPlaced.get(placements);
    if (!applications) {
      applications = [...new Set(placements.flatMap(({ application }) => application ?? []))];
      this.applicationsOfPlaced.set(placements, applications);
    }
    return applications.includes(resource)
      ? applications.filter((application) => application !== resource)
      : applications;
  }

  /**
   * The ways in which an Application deploys a resource. If its sources do not lead to the resource, all of its placements,
   * because any may be meant.
   */
  placementsBy(application: Resource, resource: Resource): readonly Placement[] {
    const all = this.placements(resource);
    const own = all.filter((placement) => placement.application === application);
    return own.length > 0 ? own : all;
  }

  /** The namespace that a resource is deployed to; undefined if unknown, or if placements differ. */
  namespace(resource: Resource): string | undefined {
    const known = this.namespaces.get(resource);
    if (known !== undefined || this.namespaces.has(resource)) return known;
    const [first, ...others] = this.placements(resource).map((placement) =>
      this.namespaceAt(resource, placement),
    );
    const namespace = others.every((other) => other === first) ? first : undefined;
    this.namespaces.set(resource, namespace);
    return namespace;
  }

  /**
   * A kustomization's namespace takes precedence over the manifest's; an Application's applies where the manifest has none. A
   * namespace that is filled in later is unknown.
   */
  namespaceAt(resource: Resource, placement: Placement): string | undefined {
    return unlessPlaceholder(this.writtenNamespaceAt(resource, placement));
  }

  /** The same, with placeholders unchanged. */
  writtenNamespaceAt(resource: Resource, { via, application }: Placement): string | undefined {
    const byKustomize = via.find(({ namespace }) => namespace !== undefined)?.namespace;
    const written = byKustomize ?? resource.namespace;
    if (written !== undefined || application === undefined || application === resource) return written;
    return byApplication(application);
  }
}

/** The namespace that an Application gives to objects without one; cached without its document. */
const byApplication = memoize((application: Resource): string | undefined => {
  const namespace = destinationNamespace(application);
  return namespace === undefined ? undefined : detach(namespace);
});

/** The name of a resource after each stage of its way, the manifest's first. */
export function stageNames({ name }: Resource, { via }: Placement): readonly string[] {
  const names = [name];
  for (let index = via.length - 1; index >= 0; index--) {
    const { namePrefix, nameSuffix } = via[index]!;
    if (namePrefix !== '' || nameSuffix !== '') names.push(`${namePrefix}${names.at(-1)}${nameSuffix}`);
  }
  return names;
}

/** Whether a source is the output of a chart or a kustomization. */
export function isRendered({ path }: Source): boolean {
  return lastSegment(path) === renderedFile;
}

/** Whether some files have objects of the same kinds and names before and after a change. */
function haveSameNames(gone: readonly Resource[], added: readonly Resource[]): boolean {
  const [before, after] = [gone, added].map((some) =>
    some.map((resource) => `${resource.source.path}\n${kindAndName(resource)}`).sort(),
  );
  return isSameList(before!, after!);
}

function kindAndName({ kind, name }: Resource): string {
  return `${kind}/${name}`;
}
