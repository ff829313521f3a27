import { canary, hasNoSteps } from '../../kubernetes/kinds/rollout.js';
import { routersOf, routerTitles } from '../../rollouts/routers/support.js';
import { typedRule } from '../rule.js';
import { allOf } from '../facts/words.js';

export default typedRule({
  meta: {
    name: 'steps/present-with-router',
    description: 'Require a canary with a traffic router to have steps.',
    why: 'Without steps the weight stays 0 until every new pod is available, and then all traffic moves at once: the router never splits it.',
    consequence: 'unshifted-traffic',
    severity: 'warning',
    messages: {
      missing:
        'Rollout "{rollout}" routes with {routers} and has no steps; add some, such as "setWeight: 20" and "pause: {duration: 10m}".',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/canary/#overview',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting.go',
    ],
  },

  checkRollout(rollout, { report }) {
    const field = canary(rollout).at('steps');
    const routers = routersOf(rollout);
    if (hasNoSteps(rollout) && routers.length > 0)
      report(field, 'missing', { rollout: rollout.name, routers: allOf(routerTitles(routers)) });
  },
});
