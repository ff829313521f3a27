import { steps } from '../../kubernetes/kinds/rollout.js';
import { hasCanaryPods, routeSet } from '../../kubernetes/kinds/steps.js';
import { isSupported, type Feature } from '../../rollouts/routers/support.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'steps/first-step-sets-no-route',
    description: 'Require the first step to set no header or mirror route.',
    why: 'An aborted Rollout is at its first step: the controller alternately removes the route and adds it again, endlessly.',
    consequence: 'overwritten',
    severity: 'warning',
    messages: {
      first:
        'Route "{route}" is set in the first step; set it in a later step, after a separate step for {action}.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/canary.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    const [first] = steps(rollout);
    const route = first && routeSet(first);
    if (!route || !isSupported(rollout, route.key as Feature, graph.rolloutsVersion)) return;
    // Without pods, the route is not added at all.
    if (hasCanaryPods([first], 0) !== true) return;
    const name = route.at('name');
    const action = first.at('setCanaryScale').exists ? 'setCanaryScale' : 'setWeight';
    report(name.exists ? name : route, 'first', { route: name.text ?? '', action });
  },
});
