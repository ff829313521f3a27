import type { Field } from '../../model/field.js';
import { memoize } from '../../model/memo.js';

/**
 * The actions of an item of `steps`. An item with several actions is completed when the first of them in this order is.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/canary.go (completedCurrentCanaryStep)
 */
export const actionNames = [
  'pause',
  'setCanaryScale',
  'setWeight',
  'experiment',
  'analysis',
  'setHeaderRoute',
  'setMirrorRoute',
  'plugin',
] as const;
export type ActionName = (typeof actionNames)[number];

/** The actions of a step, in the order above. */
export function stepActions(step: Field): readonly Field[] {
  return present(step, actionNames);
}

/**
 * The actions of which a step may have at most one.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go (hasMultipleStepsType)
 */
export function exclusiveActions(step: Field): readonly Field[] {
  return present(step, exclusive);
}

const exclusive: readonly ActionName[] = ['setWeight', 'pause', 'experiment', 'analysis'];

/** The fields of a step that exist, in the order of their names; most steps have a single one. */
function present(step: Field, names: readonly ActionName[]): readonly Field[] {
  const keys = step.entries.map(({ key }) => key);
  return names
    .filter((name) => keys.includes(name))
    .map((name) => step.at(name))
    .filter(({ exists }) => exists);
}

/** Whether a step waits until a user promotes. */
export function waitsForUser(step: Field): boolean {
  return step.at('pause').shape === 'map' && !step.at('pause', 'duration').exists;
}

/** The header or mirror route that a step sets; a step without a match removes it. */
export function routeSet(step: Field): Field | undefined {
  return [step.at('setHeaderRoute'), step.at('setMirrorRoute')].find(
    (route) => route.at('match').items.length > 0,
  );
}

/** The header and mirror routes that a step sets or removes. */
export function routesNamed(step: Field): readonly Field[] {
  return [step.at('setHeaderRoute'), step.at('setMirrorRoute')].filter(({ exists }) => exists);
}

/** The last setWeight up to a step: the share of the traffic that the canary gets. */
export function weightAt(steps: readonly Field[], index: number): Field | undefined {
  return lastOf(steps, index, 'setWeight');
}

/** The setCanaryScale that determines the number of pods at a step. `matchTrafficWeight` ends an earlier one. */
export function scaleAt(steps: readonly Field[], index: number): Field | undefined {
  const scale = lastOf(steps, index, 'setCanaryScale');
  return scale?.at('matchTrafficWeight').boolean === true ? undefined : scale;
}

function lastOf(steps: readonly Field[], index: number, action: ActionName): Field | undefined {
  const known = lastOfEach(steps);
  let fields = known.get(action);
  if (!fields) {
    let latest: Field | undefined;
    fields = steps.map((step) => {
      const field = step.at(action);
      return (latest = field.exists ? field : latest);
    });
    known.set(action, fields);
  }
  return fields[Math.min(index, fields.length - 1)];
}

/** The last field of an action up to each step: rules ask at every step, and there may be thousands. */
const lastOfEach = memoize((_: readonly Field[]) => new Map<ActionName, readonly (Field | undefined)[]>());

/**
 * The field that determines the number of canary pods at a step: `replicas` or `weight` of setCanaryScale, else setWeight.
 * Undefined before the first of them.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go (GetCanaryReplicasOrWeight)
 */
export function canarySize(steps: readonly Field[], index: number): Field | undefined {
  const scale = scaleAt(steps, index);
  const own = scale && [scale.at('replicas'), scale.at('weight')].find(({ exists }) => exists);
  return own ?? weightAt(steps, index);
}

/** Whether the canary has pods at a step; undefined if the manifest does not determine it. */
export function hasCanaryPods(steps: readonly Field[], index: number): boolean | undefined {
  const size = canarySize(steps, index);
  if (!size) return false;
  return size.number === undefined ? undefined : size.number > 0;
}
