import { isKustomizationFile } from '../../model/source.js';
import type { Kustomization } from './kustomization.js';
import type { Folder } from './layout.js';

/** How a deployed kustomization reaches a file. */
export interface Way {
  /** The kustomization that is deployed. */
  readonly leaf: Kustomization;
  /** Everything that changes a resource on the way, outermost first. */
  readonly via: readonly Kustomization[];
}

/** What the kustomizations of the input build. */
export class Builds {
  /** The kustomizations that are deployed: those that are not a base of another one, and those that an Application names. */
  readonly leaves: readonly Kustomization[];
  /** Leaves that reach their bases in more ways than are followed, so that what they deploy is not fully known. */
  readonly cut: Kustomization[] = [];
  private readonly byFolder = new Map<Folder, Kustomization>();
  /** The ways of each file that kustomizations build; files that are built together share a list. */
  private readonly built = new Map<string, readonly Way[]>();
  private readonly open = new Map<Kustomization, boolean>();
  private readonly chains = new Map<Kustomization, readonly Kustomization[]>();

  constructor(
    all: readonly Kustomization[],
    /** Whether an Application deploys what a folder builds. */
    isNamed: (folder: Folder) => boolean,
    private readonly isFile: (path: string) => boolean,
  ) {
    for (const kustomization of all)
      if (isRead(kustomization) || !this.byFolder.has(kustomization.folder))
        this.byFolder.set(kustomization.folder, kustomization);
    const included = new Set(all.flatMap(({ members, components }) => [...members, ...components]));
    // Kustomize also builds a component, if its folder is given.
    this.leaves = all.filter(
      ({ isComponent, folder }) => isNamed(folder) || (!isComponent && !included.has(folder)),
    );
    for (const leaf of this.leaves) {
      const steps = { left: mostBuildSteps };
      this.build(leaf, [leaf], [], steps);
      if (steps.left < 0) this.cut.push(leaf);
    }
  }

  /** Records the files that the last kustomization of a chain builds, with the chain. */
  private build(
    leaf: Kustomization,
    path: readonly Kustomization[],
    above: readonly Kustomization[],
    steps: { left: number },
  ): void {
    const kustomization = path.at(-1)!;
    if (path.indexOf(kustomization) < path.length - 1 || steps.left-- <= 0) return;
    const components = kustomization.components.flatMap((folder) => this.byFolder.get(folder) ?? []);
    const via = [...above, kustomization, ...components];
    const alone: readonly [Way] = [{ leaf, via }];
    for (const member of kustomization.members) {
      const inner = this.byFolder.get(member);
      const others = this.built.get(member);
      if (inner) this.build(leaf, [...path, inner], via, steps);
      else this.built.set(member, others ? [...others, ...alone] : alone);
    }
    for (const component of components)
      this.build(leaf, [...path, component], [...above, kustomization], steps);
  }

  /** The kustomization in a folder. */
  in(folder: Folder): Kustomization | undefined {
    return this.byFolder.get(folder);
  }

  /** The ways in which kustomizations build a file; undefined if none does. */
  ways(path: string): readonly Way[] | undefined {
    return this.built.get(path);
  }

  /** A kustomization and all kustomizations that it consists of, itself first, in the same order whatever was asked before. */
  chain(kustomization: Kustomization): readonly Kustomization[] {
    const known = this.chains.get(kustomization);
    if (known) return known;
    const chain = new Set<Kustomization>();
    const left = [kustomization];
    for (let one = left.pop(); one; one = left.pop()) {
      if (chain.has(one)) continue; // A base of two others, or a cycle.
      chain.add(one);
      const inner = [...one.members, ...one.components].flatMap((member) => this.byFolder.get(member) ?? []);
      for (const next of inner.toReversed()) left.push(next);
    }
    const all = [...chain];
    this.chains.set(kustomization, all);
    return all;
  }

  /** Whether a kustomization builds more than the input contains: a remote base, a chart, a folder outside. */
  isOpen(kustomization: Kustomization): boolean {
    let isOpen = this.open.get(kustomization);
    if (isOpen === undefined) this.open.set(kustomization, (isOpen = this.hasMore(kustomization)));
    return isOpen;
  }

  private hasMore(kustomization: Kustomization): boolean {
    return this.chain(kustomization).some(
      ({ isOpen, members, components }) =>
        isOpen ||
        [...members, ...components].some((member) => !this.byFolder.has(member) && !this.isFile(member)),
    );
  }
}

/** Whether kustomize finds a kustomization in its folder, where others may be kept under other names. */
function isRead({ resource }: Kustomization): boolean {
  return isKustomizationFile(resource.source.path);
}

/** The limit of ways into a base: more than real repositories have, and few enough for fast lookups. */
export const mostBuildSteps = 1000;

/** All files of the kustomizations, each with its whole chain. */
export function filesOf(chain: readonly Kustomization[]): readonly string[] {
  return chain.flatMap(({ resource, members, otherFiles }) => [
    resource.source.path,
    ...members,
    ...otherFiles,
  ]);
}
