import { steps } from '../../kubernetes/kinds/rollout.js';
import { isSupported } from '../../rollouts/routers/support.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'steps/experiment-has-ports',
    description: 'Require pods to declare their ports where an experiment gives them a weight.',
    why: 'The controller creates the Service of an experiment from the declared ports, and creates none without them. The weight then goes to a destination without a name.',
    consequence: 'unshifted-traffic',
    severity: 'error',
    messages: {
      missing:
        'Template "{template}" has weight {weight}, but no container of Rollout "{rollout}" declares a port, so the controller makes no Service for it; add "ports" to the container.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/experiment/#weighted-experiment-step-with-traffic-routing',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/experiments/experiment.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    if (!isSupported(rollout, 'experimentWeight', graph.rolloutsVersion)) return; // The controller refuses it.
    const weighted = steps(rollout)
      .flatMap((step) => step.at('experiment', 'templates').items)
      .find((template) => (template.at('weight').number ?? 0) > 0);
    const containers = weighted && graph.podTemplate(rollout)?.at('spec', 'containers');
    if (!containers || containers.items.length === 0) return;
    if (containers.items.some((container) => container.at('ports').exists)) return;
    report(
      weighted.at('weight'),
      'missing',
      {
        template: weighted.at('name').text ?? '',
        weight: weighted.at('weight').number,
        rollout: rollout.name,
      },
      { related: containers.items.slice(0, 3).map((at) => ({ at, message: 'declares no port' })) },
    );
  },
});
