import { blueGreen, isRollout, steps } from '../../kubernetes/kinds/rollout.js';
import { isLimitError } from '../../model/limit-error.js';
import { unweightedIn } from '../../lint/unweighted.js';
import type { Resource } from '../../model/resource.js';
import type { Place } from '../../model/source.js';
import { protectionOf } from '../../play/protect/protect.js';
import { stepTitle } from '../../play/simulate/steps.js';
import { verdictsOn } from '../../report/protect-words.js';
import type { Graph } from '../../repository/graph/graph.js';
import { resourceAt, resourcesIn } from './at.js';

/** A line above a Rollout. */
export interface Lens {
  /** Its steps, what stops a bad version, or the command that shows the update. */
  readonly kind: 'steps' | 'protect' | 'simulate';
  readonly place: Place;
  /** Absent where it takes time: `lensWords` tells it. */
  readonly title?: string | undefined;
  readonly rollout: Resource;
}

/** The lines above the Rollouts of a file. */
export function lensesOf(graph: Graph, path: string): readonly Lens[] {
  return resourcesIn(graph, path)
    .filter((resource) => isRollout(resource) && resource.isReadable && resource.root.start >= 0)
    .flatMap((rollout): readonly Lens[] => {
      const place = rollout.at('kind').place;
      return [
        { kind: 'steps', place, title: stepsInWords(rollout), rollout },
        { kind: 'protect', place, rollout },
        { kind: 'simulate', place, title: 'simulate', rollout },
      ];
    });
}

/** The line about what stops a bad version of the Rollout at an offset; undefined if there is none any more. */
export function protectWordsAt(graph: Graph, path: string, offset: number): string | undefined {
  const rollout = resourceAt(graph, path, offset);
  if (!rollout || !isRollout(rollout)) return undefined;
  try {
    const protection = protectionOf(graph, rollout, {
      version: graph.rolloutsVersion,
      onlyFromStart: true,
      unweighted: unweightedIn(graph, [rollout])(rollout),
    });
    return verdictsOn(protection)[0]?.text;
  } catch (error) {
    if (isLimitError(error)) return 'This Rollout is too large to be simulated.';
    throw error;
  }
}

/** How many steps are told. */
const mostStepLenses = 12;

function stepsInWords(rollout: Resource): string {
  const all = steps(rollout);
  if (all.length === 0)
    return blueGreen(rollout).exists ? 'blue-green' : 'no steps: all pods are replaced at once';
  const words = all.slice(0, mostStepLenses).map((step) => stepWords(step.value));
  return [...words, ...(all.length > mostStepLenses ? ['…'] : [])].join(' → ');
}

/** A step of any content: what is typed may have values of other types. */
function stepWords(step: unknown): string {
  const isMap = typeof step === 'object' && step !== null && !Array.isArray(step);
  try {
    return (isMap && stepTitle(step)) || '?';
  } catch {
    return '?'; // A value of a wrong type, which lint reports.
  }
}
