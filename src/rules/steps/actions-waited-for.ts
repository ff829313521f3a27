import { steps } from '../../kubernetes/kinds/rollout.js';
import { stepActions, exclusiveActions } from '../../kubernetes/kinds/steps.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'steps/actions-waited-for',
    description: 'Require a step to wait for its experiment, analysis or plugin.',
    why: 'If a step has several actions, the controller waits for only the first in this order: pause, setCanaryScale, setWeight, experiment, analysis, setHeaderRoute, setMirrorRoute, plugin. The next step starts whatever the outcome of the others.',
    consequence: 'no-effect',
    severity: 'warning',
    messages: {
      passed:
        'This step ends as soon as {first} ends, whatever the outcome of {action}; make {action} a separate step.',
    },
    links: ['https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/canary.go'],
  },

  checkRollout(rollout, { report }) {
    for (const step of steps(rollout)) {
      const [first, ...others] = stepActions(step);
      if (!first) continue;
      if (exclusiveActions(step).length > 1) continue; // The controller refuses it.
      for (const action of others)
        if (['experiment', 'analysis', 'plugin'].includes(String(action.key)))
          report(
            action,
            'passed',
            { first: String(first.key), action: String(action.key) },
            { atKey: true, related: [{ at: first, message: 'the step waits for this' }] },
          );
    }
  },
});
