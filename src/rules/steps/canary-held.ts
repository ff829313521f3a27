import { pauseSeconds } from '../../kubernetes/kinds/duration.js';
import { canary, steps, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { type ActionName, stepActions, waitsForUser } from '../../kubernetes/kinds/steps.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { typedRule } from '../rule.js';

/** Always information: the first pods may get requests in a way that the steps do not show. */
export default typedRule({
  meta: {
    name: 'steps/canary-held',
    description: 'Require the steps to hold an update while the new version has a part of the requests.',
    why: 'The controller begins at weight 0. Steps that wait there see no pods of the new version and no requests to it. If no later step waits at a weight below 100, nothing stops the new version on its way to all requests.',
    consequence: 'no-effect',
    severity: 'info',
    otherwise: {
      instant: {
        when: 'For a pause of duration 0',
        consequence: 'no-effect',
        why: 'The controller goes on as soon as the duration is over. A duration of 0 is over at once; only a pause without a duration waits for a user.',
        severity: 'info',
      },
      late: {
        when: 'For a pause for a user at weight 100 without a traffic router',
        consequence: 'no-effect',
        why: 'At weight 100 the controller has removed the old pods. Every update waits there until a user promotes it, while all users have the new version already. An abort starts the old pods again.',
        severity: 'info',
      },
      early: {
        when: 'For a pause for a user before any pod of the new version',
        consequence: 'no-effect',
        why: 'The controller begins at weight 0, without a pod of the new version. Every update waits there until a user promotes it, and there is nothing to look at yet. The version gets its first requests after that.',
        severity: 'info',
      },
    },
    messages: {
      late: 'This pause of Rollout "{rollout}" waits for a user at weight 100: without a traffic router all pods are of the new version by then, and no old one is left to go back to; put it at a smaller weight, or remove it.',
      earlyZero:
        'This pause of Rollout "{rollout}" waits for a user at setWeight: 0, before the new version has a pod to look at; set a weight above 0 before it.',
      early:
        'This pause of Rollout "{rollout}" waits for a user at weight 0, before the new version has a pod to look at; put a setWeight before it.',
      instant:
        'This pause of Rollout "{rollout}" ends at once, because its duration is 0; remove the duration if a user should promote, or set a time.',
      zero: 'This {action} of Rollout "{rollout}" waits at weight 0, before the new version has pods or requests, and no later step waits below 100: nothing stops it on its way to all requests; put a setWeight before it.',
      experiment:
        'No step of Rollout "{rollout}" waits at a part of the requests after its experiment: nothing stops the new version on its way to all; add steps with setWeight and pause.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/canary/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/pause.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go',
    ],
  },

  checkRollout(rollout, { report }) {
    const [none, ...more] = steps(rollout)
      .map((step) => step.at('pause', 'duration'))
      .filter((duration) => pauseSeconds(duration) === 0);
    if (none)
      report(
        none,
        'instant',
        { rollout: rollout.name },
        { case: 'instant', related: more.map((at) => ({ at, message: 'ends at once, too' })) },
      );
    const all = canary(rollout).at('steps');
    const data = { rollout: rollout.name };
    const rests = steps(rollout).map((step) => step.at('setWeight'));
    const options = { atKey: true, complete: [all], rests };
    const found = unheld(rollout);
    if (!found) {
      const { early, late } = uselessPauses(rollout);
      if (early)
        report(early.at, early.isAfterWeight ? 'earlyZero' : 'early', data, { ...options, case: 'early' });
      if (late) report(late, 'late', data, { ...options, case: 'late' });
      return;
    }
    const { at, action } = found;
    if (action === 'experiment') report(at, 'experiment', data, options);
    else report(at, 'zero', { ...data, action }, options);
  },
});

interface UselessPauses {
  /** The one that waits for a user before the first pod, and whether a weight of 0 is set before it. */
  readonly early: { readonly at: Field; readonly isAfterWeight: boolean } | undefined;
  /** The one that waits for a user when all pods are new, and all old ones are gone. */
  readonly late: Field | undefined;
}

/** The first and the last pause for a user, where no pod or no old pod is left to decide on; other actions are not known. */
function uselessPauses(rollout: Resource): UselessPauses {
  const all = steps(rollout).map((step) => ({ step, actions: stepActions(step) }));
  const weightOf = (index: number): number | undefined => all[index]?.step.at('setWeight').number;
  const waits = (index: number): boolean => all[index]?.actions.length === 1 && waitsForUser(all[index].step);
  const isAfterWeight = weightOf(0) === 0 && all[0]?.actions.length === 1;
  const first = isAfterWeight ? 1 : 0;
  const last = all.length - 1;
  const isAtEnd = waits(last) && weightOf(last - 1) === 100 && !trafficRouting(rollout).exists;
  return {
    early: waits(first) ? { at: all[first]!.step.at('pause'), isAfterWeight } : undefined,
    late: isAtEnd ? all[last]!.step.at('pause') : undefined,
  };
}

const waiting: readonly ActionName[] = ['pause', 'analysis', 'experiment', 'plugin'];

/** The step that waits too early where none waits while the canary has pods and a part of the requests. */
function unheld(rollout: Resource): { readonly at: Field; readonly action: ActionName } | undefined {
  let weight = 0;
  let early: { at: Field; action: ActionName } | undefined;
  for (const step of steps(rollout)) {
    const [at, second] = stepActions(step);
    const action = at?.key as ActionName | undefined;
    // The controller refuses a step with two actions, so what is meant is not known.
    if (!at || action === undefined || second) return undefined;
    // Pods without a weight are for a preview; routes lead requests to them. What a plugin does is not known.
    if (isOfOther(action)) return undefined;
    if (action === 'setWeight') {
      if (at.number === undefined) return undefined;
      weight = at.number;
    } else if (waiting.includes(action) && weight > 0 && weight < 100) return undefined;
    else if (weight === 0 && (early === undefined || action === 'experiment')) early = { at, action };
  }
  return early;
}

function isOfOther(action: ActionName): boolean {
  return !['setWeight', 'pause', 'analysis', 'experiment'].includes(action);
}
