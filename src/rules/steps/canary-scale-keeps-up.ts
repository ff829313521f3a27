import { steps, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { scaleAt, weightAt } from '../../kubernetes/kinds/steps.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'steps/canary-scale-keeps-up',
    description: 'Require the canary to have pods for the traffic that setWeight sends it.',
    why: 'A setCanaryScale stays in effect through all later setWeight steps, until a step with matchTrafficWeight or the end: the few canary pods take the whole share of the traffic and may be overloaded.',
    consequence: 'wrong-pods',
    severity: 'warning',
    otherwise: {
      briefly: {
        when: 'If the next step adds the pods',
        consequence: 'wrong-pods',
        why: 'The weight is set at once, and the pods for it are only started after it: until they are available, the few canary pods take the whole share of the traffic.',
        severity: 'info',
      },
    },
    messages: {
      replicas:
        'setWeight {weight} sends {share} % of the traffic to the {pods} of {replicas} pods that setCanaryScale has set; put "setCanaryScale: {remedy}" before it.',
      weight:
        'setWeight {weight} sends {share} % of the traffic to the {scale} % of the pods that setCanaryScale has set; put "setCanaryScale: {remedy}" before it.',
      order:
        'setWeight {weight} sends {share} % of the traffic to the canary before the next step, setCanaryScale, adds the pods for it; swap the two steps.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/canary/#dynamic-canary-scale-with-traffic-routing',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go',
    ],
  },

  checkRollout(rollout, { report }) {
    const limit = trafficRouting(rollout).at('maxTrafficWeight');
    const most = limit.exists ? limit.number : 100;
    if (most === undefined || most <= 0) return;
    const all = steps(rollout);
    const reported = new Set<string>();
    for (const [index, step] of all.entries()) {
      const weight = step.at('setWeight');
      const scale = scaleAt(all, index);
      if (weight.number === undefined || !scale || reported.has(scale.path.join('.'))) continue;
      // If the next step scales the canary anyway, the weight exceeds the pods only briefly.
      const next = all[index + 1]?.at('setCanaryScale');
      const size = sizeOf(rollout, scale, most);
      const share = (weight.number / most) * 100;
      if (!size || size.share <= 0 || share < 2 * size.share) continue;
      if (next?.exists && !isEnough(rollout, next, { share, most })) continue;
      reported.add(scale.path.join('.'));
      const related = [{ at: scale, message: 'in force since here' }];
      if (next?.exists) {
        report(
          weight,
          'order',
          { weight: weight.number, share: Math.round(share) },
          { case: 'briefly', rests: [next], related: [...related, { at: next, message: 'adds the pods' }] },
        );
        continue;
      }
      report(
        weight,
        size.message,
        { ...size.data, weight: weight.number, share: Math.round(share), remedy: scaleBefore(all, index) },
        { related },
      );
    }
  },
});

/**
 * The setCanaryScale to put before a step with setWeight. Up to that step, pods that match the weight match the one before: none
 * without it, so that the controller removes header and mirror routes.
 */
function scaleBefore(all: readonly Field[], index: number): string {
  const before = index === 0 ? undefined : weightAt(all, index - 1)?.number;
  return before === undefined || before <= 0
    ? `{weight: ${all[index]?.at('setWeight').number}}`
    : '{matchTrafficWeight: true}';
}

/** Whether a setCanaryScale gives the canary the pods for a share of the traffic. */
function isEnough(
  rollout: Resource,
  scale: Field,
  { share, most }: { readonly share: number; readonly most: number },
): boolean {
  if (scale.at('matchTrafficWeight').boolean === true) return true;
  const size = sizeOf(rollout, scale, most);
  return size !== undefined && size.share >= share;
}

interface Size {
  /** The canary's pods in percent of the Rollout's replicas. */
  readonly share: number;
  readonly message: 'replicas' | 'weight';
  readonly data: Readonly<Record<string, number>>;
}

/** Undefined if the manifest does not determine the number of pods. */
function sizeOf(rollout: Resource, scale: Field, most: number): Size | undefined {
  const pods = scale.at('replicas');
  const replicas = rollout.at('spec', 'replicas').number;
  if (pods.exists) {
    if (pods.number === undefined || replicas === undefined || replicas <= 0) return undefined;
    return {
      share: (pods.number / replicas) * 100,
      message: 'replicas',
      data: { pods: pods.number, replicas },
    };
  }
  const weight = scale.at('weight').number;
  if (weight === undefined) return undefined;
  const wanted = (weight / most) * 100;
  // With few replicas, rounding up can make the share much larger than the weight.
  const share =
    replicas === undefined || replicas <= 0
      ? wanted
      : (Math.ceil((wanted * replicas) / 100) / replicas) * 100;
  return { share, message: 'weight', data: { scale: Math.round(share) } };
}
