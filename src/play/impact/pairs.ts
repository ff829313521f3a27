import type { Graph } from '../../repository/graph/graph.js';
import { isRendered } from '../../repository/graph/deployment.js';
import { folderOfPath } from '../../model/paths.js';
import { append, groupBy } from '../../model/multimap.js';
import type { Resource } from '../../model/resource.js';
import { folderOf, renderedFile } from '../../model/source.js';

/** A Rollout before and after a change; one of them is absent if it is added or removed. */
export interface RolloutPair {
  readonly before: Resource | undefined;
  readonly after: Resource | undefined;
}

/** The path that a file of one state has in the repository. */
type PlaceOf = (file: string) => string;

/**
 * Rollouts of one name, in the order of those after the change, then what is gone. Several may have one identity, such as those of
 * overlays for other clusters, so that each is compared with the one from its own place, then with one that only moved. Identity
 * alone decides about what is left.
 */
export function pairsOf(before: Graph, after: Graph, placeOf: PlaceOf): readonly RolloutPair[] {
  const [earlier, later] = [new State(before, placeOf), new State(after, (file) => file)];
  const matches = new Map<Resource, Resource>();
  const match = (keyBefore: Key, keyAfter = keyBefore): void => {
    const known = groups(earlier, keyBefore);
    for (const [key, rollouts] of groups(later, keyAfter))
      for (const [one, other] of zipped(known.get(key) ?? [], rollouts)) {
        matches.set(other, one);
        earlier.left.delete(one);
        later.left.delete(other);
      }
  };
  match(inPlace((rollout, { graph }) => graph.namespace(rollout)));
  if (earlier.left.size > 0 && later.left.size > 0) {
    const identity: Key = (rollout, { graph }) => [rollout.name, graph.namespace(rollout)];
    const ownIdentity =
      (other: State): Key =>
      (rollout, state) =>
        state.isTakenInBy(other, rollout) ? undefined : identity(rollout, state);
    const [own, its] = [ownIdentity(later), ownIdentity(earlier)];
    match(byDocument(own), byDocument(its));
    match(inPlace(() => undefined));
    match(own, its);
    // A build that another one takes in stands for it only where nothing else does.
    match(own, identity);
    match(identity, its);
  }
  const isGone = (rollout: Resource): boolean => !earlier.isStill(later, rollout);
  return [
    ...after.rollouts
      .filter((rollout) => matches.has(rollout) || !later.isStill(earlier, rollout))
      .map((rollout): RolloutPair => ({ before: matches.get(rollout), after: rollout })),
    ...[...earlier.left]
      .filter(isGone)
      .map((rollout): RolloutPair => ({ before: rollout, after: undefined })),
  ];
}

/** What two Rollouts have in common if one of them is the other after the change; undefined if it is compared with none. */
type Key = (rollout: Resource, state: State) => readonly (string | undefined)[] | undefined;

/** The Rollouts of a state that are not paired yet. */
class State {
  readonly left: Set<Resource>;
  private takers: ReadonlyMap<string, readonly string[]> | undefined;
  private built: ReadonlySet<string> | undefined;

  constructor(
    readonly graph: Graph,
    readonly placeOf: PlaceOf,
  ) {
    this.left = new Set(graph.rollouts);
  }

  /**
   * Whether a Rollout is the output of a kustomization that another one builds, with the Rollout, in the other state: it has no
   * output of its own there, although it is still in Git.
   */
  isTakenInBy(other: State, rollout: Resource): boolean {
    if (!isRendered(rollout.source)) return false;
    const takers = other.takersOf(this.folderAt(folderOf(rollout.source)));
    const identity = [rollout.name, this.graph.namespace(rollout)];
    return takers.some((folder) => other.builds(folder, identity));
  }

  /** The same for one that no Application deploys: it is neither added nor removed. */
  isStill(other: State, rollout: Resource): boolean {
    return this.graph.applications(rollout).length === 0 && this.isTakenInBy(other, rollout);
  }

  /** The folders of the kustomizations that are built from another folder. */
  private takersOf(folder: string): readonly string[] {
    if (!this.takers) {
      const takers = new Map<string, string[]>();
      for (const [leaf, ...bases] of this.graph.foldersOfBuilds)
        for (const base of bases) append(takers, this.folderAt(base), this.folderAt(leaf));
      this.takers = takers;
    }
    return this.takers.get(folder) ?? [];
  }

  /** The place of a folder, by a file in it: what maps files need not know the folder that contains them all. */
  private folderAt(folder: string): string {
    return folderOfPath(this.placeOf(`${folder}/${renderedFile}`));
  }

  private builds(folder: string, identity: readonly (string | undefined)[]): boolean {
    this.built ??= new Set(
      this.graph.rollouts
        .filter(({ source }) => isRendered(source))
        .map((rollout) =>
          JSON.stringify([
            this.folderAt(folderOf(rollout.source)),
            rollout.name,
            this.graph.namespace(rollout),
          ]),
        ),
    );
    return this.built.has(JSON.stringify([folder, ...identity]));
  }
}

function inPlace(more: (rollout: Resource, state: State) => string | undefined): Key {
  return (rollout, state) => [state.placeOf(rollout.source.path), rollout.name, more(rollout, state)];
}

function byDocument(key: Key): Key {
  return (rollout, state) => {
    const [text, rest] = [documentText(rollout), key(rollout, state)];
    return text === undefined || !rest ? undefined : [text, ...rest];
  };
}

/** The document of a Rollout; undefined for an item of a list. */
function documentText({ source, range }: Resource): string | undefined {
  return (
    range &&
    source
      .read()
      .slice(range.start, range.end)
      .replace(/^---.*/, '')
      .trim()
  );
}

function groups(state: State, key: Key): ReadonlyMap<string, readonly Resource[]> {
  const found = new Map<string, Resource[]>();
  for (const rollout of state.left) {
    const its = key(rollout, state);
    if (its) append(found, JSON.stringify(its), rollout);
  }
  return found;
}

/** Pairs of two groups: those with equal documents first, the others in their order. */
function zipped(
  before: readonly Resource[],
  after: readonly Resource[],
): readonly (readonly [Resource, Resource])[] {
  if (before.length === 1 && after.length === 1) return [[before[0]!, after[0]!]];
  const left = new Set(before);
  const byText = groupBy(before, documentText);
  const equal = new Map(
    after.flatMap((rollout) => {
      const text = documentText(rollout);
      const one = text === undefined ? undefined : byText.get(text)?.shift();
      if (one) left.delete(one);
      return one ? [[rollout, one] as const] : [];
    }),
  );
  const others = [...left];
  return after.flatMap((rollout) => {
    const one = equal.get(rollout) ?? others.shift();
    return one ? [[one, rollout] as const] : [];
  });
}
