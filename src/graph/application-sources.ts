import { glob } from '../argocd/glob.js';
import type { WorkTree } from '../files/work-trees.js';
import { repositoryName, sources } from '../kinds/application.js';
import { valuesKey } from '../kinds/helm-values.js';
import type { Field } from '../model/field.js';
import type { Resource } from '../model/resource.js';
import { folderOf, renderedFile } from '../model/source.js';
import type { Folders } from './folders.js';
import { join } from './kustomization.js';
import { type Exists, type LostSource, LostSources } from './lost-sources.js';
import { commonFolder, type Folder, lastSegment, parentOf } from './layout.js';

/** Where a source of an Application leads to. */
export interface SourcePlace {
  readonly application: Resource;
  readonly source: Field;
  readonly folder: Folder;
  /** What Argo CD makes of the folder; undefined where it refuses to make anything of it, or a plugin does. */
  readonly type: 'kustomize' | 'helm' | 'directory' | undefined;
  readonly directory: Directory;
}

/** Which files of a folder are deployed as they are. */
interface Directory {
  readonly recurse: boolean;
  readonly include: string;
  readonly exclude: string;
}

/** What Argo CD tells a folder by. */
export interface Markers {
  readonly hasKustomization: (folder: Folder) => boolean;
  readonly hasChart: (folder: Folder) => boolean;
}

/** Where the sources of Applications lead to among the files given, and what Argo CD deploys from there. */
export class ApplicationSources {
  /** Paths that lead to no folder of their repository, which is at hand. */
  readonly lost: LostSource[] = [];
  private readonly lostSources: LostSources;
  /** Applications with a source that deploys what is not given, or what nothing tells. */
  private readonly open = new Set<Resource>();
  /** Those among them of which a source leads to no folder of the input. */
  private readonly elsewhere = new Set<Resource>();
  private readonly byFolder = new Map<Folder, SourcePlace[]>();
  private readonly known = new Map<Folder, readonly SourcePlace[]>();

  constructor(
    applications: Iterable<Resource>,
    private readonly folders: Folders,
    private readonly markers: Markers,
    private readonly workTrees: readonly WorkTree[],
    exists: Exists,
  ) {
    this.lostSources = new LostSources(workTrees, folders, exists);
    for (const application of applications)
      for (const source of sources(application)) this.add(application, source);
  }

  private add(application: Resource, source: Field): void {
    const path = source.at('path');
    // A chart of a repository of charts, and a source that lends its files of values to another one.
    if (path.text === undefined || source.at('chart').exists) {
      if (!source.at('ref').exists) this.leave(application);
      return;
    }
    const folder = this.folderOf(path.text, source.at('repoURL').text ?? '', application);
    if (folder === undefined) {
      const lost = this.lostSources.find(application, source);
      if (lost) this.lost.push(lost);
      this.leave(application);
      return;
    }
    const type = this.typeOf(application, source, folder);
    if (type === undefined || type === 'helm') this.open.add(application);
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
    const others = this.byFolder.get(place.folder);
    if (others) others.push(place);
    else this.byFolder.set(place.folder, [place]);
  }

  private leave(application: Resource): void {
    this.open.add(application);
    this.elsewhere.add(application);
  }

  /** Whether a source of an Application leads to no folder of the input. */
  leadsElsewhere(application: Resource): boolean {
    return this.elsewhere.has(application);
  }

  /** What a chart renders to with several lists of values stands in a folder for each of them. */
  private release(source: Field, chart: Folder): Folder {
    const own = `${chart}/${valuesKey(source)}`;
    return this.folders.has(own) ? own : chart;
  }

  /** All places that sources lead to. */
  get all(): readonly SourcePlace[] {
    return [...this.byFolder.values()].flat();
  }

  /** Whether all that an Application deploys stands in folders of the input. A chart may render to anything. */
  isWhollyGiven(application: Resource): boolean {
    return !this.open.has(application);
  }

  /** Whether an Application deploys what the kustomization of a folder builds. */
  namesKustomization(folder: Folder): boolean {
    return this.byFolder.get(folder)?.some(({ type }) => type === 'kustomize') ?? false;
  }

  /** What the Applications that lead to a folder make of it. */
  toolsAt(folder: Folder): ReadonlySet<SourcePlace['type']> {
    return new Set(this.byFolder.get(folder)?.map(({ type }) => type));
  }

  /** The sources that build the kustomization of a folder. */
  ofKustomization(folder: Folder): readonly SourcePlace[] {
    return this.byFolder.get(folder)?.filter(({ type }) => type === 'kustomize') ?? none;
  }

  /** The sources that deploy a file as it is. */
  ofFile(path: string): readonly SourcePlace[] {
    const folder = parentOf(path);
    const places = this.around(folder);
    return places.length === 0
      ? none
      : places.filter((place) => deploysFile(place, path, place.folder === folder));
  }

  /** The sources that may deploy files of a folder: its own, and those of the folders above. */
  private around(folder: Folder): readonly SourcePlace[] {
    if (this.byFolder.size === 0) return none;
    let places = this.known.get(folder);
    if (!places) {
      const own = this.byFolder.get(folder) ?? none;
      const above = folder === '' ? none : this.around(parentOf(folder));
      places = own.length === 0 ? above : [...own, ...above];
      this.known.set(folder, places);
    }
    return places;
  }

  /**
   * What Argo CD makes of a folder: what the source says, else what the folder holds.
   * https://github.com/argoproj/argo-cd/blob/v3.5.1/pkg/apis/application/v1alpha1/types.go (ExplicitType)
   * https://github.com/argoproj/argo-cd/blob/v3.5.1/util/app/discovery/discovery.go (AppType)
   */
  private typeOf(application: Resource, source: Field, folder: Folder): SourcePlace['type'] {
    // Argo CD takes settings without content out of `source`, and forgets to do so in `sources`.
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

  /** The folder that a path within a repository means. The root of a repository can be told by nothing but names. */
  private folderOf(path: string, repository: string, application: Resource): Folder | undefined {
    const name = repositoryName(repository) ?? '';
    const wanted = join('', path).slice(1);
    const trees = this.workTreesOf(name);
    const candidates =
      wanted === ''
        ? [...new Set([...this.folders.endingIn(name), ...trees])]
        : this.folders.endingIn(wanted);
    const own = folderOf(application.source);
    const rootOf = (folder: Folder): Folder =>
      wanted === '' ? folder : folder.slice(0, folder.length - wanted.length - 1);
    const isNamed = (root: Folder): boolean => root.split('/').includes(name) || trees.includes(root);
    const named = candidates.filter((folder) => isNamed(rootOf(folder)));
    const around = (some: readonly Folder[]): readonly Folder[] =>
      some.filter((folder) => `${own}/`.startsWith(`${rootOf(folder)}/`));
    // A repository that holds the Application comes before others.
    const [best] = [around(named), named, around(candidates), candidates].filter(({ length }) => length > 0);
    const nearest = nearestTo(own, best ?? []);
    return nearest.length === 1 ? nearest[0] : undefined;
  }

  /** The work trees of a repository: people clone it under any name. */
  private workTreesOf(name: string): readonly Folder[] {
    const isIts = (url: string): boolean => repositoryName(url) === name;
    return this.workTrees.filter(({ remotes }) => remotes.some(isIts)).map(({ folder }) => folder);
  }
}

const none: readonly SourcePlace[] = [];

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
  if (type === 'helm') return isOfChart(within);
  if (type !== 'directory') return false;
  if (!isDirect && !directory.recurse) return false;
  if (!/\.(yaml|yml|json|jsonnet)$/.test(within)) return false;
  const { include, exclude } = directory;
  if (exclude !== '' && glob(exclude, within)) return false;
  return include === '' || glob(include, within);
}

/** Whether Helm makes objects of a file of a chart. */
function isOfChart(within: string): boolean {
  return /^(?:templates|crds|charts)\//.test(within) || lastSegment(within) === renderedFile;
}

/** Of several folders, those that share the longest beginning with `folder`. */
function nearestTo(folder: Folder, candidates: readonly Folder[]): readonly Folder[] {
  const shared = candidates.map((candidate) => commonFolder(folder, candidate).length);
  const best = Math.max(...shared);
  return candidates.filter((_, index) => shared[index] === best);
}
