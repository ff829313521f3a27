import { isKustomization, type Kustomization, readFields, readKustomization } from './kustomization.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { folderOf, type Source } from '../../model/source.js';
import { isSameList } from '../../model/same-list.js';
import type { WorkTree } from '../files/work-trees.js';
import { isOfArgoCd } from '../../kubernetes/kinds/application.js';
import { ApplicationSources, type SourcePlace } from './application-sources.js';
import { Builds, type Way } from './builds.js';
import { Folders } from './folders.js';
import { type Folder, parentOf } from './layout.js';
import { type AsWritten } from './anchors.js';
import type { Exists } from './lost-sources.js';
import { Samples } from './samples.js';

/** One way in which a resource is deployed. */
export interface Placement {
  /** The folder of the deployed kustomization that builds it, else that of its file. */
  readonly folder: Folder;
  readonly leaf: Kustomization | undefined;
  /** Everything that changes its name, namespace and fields on the way, outermost first. */
  readonly via: readonly Kustomization[];
  /** The Application that deploys it. */
  readonly application: Resource | undefined;
}

/** Which of the lists of a deployment a resource belongs to; none for what has another purpose, such as a patch. */
export type Listed = 'resources' | 'unlisted' | 'samples' | 'live' | 'none';

/** The namespaces of resources: of one state, or of as many as there are. */
export interface Namespaces {
  get(resource: Resource): string | undefined;
  has(resource: Resource): boolean;
  set(resource: Resource, namespace: string | undefined): unknown;
}

/** What follows from a resource and from what deploys the files, without other resources. */
export interface KeptOfResources {
  readonly lists: WeakMap<Resource, Listed>;
  /** The namespaces that they are deployed to, as far as these are known. */
  readonly namespaces: Namespaces;
  /** All names by which references may mean it. */
  readonly names: WeakMap<Resource, readonly string[]>;
}

/** The placements of files in a folder that the same Applications and kustomizations deploy. */
interface FolderPlacements {
  readonly ways: readonly Way[] | undefined;
  readonly direct: readonly SourcePlace[];
  readonly placements: readonly Placement[];
}

/** The input of a deployment. */
export interface Manifests {
  readonly resources: readonly Resource[];
  /** The paths of all files of the input, including those without resources. */
  readonly paths: readonly string[];
  /** The Applications among the resources, and those that ApplicationSets generate. */
  readonly applications: readonly Resource[];
  /** Whether a resource was exported from a cluster. */
  readonly isLive: (resource: Resource) => boolean;
  readonly asWritten?: AsWritten | undefined;
  readonly workTrees?: readonly WorkTree[] | undefined;
  readonly exists?: Exists | undefined;
  /** Whether templates of a chart may read other files of it; true by default. */
  readonly readsOthers?: ((chart: Folder) => boolean) | undefined;
}

/** What the paths of the files of the input tell. */
interface InputPaths {
  readonly paths: readonly string[];
  readonly files: ReadonlySet<string>;
  /** The folders of the files. */
  readonly folders: Folders;
  /** The folders with a Chart.yaml. */
  readonly charts: ReadonlySet<Folder>;
  readonly samples: Samples;
}

function inputPaths(paths: readonly string[]): InputPaths {
  return {
    paths,
    files: new Set(paths),
    folders: new Folders(paths),
    charts: new Set(paths.filter((path) => path.endsWith('Chart.yaml')).map(parentOf)),
    samples: new Samples(paths),
  };
}

/** What deploys the files of the input: kustomizations, and Applications whose sources lead to them. */
export class Deployers {
  readonly builds: Builds;
  readonly sources: ApplicationSources;
  readonly input: InputPaths;
  /** The files that kustomizations do not read as resources. */
  readonly otherFiles: ReadonlySet<string>;
  private readonly kustomizations: readonly Kustomization[];
  /** What is known of resources; only if another state has taken these deployers over, because one state asks once. */
  kept: KeptOfResources | undefined;
  /** Whether they depend on more than the paths, kustomizations and Applications. */
  private dependsOnMore = false;
  /** The placements of the files of a folder, or of those that are built together. */
  private readonly placed = new Map<Folder | readonly Way[], readonly Placement[]>();
  private lastPath: string | undefined;
  private lastPlacements: readonly Placement[] = [];
  /** The placements of each file that was looked up. */
  private readonly placedFiles = new Map<string, readonly Placement[]>();
  /** The result of the last lookup in each folder, which is usually that of the next one, too. */
  private readonly placedLast = new Map<Folder, FolderPlacements>();

  private constructor(
    private readonly manifests: Omit<Manifests, 'resources' | 'isLive'>,
    resources: readonly Resource[],
    private readonly kustomizationsRead: readonly Resource[],
    /** Those of an earlier state, of which what is the same need not be found again. */
    earlier?: Deployers,
  ) {
    const { paths } = manifests;
    this.input = earlier && isSameList(earlier.input.paths, paths) ? earlier.input : inputPaths(paths);
    const { files, charts } = this.input;
    const known = new Map(earlier?.kustomizations.map((one) => [one.resource, one]));
    const kustomizations = kustomizationsRead.map((one) => known.get(one) ?? readKustomization(one));
    this.kustomizations = kustomizations;
    const kustomized = new Set(kustomizations.map(({ folder }) => folder));
    this.otherFiles = new Set(kustomizations.flatMap((kustomization) => kustomization.otherFiles));
    this.sources = this.readSources(resources, kustomized);
    // Argo CD uses one tool per source, and Helm if the source says so, whatever else the folder holds.
    const isOfHelm = (folder: Folder): boolean => {
      const tools = this.sources.toolsAt(folder);
      return charts.has(folder) && tools.has('helm') && !tools.has('kustomize');
    };
    this.builds = new Builds(
      kustomizations.filter(({ folder }) => !isOfHelm(folder)),
      (folder) => this.sources.namesKustomization(folder),
      (path) => files.has(path),
    );
  }

  /** The deployers of manifests: the earlier ones if all that decides about them is the same. */
  static of({ resources, isLive: _, ...manifests }: Manifests, earlier?: Deployers): Deployers {
    const kustomizations = resources.filter(isKustomization);
    if (earlier?.areFor(manifests, kustomizations) !== true)
      return new Deployers(manifests, resources, kustomizations, earlier);
    earlier.kept ??= { lists: new WeakMap(), names: new WeakMap(), namespaces: new WeakMap() };
    return earlier;
  }

  private areFor(
    { paths, applications, asWritten, workTrees, exists }: Deployers['manifests'],
    kustomizations: readonly Resource[],
  ): boolean {
    const own = this.manifests;
    return (
      !this.dependsOnMore &&
      own.workTrees === workTrees &&
      own.exists === exists &&
      isSameList(own.applications, applications) &&
      applications.every((one) => own.asWritten?.(one).file === asWritten?.(one).file) &&
      isSameList(this.kustomizationsRead, kustomizations) &&
      isSameList(own.paths, paths)
    );
  }

  private readSources(resources: readonly Resource[], kustomized: ReadonlySet<Folder>): ApplicationSources {
    const { applications, asWritten, workTrees = [], exists } = this.manifests;
    const { files, folders, charts } = this.input;
    const inInput: Exists = (path) => (folders.has(path) ? 'folder' : files.has(path) ? 'file' : undefined);
    return new ApplicationSources({
      applications: this.withoutKeptCopies(applications),
      folders,
      markers: {
        hasKustomization: (folder) => kustomized.has(folder),
        hasChart: (folder) => charts.has(folder),
        someHoldsObjects: (passes) => {
          this.dependsOnMore = true;
          return resources.some((resource) => !isOfArgoCd(resource) && passes(resource.source.path));
        },
      },
      workTrees,
      exists: (path) => {
        if (!exists) return inInput(path);
        this.dependsOnMore = true;
        return exists(path);
      },
      fileOf: (application) => asWritten?.(application).file ?? application.source.path,
    });
  }

  /** Applications without copies in documentation of Applications elsewhere in the input. */
  private withoutKeptCopies(applications: readonly Resource[]): readonly Resource[] {
    const [kept, applied]: [Resource[], Set<string>] = [[], new Set()];
    for (const application of applications)
      if (this.isSample(application.source.path)) kept.push(application);
      else applied.add(application.name);
    const copies = new Set(kept.filter(({ name }) => applied.has(name)));
    return copies.size === 0 ? applications : applications.filter((one) => !copies.has(one));
  }

  /** Whether a file belongs to tests or documentation, unless it is deployed. */
  isSample(path: string): boolean {
    return this.input.samples.has(parentOf(path));
  }

  /** Whether a file is kept as an example or for another time, unless it is deployed. */
  isSetAside(path: string): boolean {
    return this.input.samples.setsAside(path);
  }

  /** The ways in which a resource is deployed; at least one. */
  placements(source: Source): readonly Placement[] {
    const { path } = source;
    // Several questions about one object come in a row.
    if (path === this.lastPath) return this.lastPlacements;
    const placements = this.placedFiles.get(path) ?? this.placementsOf(source);
    [this.lastPath, this.lastPlacements] = [path, placements];
    return placements;
  }

  private placementsOf(source: Source): readonly Placement[] {
    const { path } = source;
    const ways = this.builds.ways(path);
    const direct = this.sources.ofFile(path);
    const folder = folderOf(source);
    if (direct.length > 0) {
      let last = this.placedLast.get(folder);
      if (!last || last.ways !== ways || !isSameList(last.direct, direct)) {
        last = { ways, direct, placements: this.place(folder, ways ?? [], direct) };
        this.placedLast.set(folder, last);
      }
      this.placedFiles.set(path, last.placements);
      return last.placements;
    }
    // Files share what they have in common.
    const key = ways ?? folder;
    let placements = this.placed.get(key);
    if (!placements) this.placed.set(key, (placements = this.place(folder, ways ?? [], direct)));
    this.placedFiles.set(path, placements);
    return placements;
  }

  private place(folder: Folder, ways: readonly Way[], direct: readonly SourcePlace[]): readonly Placement[] {
    const built = ways.flatMap(({ leaf, via }): Placement[] => {
      const sources = this.sources.ofKustomization(leaf.folder);
      if (sources.length === 0) return [{ folder: leaf.folder, leaf, via, application: undefined }];
      return sources.map(({ application, source }) => ({
        folder: leaf.folder,
        leaf,
        via: withSettings(via, source.at('kustomize'), leaf.folder),
        application,
      }));
    });
    const asItIs = direct.map(({ application }) => ({ folder, leaf: undefined, via: [], application }));
    const all = [...built, ...asItIs];
    return all.length > 0 ? all : [{ folder, leaf: undefined, via: [], application: undefined }];
  }
}

/**
 * What a resource goes through, with the `kustomize` of an Application's source. Argo CD writes it into the kustomization.yaml
 * before it builds, where it replaces the prefix or suffix.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/util/kustomize/kustomize.go (Build)
 */
function withSettings(
  [leaf, ...rest]: readonly Kustomization[],
  settings: Field,
  folder: Folder,
): readonly Kustomization[] {
  if (!leaf || !settings.exists) return leaf ? [leaf, ...rest] : rest;
  const written = readFields(settings, folder);
  const edited: Kustomization = {
    ...leaf,
    namePrefix: written.namePrefix === '' ? leaf.namePrefix : '',
    nameSuffix: written.nameSuffix === '' ? leaf.nameSuffix : '',
  };
  return [written, edited, ...rest];
}
