import { glob } from '../../argocd/glob.js';
import type { WorkTree } from '../files/work-trees.js';
import { repositoryName, repositoryPath, sources } from '../../kubernetes/kinds/application.js';
import { releaseKey, valuesKey } from '../../kubernetes/kinds/helm-values.js';
import type { Field } from '../../model/field.js';
import { append, groupBy } from '../../model/multimap.js';
import { none } from '../../model/none.js';
import { folderOfPath, foldersAbove, isAtOrBelow, isBelow } from '../../model/paths.js';
import type { Resource } from '../../model/resource.js';
import { renderedFile } from '../../model/source.js';
import type { Folders } from './folders.js';
import { join } from './kustomization.js';
import { type Exists, type LostSource, LostSources, refusedPath } from './lost-sources.js';
import { commonFolder, type Folder, parentOf } from './layout.js';

/** The folder that a source of an Application leads to. */
export interface SourcePlace {
  readonly application: Resource;
  readonly source: Field;
  readonly folder: Folder;
  /** The tool that Argo CD uses for the folder; undefined if it uses none, or a plugin. */
  readonly type: 'kustomize' | 'helm' | 'directory' | undefined;
  readonly directory: Directory;
}

/** Which files of a folder Argo CD deploys unchanged. */
interface Directory {
  readonly recurse: boolean;
  readonly include: string;
  readonly exclude: string;
}

/** How Argo CD detects the type of a folder. */
export interface Markers {
  readonly hasKustomization: (folder: Folder) => boolean;
  readonly hasChart: (folder: Folder) => boolean;
  /** Whether any file that passes holds an object other than those of Argo CD itself. */
  readonly someHoldsObjects: (passes: (path: string) => boolean) => boolean;
}

/** What `ApplicationSources` reads. */
export interface SourcesInput {
  readonly applications: readonly Resource[];
  readonly folders: Folders;
  readonly markers: Markers;
  readonly workTrees: readonly WorkTree[];
  readonly exists: Exists;
  /** The file in Git that declares an Application, which differs from its source if it was rendered. */
  readonly fileOf: (application: Resource) => string;
}

/** The folders of the input that the sources of Applications lead to, and what Argo CD deploys from there. */
export class ApplicationSources {
  /** Paths that do not exist in their repository, which is part of the input. */
  readonly lost: LostSource[] = [];
  private readonly lostSources: LostSources;
  /** Applications with a source that deploys something unknown or outside of the input. */
  private readonly open = new Set<Resource>();
  /** Those with a source that leads to no folder of the input. */
  private readonly elsewhere = new Set<Resource>();
  /** Those whose repository is only assumed to be the input. */
  private readonly assumed = new Set<Resource>();
  /** The assumed root of each repository. */
  private readonly assumedRoots = new Map<string, Folder>();
  private readonly byFolder = new Map<Folder, SourcePlace[]>();
  /** All places, once each source has been added; rules ask for each pair of Applications. */
  private places: readonly SourcePlace[] | undefined;
  private byApplication: ReadonlyMap<Resource, readonly SourcePlace[]> | undefined;
  private readonly known = new Map<Folder, readonly SourcePlace[]>();
  private last: { readonly folder: Folder; readonly places: readonly SourcePlace[] } | undefined;
  /** Sources that may lead to any of several folders. */
  private readonly ambiguous: { readonly source: Field; readonly folders: readonly Folder[] }[] = [];
  private toldRoots: ReadonlyMap<string, readonly Folder[]> | undefined;
  private readonly tops = new Map<Folder, ReadonlySet<string>>();
  private common: Folder | undefined;
  private commonOfManifests: Folder | undefined;
  private readonly applications: readonly Resource[];
  private readonly folders: Folders;
  private readonly markers: Markers;
  private readonly workTrees: readonly WorkTree[];
  private readonly fileOf: (application: Resource) => string;

  constructor({ applications, folders, markers, workTrees, exists, fileOf }: SourcesInput) {
    this.applications = applications;
    this.folders = folders;
    this.markers = markers;
    this.workTrees = workTrees;
    this.fileOf = fileOf;
    const bySet = groupBy(applications, templateKey);
    this.lostSources = new LostSources(
      workTrees,
      folders,
      exists,
      (application) => this.homeOf(application),
      (application) => (bySet.get(templateKey(application))?.length ?? 0) > 1,
    );
    for (const application of applications)
      for (const source of sources(application)) this.add(application, source);
  }

  private add(application: Resource, source: Field): void {
    const path = source.at('path');
    // A source of a Helm repository, or one that only provides value files to another one.
    if (path.text === undefined || source.at('chart').exists) {
      if (!source.at('ref').exists) this.leave(application);
      return;
    }
    const isTaken = refusedPath(path.text) === undefined;
    const folders = isTaken ? this.foldersOf(path.text, source.at('repoURL').text ?? '', application) : [];
    const [folder] = folders;
    if (folders.length > 1) this.ambiguous.push({ source: source.lasting, folders });
    if (folder === undefined || folders.length > 1) {
      const lost = this.lostSources.find(application, source, this.told.get(repositoryOf(source)));
      if (lost) this.lost.push(lost);
      this.leave(application);
      return;
    }
    const type = this.typeOf(application, source, folder);
    const directory = {
      recurse: source.at('directory', 'recurse').boolean === true,
      include: source.at('directory', 'include').text ?? '',
      exclude: source.at('directory', 'exclude').text ?? '',
    };
    const place: SourcePlace = {
      application,
      source: source.lasting,
      type,
      folder: type === 'helm' ? this.release(source, folder) : folder,
      directory,
    };
    const isAssumed = withinRoot(path.text) === '' && this.assumedRoots.get(repositoryOf(source)) === folder;
    if (isAssumed && type === 'directory' && !this.isDeployingObjects(place)) return this.leave(application);
    if (isAssumed) this.assumed.add(application);
    if (type === undefined || type === 'helm') this.open.add(application);
    append(this.byFolder, place.folder, place);
  }

  /** An Application that would deploy only Applications of the input may mean any other folder. */
  private isDeployingObjects(place: SourcePlace): boolean {
    const { folder } = place;
    return this.markers.someHoldsObjects(
      (path) => isBelow(path, folder) && deploysFile(place, path, parentOf(path) === folder),
    );
  }

  private homeOf(application: Resource): Folder {
    return parentOf(this.fileOf(application));
  }

  private leave(application: Resource): void {
    this.open.add(application);
    this.elsewhere.add(application);
  }

  /** Whether a folder of the input is only assumed to be the root of an Application's repository. */
  isAssumed(application: Resource): boolean {
    return this.assumed.has(application);
  }

  /** Whether an Application lies in a clone that the input is all of, as far as its objects show. */
  isInWholeClone(application: Resource): boolean {
    const tree = this.workTrees.find(({ folder }) => isAtOrBelow(this.homeOf(application), folder));
    if (!tree || this.folders.holdingManifests.size === 0) return false;
    this.commonOfManifests ??= [...this.folders.holdingManifests].reduce(commonFolder);
    return isAtOrBelow(tree.folder, this.commonOfManifests);
  }

  /** The deepest folder that holds all objects. */
  private get holdingAll(): Folder {
    return (this.common ??= [...this.folders.holding].reduce(commonFolder));
  }

  /** Whether a source of an Application leads to no folder of the input. */
  leadsElsewhere(application: Resource): boolean {
    return this.elsewhere.has(application);
  }

  /**
   * The folder of a rendered release. Several releases of a chart have a folder each, named after the values where these differ.
   */
  private release(source: Field, chart: Folder): Folder {
    const own = [releaseKey(source), valuesKey(source)].map((key) => `${chart}/${key}`);
    return own.find((folder) => this.folders.has(folder)) ?? chart;
  }

  /** The folders of all sources. */
  get all(): readonly SourcePlace[] {
    return (this.places ??= [...this.byFolder.values()].flat());
  }

  /** The folders of the input that the sources of an Application lead to. */
  foldersFrom(application: Resource): readonly SourcePlace[] {
    this.byApplication ??= groupBy(this.all, (place) => place.application);
    return this.byApplication.get(application) ?? none;
  }

  /** The paths from the root of a source's repository to folders of the input; none where that root is unknown. */
  pathsFrom(source: Field): readonly string[] {
    const [root, another] = this.rootsOf(source);
    if (root === undefined || another !== undefined) return [];
    return [...this.folders.holding]
      .filter((folder) => isBelow(folder, root) && !this.isInChart(folder))
      .map((folder) => folder.slice(root.length + 1));
  }

  /** The roots of a source's repository: as other paths show, by its name, or the only work tree without a remote. */
  private rootsOf(source: Field): readonly Folder[] {
    const told = this.told.get(repositoryOf(source)) ?? [];
    if (told.length > 0) return told;
    const named = this.workTreesOf(repositoryName(source.at('repoURL').text ?? '') ?? '');
    if (named.length > 0) return named;
    const own = this.workTrees.find(({ folder }) => isBelow(source.resource.source.path, folder));
    return own && own.remotes.length === 0 ? [own.folder] : [];
  }

  private isInChart(folder: Folder): boolean {
    return foldersAbove(folder).some((above) => this.markers.hasChart(above));
  }

  /** Whether everything that an Application deploys is in folders of the input. A chart may render to anything. */
  isWhollyGiven(application: Resource): boolean {
    return !this.open.has(application);
  }

  /** Whether an Application deploys what the kustomization of a folder builds. */
  namesKustomization(folder: Folder): boolean {
    return this.byFolder.get(folder)?.some(({ type }) => type === 'kustomize') ?? false;
  }

  /**
   * The sources of Applications for which Helm renders a chart. A source that may lead to several charts counts for each of
   * them, because values of an Application are more likely than the defaults of the chart.
   */
  ofChart(chart: Folder): readonly Field[] {
    const certain = this.byFolder.get(chart)?.filter(({ type }) => type === 'helm') ?? none;
    const possible = this.ambiguous.filter(({ folders }) => folders.includes(chart));
    return [...certain, ...possible].map(({ source }) => source);
  }

  /** The tools of the Applications that lead to a folder. */
  toolsAt(folder: Folder): ReadonlySet<SourcePlace['type']> {
    return new Set(this.byFolder.get(folder)?.map(({ type }) => type));
  }

  /** The sources that build the kustomization of a folder. */
  ofKustomization(folder: Folder): readonly SourcePlace[] {
    return this.byFolder.get(folder)?.filter(({ type }) => type === 'kustomize') ?? none;
  }

  /** The sources that deploy a file unchanged. */
  ofFile(path: string): readonly SourcePlace[] {
    if (this.byFolder.size === 0) return none;
    const folder = folderOfPath(path);
    // The files of a folder come in a row.
    if (folder !== this.last?.folder) this.last = { folder, places: this.around(folder) };
    const { places } = this.last;
    return places.length === 0
      ? none
      : places.filter((place) => deploysFile(place, path, place.folder === folder));
  }

  /** The sources that may deploy files of a folder unchanged: its own, and those of the folders above. */
  private around(folder: Folder): readonly SourcePlace[] {
    let places = this.known.get(folder);
    if (!places) {
      const own = (this.byFolder.get(folder) ?? none).filter(({ type }) => isOfFiles(type));
      const above = folder === '' ? none : this.around(parentOf(folder));
      places = own.length === 0 ? above : [...own, ...above];
      this.known.set(folder, places);
    }
    return places;
  }

  /**
   * The tool that Argo CD uses for a folder: the one that the source configures, else by the content of the folder.
   * https://github.com/argoproj/argo-cd/blob/v3.5.1/pkg/apis/application/v1alpha1/types.go (ExplicitType)
   * https://github.com/argoproj/argo-cd/blob/v3.5.1/util/app/discovery/discovery.go (AppType)
   */
  private typeOf(application: Resource, source: Field, folder: Folder): SourcePlace['type'] {
    // Argo CD ignores empty settings in `source`, but not in `sources`.
    const isSaid = application.at('spec', 'sources').items.length > 0 ? exists : hasContent;
    const said = (['kustomize', 'helm', 'directory', 'plugin'] as const).filter((key) =>
      isSaid(source.at(key)),
    );
    const [only, another] = said;
    if (another !== undefined || only === 'plugin') return undefined;
    if (only !== undefined) return only;
    if (this.markers.hasKustomization(folder)) return 'kustomize';
    return this.markers.hasChart(folder) ? 'helm' : 'directory';
  }

  /** The folders that a path in a repository may lead to. With more than one, the path is ambiguous. */
  private foldersOf(path: string, repository: string, application: Resource): readonly Folder[] {
    const name = repositoryName(repository) ?? '';
    const wanted = withinRoot(path);
    const trees = this.workTreesOf(name);
    const candidates =
      wanted === ''
        ? [...new Set([...this.folders.endingIn(name), ...trees])]
        : this.folders.endingIn(wanted);
    const own = this.homeOf(application);
    const rootOf = (folder: Folder): Folder =>
      wanted === '' ? folder : folder.slice(0, folder.length - wanted.length - 1);
    const isNamed = (root: Folder): boolean => root.split('/').includes(name) || trees.includes(root);
    const named = candidates.filter((folder) => isNamed(rootOf(folder)));
    const around = (some: readonly Folder[]): readonly Folder[] =>
      some.filter((folder) => isAtOrBelow(own, rootOf(folder)));
    // A repository that contains the Application comes first.
    const [best] = [around(named), named, around(candidates), candidates].filter(({ length }) => length > 0);
    return nearestTo(own, best ?? (wanted === '' ? this.unnamedRoots(repository, own) : []));
  }

  /**
   * The root of a repository whose name no folder or work tree has: it follows from other paths, or the input has only one root.
   */
  private unnamedRoots(repository: string, own: Folder): readonly Folder[] {
    const told = this.told.get(repositoryKey(repository)) ?? [];
    if (told.length > 0) return told;
    const tree = this.workTrees.find(({ folder }) => isAtOrBelow(own, folder));
    if (tree ? tree.remotes.length > 0 : this.workTrees.length > 0) return [];
    const root = tree?.folder ?? this.holdingAll;
    const holdsAny = own === root || this.markers.hasChart(root) || this.markers.hasKustomization(root);
    if (!holdsAny || this.namelessAt(root).size !== 1 || this.isRootOfAny(root)) return [];
    this.assumedRoots.set(repositoryKey(repository), root);
    return [root];
  }

  /** Whether paths of some repository start in a folder. */
  private isRootOfAny(root: Folder): boolean {
    return [...this.told.values()].some((roots) => roots.includes(root));
  }

  /** The roots of repositories, as far as paths that lead to exactly one folder show them. */
  private get told(): ReadonlyMap<string, readonly Folder[]> {
    if (this.toldRoots) return this.toldRoots;
    const roots = new Map<string, Set<Folder>>();
    for (const { application, path, repository } of this.withPath()) {
      const wanted = withinRoot(path);
      if (wanted === '') continue;
      const [folder, another] = this.foldersOf(path, repository, application);
      if (folder === undefined || another !== undefined) continue;
      const key = repositoryKey(repository);
      const known = roots.get(key) ?? new Set();
      roots.set(key, known.add(folder.slice(0, folder.length - wanted.length - 1)));
    }
    return (this.toldRoots = new Map([...roots].map(([key, folders]) => [key, [...folders]])));
  }

  /**
   * The repositories whose root is deployed by Applications below a folder: with several, it is unknown which one the input is.
   */
  private namelessAt(root: Folder): ReadonlySet<string> {
    let names = this.tops.get(root);
    if (!names) {
      const there = [...this.withPath()].filter(
        ({ application, path }) => withinRoot(path) === '' && isAtOrBelow(this.homeOf(application), root),
      );
      names = new Set(there.map(({ repository }) => repositoryKey(repository)));
      this.tops.set(root, names);
    }
    return names;
  }

  private *withPath(): Iterable<{
    readonly application: Resource;
    readonly path: string;
    readonly repository: string;
  }> {
    for (const application of this.applications)
      for (const source of sources(application)) {
        const path = source.at('path').text;
        if (path !== undefined && refusedPath(path) === undefined && !source.at('chart').exists)
          yield { application, path, repository: source.at('repoURL').text ?? '' };
      }
  }

  /** The work trees of a repository, whose folders may have any name. */
  private workTreesOf(name: string): readonly Folder[] {
    const isIts = (url: string): boolean => repositoryName(url) === name;
    return this.workTrees.filter(({ remotes }) => remotes.some(isIts)).map(({ folder }) => folder);
  }
}

/** The same for all Applications that one ApplicationSet generates, which have its place. */
function templateKey({ source, offset }: Resource): string {
  return `${source.path}\n${offset}`;
}

/** The path of a source relative to its repository; empty for the root. */
function withinRoot(path: string): string {
  return join('', path).slice(1);
}

/** A key that is equal for all URLs of one repository. */
function repositoryKey(repository: string): string {
  return repositoryPath(repository) ?? repository;
}

function repositoryOf(source: Field): string {
  return repositoryKey(source.at('repoURL').text ?? '');
}

function exists(field: Field): boolean {
  return field.exists;
}

/** https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/argo.go (NormalizeSource) */
function hasContent(field: Field): boolean {
  return field.entries.some(({ value }) => {
    if (Array.isArray(value)) return value.length > 0;
    if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
    return value !== '' && value !== false && value !== null;
  });
}

/** https://github.com/argoproj/argo-cd/blob/v3.5.1/reposerver/repository/repository.go (getPotentiallyValidManifests) */
function deploysFile({ type, folder, directory }: SourcePlace, path: string, isDirect: boolean): boolean {
  const within = path.slice(folder.length + 1);
  if (!isOfFiles(type)) return false;
  if (type === 'helm') return isChartPath(within);
  if (!isDirect && !directory.recurse) return false;
  if (!/\.(yaml|yml|json|jsonnet)$/.test(within)) return false;
  const { include, exclude } = directory;
  if (exclude !== '' && glob(exclude, within)) return false;
  return include === '' || glob(include, within);
}

/** Whether Argo CD reads the files of a folder one by one. */
function isOfFiles(type: SourcePlace['type']): boolean {
  return type === 'helm' || type === 'directory';
}

/** Whether Helm renders a file of a chart. What is rendered in a folder of its own is the output for another release. */
function isChartPath(within: string): boolean {
  return /^(?:templates|crds|charts)\//.test(within) || within === renderedFile;
}

/** Those of several folders that share the longest prefix with `folder`. */
function nearestTo(folder: Folder, candidates: readonly Folder[]): readonly Folder[] {
  const shared = candidates.map((candidate) => commonFolder(folder, candidate).length);
  const best = Math.max(...shared);
  return candidates.filter((_, index) => shared[index] === best);
}
