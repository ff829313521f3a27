import type { Resource } from '../model/resource.js';
import { folderOf, type Source } from '../model/source.js';
import { destinationNamespace, isApplication, repositoryName, sources } from '../kinds/application.js';
import type { Field } from '../model/field.js';
import { isKustomization, join, type Kustomization, readFields, readKustomization } from './kustomization.js';
import { type AsWritten, commonFolder, type Folder, Layout, parentOf } from './layout.js';

export type { AsWritten } from './layout.js';

/** One way in which a resource is deployed. */
export interface Placement {
  /** Of the kustomization that is deployed and builds it, else of its file. */
  readonly folder: Folder;
  readonly leaf: Kustomization | undefined;
  /** All that changes its name, namespace and fields on the way, outermost first. */
  readonly via: readonly Kustomization[];
  /** The Application that deploys the folder. */
  readonly application: Resource | undefined;
}

/** How a file gets from a kustomization that is deployed to what is written in it. */
type Way = Pick<Placement, 'leaf' | 'via'>;

/** What all files of a folder have in common that no kustomization builds. */
interface SharedFolder {
  /** The folder, as a list of one. */
  readonly alone: readonly [Folder];
  placements: readonly Placement[] | undefined;
}

/**
 * What is deployed from where: by a kustomization that builds a resource, else from the folder of its file.
 * A base that an overlay of the input builds is deployed by the overlays and not by itself.
 */
export class Deployment {
  readonly layout: Layout;
  /** Resources that are deployed, without those that are read as something else (patches, configurations). */
  readonly resources: readonly Resource[];
  /** The kustomizations that no other one of the input builds on. */
  readonly leaves: readonly Kustomization[];
  private readonly kustomizations = new Map<Folder, Kustomization>();
  /** The ways of each file that kustomizations build; the files that are built together share their list. */
  private readonly built = new Map<string, readonly Way[]>();
  private readonly shared = new Map<Folder, SharedFolder>();
  private readonly placed = new Map<readonly Way[], readonly Placement[]>();
  private readonly chains = new Map<Folder, readonly Kustomization[]>();
  private readonly namespaces = new Map<Resource, string | undefined>();
  private readonly sourcesIn = new Map<Folder, { application: Resource; source: Field }[]>();
  private readonly files: ReadonlySet<string>;

  constructor(
    all: readonly Resource[],
    private readonly isFile: (path: string) => boolean,
    asWritten?: AsWritten,
  ) {
    this.layout = new Layout(asWritten);
    this.files = new Set(all.map(({ source }) => source.path));
    const kustomizations = all.filter(isKustomization).map(readKustomization);
    for (const kustomization of kustomizations) this.kustomizations.set(kustomization.folder, kustomization);

    const otherFiles = new Set(kustomizations.flatMap((kustomization) => kustomization.otherFiles));
    this.resources = all.filter(
      (resource) => !isKustomization(resource) && !otherFiles.has(resource.source.path),
    );

    const included = new Set(
      kustomizations.flatMap(({ members, components }) => [...members, ...components]),
    );
    this.leaves = kustomizations.filter(({ isComponent, folder }) => !isComponent && !included.has(folder));
    for (const leaf of this.leaves) this.build(leaf, leaf, [], { left: mostSteps });

    for (const resource of this.resources)
      for (const folder of this.folders(resource)) this.layout.add(folder, resource);
    for (const resource of this.resources) if (isApplication(resource)) this.tie(resource);
  }

  /** Notes the files that a kustomization builds, and through what they go. */
  private build(
    leaf: Kustomization,
    kustomization: Kustomization,
    above: readonly Kustomization[],
    steps: { left: number },
  ): void {
    if (above.includes(kustomization) || steps.left-- <= 0) return;
    const components = kustomization.components.flatMap((folder) => this.kustomizations.get(folder) ?? []);
    const via = [...above, kustomization, ...components.filter((component) => !above.includes(component))];
    const alone: readonly [Way] = [{ leaf, via }];
    for (const member of kustomization.members) {
      const inner = this.kustomizations.get(member);
      const others = this.built.get(member);
      if (inner) this.build(leaf, inner, via, steps);
      else this.built.set(member, others ? [...others, ...alone] : alone);
    }
    for (const component of components) this.build(leaf, component, [...above, kustomization], steps);
  }

  /** The folders that a resource is deployed from: of the kustomizations that build it, or its file's. */
  folders(resource: Resource): readonly Folder[] {
    const built = this.built.get(resource.source.path);
    return built ? [...new Set(built.map(({ leaf }) => leaf!.folder))] : this.folderOf(resource.source).alone;
  }

  /** The folder of a file, in a string that all its files share. */
  private folderOf(source: Source): SharedFolder {
    const folder = folderOf(source);
    let shared = this.shared.get(folder);
    if (!shared) {
      shared = { alone: [folder], placements: undefined };
      this.shared.set(folder, shared);
    }
    return shared;
  }

  /** The ways in which a resource is deployed; at least one. */
  placements({ source }: Resource): readonly Placement[] {
    const built = this.built.get(source.path);
    if (!built) {
      const shared = this.folderOf(source);
      return (shared.placements ??= this.place(shared.alone[0], [{ leaf: undefined, via: [] }]));
    }
    let placements = this.placed.get(built);
    if (!placements) {
      placements = this.place(folderOf(source), built);
      this.placed.set(built, placements);
    }
    return placements;
  }

  private place(own: Folder, ways: readonly Way[]): readonly Placement[] {
    return ways.flatMap(({ leaf, via }): Placement[] => {
      const folder = leaf?.folder ?? own;
      const applied = this.appliedTo(folder);
      if (applied.length === 0) return [{ folder, leaf, via, application: undefined }];
      return applied.map(({ application, source: from }) => ({
        folder,
        leaf,
        via: leaf ? withSettings(via, from.at('kustomize'), folder) : via,
        application,
      }));
    });
  }

  /** Whether two placements belong to one deployment, and neither is a copy of the other. */
  belong(resource: Resource, here: Placement, other: Resource, there: Placement): boolean {
    if (here.folder !== there.folder) return this.layout.together(here.folder, there.folder);
    if (here.leaf ?? there.leaf) return true;
    return !this.layout.areCopies(here.folder, resource.source.path, other.source.path);
  }

  /** A kustomization and all that it is made of, itself first. */
  chain(kustomization: Kustomization): readonly Kustomization[] {
    let chain = this.chains.get(kustomization.folder);
    if (!chain) {
      this.chains.set(kustomization.folder, [kustomization]); // A cycle ends here.
      const { members, components } = kustomization;
      const nested = [...members, ...components].flatMap((member) => this.kustomizations.get(member) ?? []);
      chain = [...new Set([kustomization, ...nested.flatMap((inner) => this.chain(inner))])];
      this.chains.set(kustomization.folder, chain);
    }
    return chain;
  }

  /** Whether a kustomization builds more than the input shows: a remote base, a chart, a folder outside. */
  isOpen(kustomization: Kustomization): boolean {
    return this.chain(kustomization).some(
      ({ isOpen, members, components }) =>
        isOpen || [...members, ...components].some((member) => !this.isGiven(member)),
    );
  }

  private isGiven(member: string): boolean {
    return this.kustomizations.has(member) || this.files.has(member) || this.isFile(member);
  }

  /** The kustomization beside the file of a resource. */
  beside(resource: Resource): Kustomization | undefined {
    return this.kustomizations.get(folderOf(resource.source));
  }

  /** The Applications that deploy a resource. */
  applications(resource: Resource): readonly Resource[] {
    const found: Resource[] = [];
    for (const { application } of this.placements(resource))
      if (application && application !== resource && !found.includes(application)) found.push(application);
    return found;
  }

  /** What an Application would deploy that is not among the resources, such as one of an ApplicationSet. */
  deployedFrom(application: Resource): readonly Resource[] {
    const places = this.placesOf(application);
    if (places.length === 0) return [];
    return this.resources.filter((resource) =>
      this.folders(resource).some((here) => places.some((place) => isFrom(place, here))),
    );
  }

  /**
   * The ways in which an Application deploys a resource, be it among the resources or not. Where its sources do not lead
   * to the resource, all ways in which that is deployed, for any may be meant.
   */
  placementsBy(application: Resource, resource: Resource): readonly Placement[] {
    const all = this.placements(resource);
    const own = all.filter((placement) => placement.application === application);
    if (own.length > 0) return own;
    const places = this.placesOf(application);
    const found = all.flatMap((placement) => {
      const { folder, leaf, via } = placement;
      const place = places.find((one) => isFrom(one, folder));
      if (!place) return [];
      const settings = place.source.at('kustomize');
      return [{ folder, leaf, via: leaf ? withSettings(via, settings, folder) : via, application }];
    });
    return found.length > 0 ? found : all;
  }

  private placesOf(application: Resource): readonly SourcePlace[] {
    return sources(application).flatMap((source) => {
      const path = source.at('path').text;
      if (path === undefined || source.at('chart').exists) return [];
      const folder = this.sourceFolder(path, source.at('repoURL').text ?? '', application);
      const isDeep = source.at('directory', 'recurse').boolean === true;
      return folder === undefined ? [] : [{ folder, isDeep, source }];
    });
  }

  private appliedTo(folder: Folder): readonly { application: Resource; source: Field }[] {
    const found = [...(this.sourcesIn.get(folder) ?? [])];
    for (let level = folder; level !== '';) {
      level = parentOf(level);
      for (const entry of this.sourcesIn.get(level) ?? [])
        if (entry.source.at('directory', 'recurse').boolean === true) found.push(entry);
    }
    return found;
  }

  /** The namespace that a resource is deployed to; undefined when nothing given tells, or several disagree. */
  namespace(resource: Resource): string | undefined {
    if (!this.namespaces.has(resource)) {
      const [first, ...others] = this.placements(resource).map((placement) =>
        this.namespaceAt(resource, placement),
      );
      this.namespaces.set(resource, others.every((other) => other === first) ? first : undefined);
    }
    return this.namespaces.get(resource);
  }

  /** A kustomization's namespace wins over the manifest's, an Application's applies where the manifest has none. */
  namespaceAt(resource: Resource, { via, application }: Placement): string | undefined {
    const byKustomize = via.find(({ namespace }) => namespace !== undefined)?.namespace;
    const byApplication =
      application === undefined || application === resource ? undefined : destinationNamespace(application);
    return byKustomize ?? resource.namespace ?? byApplication;
  }

  /** An Application is tied to the folders whose path ends in its source's path. */
  private tie(application: Resource): void {
    for (const source of sources(application)) {
      const path = source.at('path').text;
      if (path === undefined || source.at('chart').exists) continue;
      const folder = this.sourceFolder(path, source.at('repoURL').text ?? '', application);
      if (folder === undefined) continue;
      // What a chart renders to with several lists of values stands in a folder for each of them.
      const values = source.at('helm', 'valueFiles').items.map(({ text = '' }) => text);
      const own = join(folder, values.join('+') || 'values.yaml');
      push(this.sourcesIn, this.layout.has(own) ? own : folder, { application, source: source.lasting });
    }
  }

  private sourceFolder(path: string, repository: string, application: Resource): Folder | undefined {
    const name = repositoryName(repository);
    const wanted = join('', path).slice(1);
    // The root of a repository can be told by nothing but its name.
    const candidates = this.layout.endingIn(wanted === '' ? (name ?? '') : wanted);
    const named = candidates.filter((folder) =>
      folder
        .slice(0, folder.length - wanted.length)
        .split('/')
        .includes(name ?? ''),
    );
    const nearest = nearestTo(folderOf(application.source), named.length > 0 ? named : candidates);
    return nearest.length === 1 ? nearest[0] : undefined;
  }
}

/** How often a build goes into a base; more often than any real one, less than bases that include each other twice. */
const mostSteps = 10_000;

/** Where a source of an Application leads to. */
interface SourcePlace {
  readonly folder: Folder;
  readonly isDeep: boolean;
  readonly source: Field;
}

function isFrom({ folder, isDeep }: SourcePlace, here: Folder): boolean {
  return here === folder || (isDeep && here.startsWith(`${folder}/`));
}

/**
 * What a resource goes through with the `kustomize` of an Application's source. Argo CD writes that into the
 * kustomization.yaml before it builds: a prefix or suffix stands there in the place of the one that it had.
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

/** The name that a resource has after each of the changes on its way, its own first. */
export function stageNames({ name }: Resource, { via }: Placement): readonly string[] {
  const names = [name];
  for (let index = via.length - 1; index >= 0; index--) {
    const { namePrefix, nameSuffix } = via[index]!;
    if (namePrefix !== '' || nameSuffix !== '') names.push(`${namePrefix}${names.at(-1)}${nameSuffix}`);
  }
  return names;
}

/** Of several folders, those that share the longest beginning with `folder`. */
function nearestTo(folder: Folder, candidates: readonly Folder[]): readonly Folder[] {
  const shared = candidates.map((candidate) => commonFolder(folder, candidate).length);
  const best = Math.max(...shared);
  return candidates.filter((_, index) => shared[index] === best);
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
