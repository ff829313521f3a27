import type { Resource } from '../model/resource.js';
import type { Graph } from '../repository/graph/graph.js';
import { shortList } from '../report/conclusions.js';
import type { Note } from '../report/report.js';
import { didYouMean, UsageError } from './exit.js';
import { shellWord } from '../lint/project/shell-word.js';

/** What a name is looked up in. */
interface LookedIn {
  readonly graph: Graph;
  readonly hidesNames: boolean;
  /** Whether a Rollout is among what the arguments name; all others were read for their objects. */
  readonly isShown?: (rollout: Resource) => boolean;
  /** Whether a Rollout is written in a file, or rendered from it. */
  readonly isIn?: (rollout: Resource, file: string) => boolean;
}

/**
 * The Rollouts with these names or in these files, or all of them without names, in the order of their files.
 * @throws {UsageError} if there is none for a name
 */
export function chooseRollouts(looked: LookedIn, names: readonly string[]): readonly Resource[] {
  const { hidesNames } = looked;
  const rollouts = shownIn(looked);
  for (const name of names)
    if (!rollouts.some((rollout) => isCalled(looked, rollout, name))) {
      const known = knownNames(looked);
      throw new UsageError(
        `Rollout "${name}" is not found.${didYouMean(name, known) || namesThere(known)}${hidesNames ? namesHidden : ''}`,
      );
    }
  return chosenBy(looked, names);
}

type Chosen = Pick<LookedIn, 'graph' | 'isShown' | 'isIn'>;

function shownIn({ graph: { rollouts }, isShown }: Pick<LookedIn, 'graph' | 'isShown'>): readonly Resource[] {
  return isShown ? rollouts.filter(isShown) : rollouts;
}

function chosenBy(looked: Chosen, names: readonly string[]): readonly Resource[] {
  const rollouts = shownIn(looked);
  return names.length === 0
    ? rollouts
    : rollouts.filter((rollout) => names.some((name) => isCalled(looked, rollout, name)));
}

function isCalled({ graph, isIn }: Chosen, rollout: Resource, name: string): boolean {
  return (
    rollout.source.name === name ||
    callNames(graph, rollout).includes(name) ||
    (name.includes(':') && namesByApplication(graph, rollout).includes(name)) ||
    isIn?.(rollout, name) === true
  );
}

/** The names with an Application that deploys a Rollout: `web-prod:shop/web`. No name of an object has a colon. */
function namesByApplication(graph: Graph, rollout: Resource): readonly string[] {
  const its = callNames(graph, rollout);
  return graph
    .applications(rollout)
    .flatMap((application) => its.map((name) => `${application.name}:${name}`));
}

/** A name for each of some Rollouts by which `--rollout` selects it alone, the shortest if there are several. */
export function distinctNames(graph: Graph, rollouts: readonly Resource[]): readonly string[] {
  const all = rollouts.map((rollout) => [
    ...callNames(graph, rollout),
    ...namesByApplication(graph, rollout),
    rollout.source.name,
  ]);
  const count = new Map<string, number>();
  for (const name of all.flatMap((names) => [...new Set(names)])) count.set(name, (count.get(name) ?? 0) + 1);
  return rollouts.map(
    (rollout, index) => all[index]?.find((name) => count.get(name) === 1) ?? rollout.source.name,
  );
}

/** Why a name may be unknown, as a sentence that follows another one. */
export const namesHidden = ' Those of charts and of kustomizations that rename are known only with --render.';

/** All names by which Rollouts can be selected. */
export function knownNames(looked: Chosen): readonly string[] {
  return [...new Set(shownIn(looked).flatMap((rollout) => callNames(looked.graph, rollout)))];
}

/** Longer lists are cut. */
const maxRolloutNames = 10;

export function namesThere(names: readonly string[]): string {
  if (names.length === 0) return ' The given files contain no Rollout.';
  const more = names.length > maxRolloutNames ? ` and ${names.length - maxRolloutNames} more` : '';
  return ` The Rollouts are ${names.slice(0, maxRolloutNames).join(', ')}${more}.`;
}

/** The names by which `--rollout` selects a Rollout, the most exact one last. */
export function callNames(graph: Graph, rollout: Resource): readonly string[] {
  const namespace = graph.namespace(rollout);
  return [rollout.name, ...(namespace === undefined ? [] : [`${namespace}/${rollout.name}`])];
}

/** A note for each name that Rollouts of several namespaces have: all of them are shown. */
function ambiguityNotes(looked: Chosen, names: readonly string[]): readonly Note[] {
  const { graph } = looked;
  return [...new Set(names)].flatMap((name): Note[] => {
    const meant = chosenBy(looked, [name]).filter((rollout) => rollout.name === name);
    const full = [...new Set(meant.map((rollout) => callNames(graph, rollout).at(-1)!))].sort();
    if (full.length < 2) return [];
    return [
      {
        message: `"${name}" is the name of ${full.length} Rollouts, and all are shown: ${shortList(full)}. To choose one, write its namespace, too.`,
      },
    ];
  });
}

/** So many Rollouts with several definitions are named, with so many files each. */
const maxDuplicates = 3;

/**
 * One note for all Rollouts that several files define, copies or overlays, where no Application says which of them is deployed.
 */
function duplicateNotes(looked: Chosen, names: readonly string[], command: string): readonly Note[] {
  const { graph } = looked;
  const files = new Map<string, Set<string>>();
  for (const rollout of chosenBy(looked, names)) {
    if (graph.applications(rollout).length > 0) continue;
    const name = callNames(graph, rollout).at(-1)!;
    files.set(name, (files.get(name) ?? new Set()).add(rollout.source.name));
  }
  const several = [...files].filter(([, its]) => its.size > 1);
  const [first] = several;
  if (!first) return [];
  const cut = (all: readonly string[]): string =>
    `${all.slice(0, maxDuplicates).join(', ')}${all.length > maxDuplicates ? ` and ${all.length - maxDuplicates} more` : ''}`;
  const listed = cut(several.map(([name, its]) => `${name} (${cut([...its])})`));
  const [file = ''] = first[1];
  return [
    {
      message: `Several files define the same Rollout, and no Application says which of them is deployed, so each is shown by itself: ${listed}. To choose one: rolloutkit ${command} --rollout ${shellWord(file)}`,
    },
  ];
}

/** Notes about names that several Rollouts have. */
export function namesNotes(looked: Chosen, names: readonly string[], command: string): readonly Note[] {
  return command === 'impact'
    ? []
    : [...ambiguityNotes(looked, names), ...duplicateNotes(looked, names, command)];
}
