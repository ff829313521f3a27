import { isSettings } from '../argocd/settings-entries.js';
import type { Placement } from '../repository/graph/deployment.js';
import type { Graph } from '../repository/graph/graph.js';
import { experimentServices, isExperiment } from '../kubernetes/kinds/experiment.js';
import { workloadKinds } from '../kubernetes/kinds/workload.js';
import { append } from '../model/multimap.js';
import { none } from '../model/none.js';
import type { Resource } from '../model/resource.js';
import { wordHash } from '../yaml/parse/words.js';
import { WordIndex, type WordedSources } from './word-index.js';

/** All names of an object: in its file, as deployed, and the names derived from it. */
function namesOfObject(graph: Graph, resource: Resource): readonly string[] {
  const made = isExperiment(resource) ? experimentServices(resource) : none;
  if (made.length === 0 && !graph.isRenamed(resource)) return [resource.name];
  return [...new Set([resource.name, ...graph.deployedNames(resource), ...made])];
}

/** What the files of one state have for others to be found by. */
export class Layer {
  readonly byPath = new Map<string, Resource[]>();
  readonly byKind = new Map<string, Resource[]>();
  readonly running = new Set<string>();
  readonly selecting = new Set<string>();
  readonly routing = new Set<string>();
  readonly words: WordIndex;
  private readonly owners = new Map<number, string[]>();
  private placed: PlacedFiles | undefined;
  /** The low bits of the hashes of names, which exclude most words. */
  private readonly low = new Uint8Array(1 << 16);

  constructor(graph: Graph, words: WordedSources, isWanted: (path: string) => boolean = () => true) {
    for (const resource of graph.given) {
      const { path } = resource.source;
      if (isWanted(path)) this.add(path, resource, namesOfObject(graph, resource));
    }
    this.words = new WordIndex(words, isWanted);
  }

  private add(path: string, resource: Resource, names: readonly string[]): void {
    append(this.byPath, path, resource);
    append(this.byKind, isSettings(resource) ? 'settings' : `${resource.group}/${resource.kind}`, resource);
    for (const name of names) {
      const hash = wordHash(name);
      this.low[hash & 0xffff] = 1;
      append(this.owners, hash, path);
    }
    if (workloadKinds.some(({ group, kind }) => resource.kind === kind && resource.group === group))
      this.running.add(path);
    else if (!rarelySelects.has(resource.kind)) this.selecting.add(path);
    if (routingGroups.has(resource.group)) this.routing.add(path);
  }

  /** The files that are deployed together, by their placements; found again only if a graph has others. */
  filesByPlacements(graph: Graph): PlacedFiles['files'] {
    if (this.placed?.by !== graph.deployers) {
      const files = new Map<readonly Placement[], string[]>();
      // The objects of a file share their placements.
      for (const [path, [resource]] of this.byPath)
        if (resource) append(files, graph.placements(resource), path);
      this.placed = { by: graph.deployers, files };
    }
    return this.placed.files;
  }

  /** The files with an object whose name has a hash. */
  ownersOf(hash: number): readonly string[] {
    return this.low[hash & 0xffff] === 0 ? none : (this.owners.get(hash) ?? none);
  }
}

/** The files of a layer by their placements. */
interface PlacedFiles {
  /** What the placements follow from. */
  readonly by: object;
  readonly files: ReadonlyMap<readonly Placement[], readonly string[]>;
}

/** The number of files that may differ from a layer before it is made again. */
const mostHidden = 200;

/**
 * What leads from file to file in one state. After a change, only what the changed files have is found again; the rest is as
 * it was.
 */
export class Links {
  private constructor(
    private readonly base: Layer,
    /** The files that are others than in `base`. */
    private readonly hidden: ReadonlySet<string>,
    private readonly recent: Layer | undefined,
  ) {}

  static of(graph: Graph, words: WordedSources): Links {
    return new Links(new Layer(graph, words), new Set(), undefined);
  }

  /** The same for a later state; undefined if too much has changed, so that it is cheaper to begin again. */
  after(changed: ReadonlySet<string>, graph: Graph, words: WordedSources): Links | undefined {
    const hidden = new Set([...this.hidden, ...changed]);
    if (hidden.size > mostHidden) return undefined;
    return new Links(this.base, hidden, new Layer(graph, words, (path) => hidden.has(path)));
  }

  /** The layers of the state, each with the files that it no longer has. */
  get layers(): readonly ShownLayer[] {
    const { base, hidden, recent } = this;
    return [{ layer: base, hidden }, ...(recent ? [{ layer: recent }] : [])];
  }
}

/** A layer without some of its files. */
export interface ShownLayer {
  readonly layer: Layer;
  readonly hidden?: ReadonlySet<string>;
}

/** The files of two states, and how they lead to each other. A changed file counts with both of its texts. */
export class Linked {
  constructor(
    private readonly shown: readonly ShownLayer[],
    /** The graph of a resource. */
    private readonly graphOf: (resource: Resource) => Graph,
    /** A graph with the placements of all files but some, if there is one. */
    private readonly placing?: { readonly graph: Graph; readonly apart: ReadonlySet<string> },
  ) {}

  private *at(path: string): Iterable<Layer> {
    for (const { layer, hidden } of this.shown) if (hidden?.has(path) !== true) yield layer;
  }

  private some(path: string, has: (layer: Layer) => boolean): boolean {
    return this.shown.some(({ layer, hidden }) => has(layer) && hidden?.has(path) !== true);
  }

  /** The objects of a file. */
  in(path: string): readonly Resource[] {
    let found: readonly Resource[] = [];
    for (const { layer, hidden } of this.shown) {
      const own = layer.byPath.get(path);
      if (own && hidden?.has(path) !== true) found = found.length === 0 ? own : [...found, ...own];
    }
    return found;
  }

  isRunning(path: string): boolean {
    return this.some(path, ({ running }) => running.has(path));
  }

  isSelecting(path: string): boolean {
    return this.some(path, ({ selecting }) => selecting.has(path));
  }

  isRouting(path: string): boolean {
    return this.some(path, ({ routing }) => routing.has(path));
  }

  /** Adds the files with an object that one of the words of a file may name. */
  addNamedBy(path: string, found: Set<string>): void {
    for (const its of this.at(path))
      for (const hashes of its.words.of(path))
        for (const { layer, hidden } of this.shown)
          for (const hash of hashes)
            for (const owner of layer.ownersOf(hash)) if (hidden?.has(owner) !== true) found.add(owner);
  }

  /** Calls with each file that may have one of some words, by its hash. */
  eachWith(hashes: Iterable<number>, call: (path: string, hash: number) => void): void {
    const wanted = [...hashes];
    for (const { layer, hidden } of this.shown)
      layer.words.eachWith(wanted, (path, hash) => {
        if (hidden?.has(path) !== true) call(path, hash);
      });
  }

  namesOf(resource: Resource): readonly string[] {
    return namesOfObject(this.graphOf(resource), resource);
  }

  labelsOf(resource: Resource): Readonly<Record<string, string>> {
    return this.graphOf(resource).labels(resource);
  }

  /** Rules look at all PodDisruptionBudgets deployed with a Rollout, whatever they select. */
  budgetsBeside(rollout: Resource): readonly Resource[] {
    return this.graphOf(rollout).companions(rollout, { group: 'policy', kind: 'PodDisruptionBudget' });
  }

  /** The Applications, ApplicationSets and kustomizations that deploy the objects of a file. */
  deployersOf(path: string): ReadonlySet<Resource> {
    const found = new Set<Resource>();
    for (const resource of this.in(path)) {
      const graph = this.graphOf(resource);
      for (const deployer of deployersIn(graph, graph.placements(resource))) found.add(deployer);
    }
    return found;
  }

  /** The files with objects that any of these deploys. */
  *deployedBy(deployers: ReadonlySet<Resource>): Iterable<string> {
    if (deployers.size === 0) return;
    if (this.placing) {
      const { graph, apart } = this.placing;
      for (const { layer, hidden } of this.shown)
        for (const [placements, paths] of layer.filesByPlacements(graph))
          if (isAnyIn(deployers, graph, placements))
            for (const path of paths) if (hidden?.has(path) !== true && !apart.has(path)) yield path;
      for (const path of apart)
        if ([...this.deployersOf(path)].some((deployer) => deployers.has(deployer))) yield path;
      return;
    }
    // The objects of a file share their placements, and so do files that are deployed together.
    const known = new Map<unknown, boolean>();
    const isDeployed = (resource: Resource): boolean => {
      const placements = this.graphOf(resource).placements(resource);
      let is = known.get(placements);
      if (is === undefined) {
        is = [...this.deployersOf(resource.source.path)].some((deployer) => deployers.has(deployer));
        known.set(placements, is);
      }
      return is;
    };
    for (const { layer, hidden } of this.shown)
      for (const [path, [resource]] of layer.byPath)
        if (resource && hidden?.has(path) !== true && isDeployed(resource)) yield path;
  }

  /** The files of kinds that few objects have, one of each other kind, and of settings that apply to all objects. */
  always(few: number): Iterable<string> {
    const byKind = new Map<string, Resource[]>();
    const firsts: Resource[] = [];
    for (const { layer, hidden } of this.shown)
      for (const [kind, resources] of layer.byKind) {
        const own: Resource[] = [];
        for (const resource of resources) {
          if (own.length > few) break;
          if (hidden?.has(resource.source.path) !== true) own.push(resource);
        }
        firsts.push(...own.slice(0, 1));
        byKind.set(kind, [...(byKind.get(kind) ?? []), ...own]);
      }
    const all = [...byKind.values()].flatMap((resources) => (resources.length <= few ? resources : []));
    return [...firsts, ...all].map(({ source }) => source.path);
  }
}

/** The Applications, ApplicationSets and kustomizations of some placements. */
function deployersIn(graph: Graph, placements: readonly Placement[]): readonly Resource[] {
  return placements.flatMap(({ leaf, via, application }) => [
    ...(leaf ? [leaf, ...via] : via).map(({ resource }) => resource),
    ...(application ? [graph.setOf(application) ?? application] : []),
  ]);
}

/** Whether some Applications, ApplicationSets and kustomizations are among those of placements, of which there are many. */
function isAnyIn(some: ReadonlySet<Resource>, graph: Graph, placements: readonly Placement[]): boolean {
  for (const { leaf, via, application } of placements) {
    if (leaf && some.has(leaf.resource)) return true;
    for (const { resource } of via) if (some.has(resource)) return true;
    if (application && some.has(graph.setOf(application) ?? application)) return true;
  }
  return false;
}

/** Kinds without selectors whose objects are large. */
const rarelySelects: ReadonlySet<string> = new Set([
  ...['ConfigMap', 'CustomResourceDefinition', 'Secret', 'Kustomization', 'Application', 'VirtualService'],
]);

export const routingGroups: ReadonlySet<string> = new Set([
  'networking.istio.io',
  'networking.k8s.io',
  'gateway.networking.k8s.io',
]);
