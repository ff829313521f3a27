import type { Resource } from '../model/resource.js';
import { folderOf } from '../model/source.js';
import { destinationNamespace, isApplication, sources } from '../kinds/application.js';
import { isKustomization, join, readKustomization, type Kustomization } from './kustomization.js';
import { type Folder, Layout } from './layout.js';

/**
 * What is deployed from where: by a kustomization that builds a resource, else from the folder of its file.
 * A base that an overlay of the input builds is deployed by the overlays and not by itself.
 */
export class Deployment {
  readonly layout = new Layout();
  /** Resources that are deployed, without those that are read as something else (patches, configurations). */
  readonly resources: readonly Resource[];
  private readonly kustomizations = new Map<Folder, Kustomization>();
  private readonly leavesOfFile = new Map<string, Set<Kustomization>>();
  private readonly closures = new Map<Folder, ReadonlySet<string>>();
  private readonly chains = new Map<Folder, readonly Kustomization[]>();
  private readonly foldersOf = new Map<string, readonly Folder[]>();
  private readonly namespaces = new Map<Resource, string | undefined>();
  private readonly applicationsIn = new Map<Folder, Resource[]>();

  constructor(all: readonly Resource[]) {
    const kustomizations = all.filter(isKustomization).map(readKustomization);
    for (const kustomization of kustomizations) this.kustomizations.set(kustomization.folder, kustomization);

    const otherFiles = new Set(kustomizations.flatMap((kustomization) => kustomization.otherFiles));
    this.resources = all.filter(
      (resource) => !isKustomization(resource) && !otherFiles.has(resource.source.path),
    );

    const included = new Set(kustomizations.flatMap((kustomization) => kustomization.members));
    for (const kustomization of kustomizations) {
      if (kustomization.isComponent || included.has(kustomization.folder)) continue;
      for (const file of this.closure(kustomization)) {
        const leaves = this.leavesOfFile.get(file) ?? new Set();
        this.leavesOfFile.set(file, leaves.add(kustomization));
      }
    }

    for (const resource of this.resources)
      for (const folder of this.folders(resource)) this.layout.add(folder, resource);
    for (const resource of this.resources) if (isApplication(resource)) this.place(resource);
  }

  /** The folders that a resource is deployed from: of the kustomizations that build it, or its file's. */
  folders(resource: Resource): readonly Folder[] {
    const file = resource.source.path;
    let folders = this.foldersOf.get(file);
    if (!folders) {
      const leaves = this.leaves(resource);
      folders = leaves.length > 0 ? leaves.map(({ folder }) => folder) : [folderOf(resource.source)];
      this.foldersOf.set(file, folders);
    }
    return folders;
  }

  /** The kustomizations that are deployed and build this resource. */
  leaves(resource: Resource): readonly Kustomization[] {
    const leaves = this.leavesOfFile.get(resource.source.path);
    return leaves ? [...leaves] : [];
  }

  leafIn(folder: Folder): Kustomization | undefined {
    return this.kustomizations.get(folder);
  }

  /** A kustomization and all that it is made of, itself first. */
  chain(kustomization: Kustomization): readonly Kustomization[] {
    let chain = this.chains.get(kustomization.folder);
    if (!chain) {
      this.chains.set(kustomization.folder, [kustomization]); // A cycle ends here.
      const nested = kustomization.members.flatMap((member) => this.kustomizations.get(member) ?? []);
      chain = [kustomization, ...nested.flatMap((inner) => this.chain(inner))];
      this.chains.set(kustomization.folder, chain);
    }
    return chain;
  }

  /** The files that a kustomization builds, through its bases and components. */
  closure(kustomization: Kustomization): ReadonlySet<string> {
    let files = this.closures.get(kustomization.folder);
    if (!files) {
      files = new Set(
        this.chain(kustomization).flatMap(({ members }) =>
          members.filter((member) => !this.kustomizations.has(member)),
        ),
      );
      this.closures.set(kustomization.folder, files);
    }
    return files;
  }

  /** The Applications that deploy a resource. */
  applications(resource: Resource): readonly Resource[] {
    const own = this.folders(resource).flatMap((folder) => {
      const found: Resource[] = [];
      for (let level = folder, exact = true; level !== ''; level = level.slice(0, level.lastIndexOf('/'))) {
        for (const application of this.applicationsIn.get(level) ?? [])
          if (exact || isRecursive(application)) found.push(application);
        exact = false;
      }
      return found;
    });
    return [...new Set(own)].filter((application) => application !== resource);
  }

  /**
   * The namespace that a resource is deployed to. A kustomization's wins over the manifest's, an Application's
   * applies where the manifest names none; several that disagree leave it unknown.
   */
  namespace(resource: Resource): string | undefined {
    if (!this.namespaces.has(resource)) this.namespaces.set(resource, this.readNamespace(resource));
    return this.namespaces.get(resource);
  }

  private readNamespace(resource: Resource): string | undefined {
    const leaves = this.leaves(resource);
    const built = leaves.map((leaf) => this.chain(leaf).find(({ namespace }) => namespace)?.namespace);
    const byKustomize = agreed(built);
    if (byKustomize !== undefined) return byKustomize;
    if (built.some((namespace) => namespace !== undefined)) return undefined;
    return resource.namespace ?? agreed(this.applications(resource).map(destinationNamespace));
  }

  /** An Application is tied to the folders whose path ends in its source's path. */
  private place(application: Resource): void {
    for (const source of sources(application)) {
      const path = source.at('path').text;
      if (path === undefined || source.at('chart').exists) continue;
      const folder = this.sourceFolder(path, application);
      if (folder === undefined) continue;
      const others = this.applicationsIn.get(folder);
      if (others) others.push(application);
      else this.applicationsIn.set(folder, [application]);
    }
  }

  private sourceFolder(path: string, application: Resource): Folder | undefined {
    const wanted = join('', path);
    if (wanted === '') return undefined; // The root of a repository: which folder that is cannot be told.
    const candidates = this.layout.endingIn(wanted);
    const nearest = nearestTo(folderOf(application.source), candidates);
    return nearest.length === 1 ? nearest[0] : undefined;
  }
}

function isRecursive(application: Resource): boolean {
  return sources(application).some((source) => source.at('directory', 'recurse').boolean === true);
}

function agreed(values: readonly (string | undefined)[]): string | undefined {
  const [first] = values;
  return values.every((value) => value === first) ? first : undefined;
}

/** Of several folders, those that share the longest beginning with `folder`. */
function nearestTo(folder: Folder, candidates: readonly Folder[]): readonly Folder[] {
  const shared = (other: Folder): number => {
    const [a, b] = [folder.split('/'), other.split('/')];
    const index = a.findIndex((segment, position) => segment !== b[position]);
    return index === -1 ? a.length : index;
  };
  const best = Math.max(...candidates.map(shared));
  return candidates.filter((candidate) => shared(candidate) === best);
}
