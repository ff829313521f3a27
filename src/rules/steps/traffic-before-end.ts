import { steps, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { typedRule } from '../rule.js';

/** Actions that send requests to the canary, or test it in another way. */
const exposing: readonly string[] = [
  'setWeight',
  'setHeaderRoute',
  'setMirrorRoute',
  'experiment',
  'analysis',
  'plugin',
];

export default typedRule({
  meta: {
    name: 'steps/traffic-before-end',
    description: 'Require a canary with a traffic router to get requests before its last step ends.',
    why: 'The canary runs without requests until the update ends, and then gets all of them at once. The pauses tell nothing about how it behaves under traffic.',
    consequence: 'unshifted-traffic',
    severity: 'info',
    messages: {
      none: 'No step of Rollout "{rollout}" sends requests to the canary, so it gets none before 100 %; add a setWeight step.',
    },
    links: ['https://argo-rollouts.readthedocs.io/en/stable/features/canary/'],
  },

  checkRollout(rollout, { report }) {
    const all = steps(rollout);
    if (all.length === 0 || !trafficRouting(rollout).exists) return;
    if (all.some((step) => exposing.some((action) => isExposing(step.at(action))))) return;
    const [first] = all;
    if (first?.parent) report(first.parent, 'none', { rollout: rollout.name }, { complete: all });
  },
});

function isExposing({
  key,
  exists,
  number,
}: {
  key: unknown;
  exists: boolean;
  number: number | undefined;
}): boolean {
  return exists && !(key === 'setWeight' && number === 0);
}
