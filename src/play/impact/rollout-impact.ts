import type { CanaryStep } from '../../kubernetes/objects/rollout-object.js';
import { pauseSeconds } from '../../kubernetes/kinds/duration.js';
import type { Resource } from '../../model/resource.js';
import type { Setup } from '../simulate/cluster-of.js';
import { knownHomeOf } from '../simulate/namespaces.js';
import { stepsOf } from '../../rollouts/controllers/steps.js';
import { stepTitle } from '../simulate/steps.js';
import type { Frame } from '../simulate/trace.js';
import type { Arrival } from './arrivals.js';
import type { Carrier } from './delivery.js';
import type { ChangedField, Effect } from './effect.js';
import { appliedRollout, type RolloutState } from './state.js';

/** The effects of a change on one Rollout. */
export interface RolloutImpact {
  readonly rollout: Resource;
  readonly namespace: string | undefined;
  /** The simulated state after the change; before it, for a removed Rollout. */
  readonly setup: Setup;
  readonly change: 'added' | 'removed' | 'changed';
  readonly fields: readonly ChangedField[];
  readonly effects: readonly Effect[];
  /** The update that starts when the change arrives between updates; empty if none does. */
  readonly frames: readonly Frame[];
  readonly steps: readonly string[];
  /** The total of its timed pauses in seconds, and the number of pauses that wait for a promotion. */
  readonly pauses: { readonly seconds: number; readonly promotions: number };
  readonly arrivals: readonly Arrival[];
  readonly carriers: readonly Carrier[];
  /** What is written for routers that are not simulated, each in a few words; empty if no update is played. */
  readonly unsimulated: readonly string[];
  readonly notes: readonly string[];
}

/** The description of a Rollout, independent of the change. */
export function described(
  state: RolloutState,
): Pick<RolloutImpact, 'rollout' | 'namespace' | 'setup' | 'steps' | 'pauses'> {
  const { rollout, graph, setup } = state;
  const object = appliedRollout(state);
  const steps = object ? stepsOf(object) : [];
  return {
    rollout,
    setup,
    namespace: knownHomeOf(graph, rollout),
    steps: steps.map(stepTitle),
    pauses: pausesOf(steps),
  };
}

function pausesOf(steps: readonly CanaryStep[]): RolloutImpact['pauses'] {
  const pauses = steps.flatMap(({ pause }) => pause ?? []);
  const timed = pauses.flatMap(({ duration }) =>
    duration === undefined ? [] : (pauseSeconds({ value: duration }) ?? 0),
  );
  return { seconds: timed.reduce((sum, one) => sum + one, 0), promotions: pauses.length - timed.length };
}
