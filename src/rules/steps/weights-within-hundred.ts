import { steps, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { weightAt } from '../../kubernetes/kinds/steps.js';
import { isSupported } from '../../rollouts/routers/support.js';
import istio, { virtualServices } from '../../rollouts/routers/istio.js';
import { rolloutsRoutedBy } from '../../rollouts/routers/router.js';
import { isRerouted, liveWhen } from '../facts/live.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'steps/weights-within-hundred',
    description: 'Require setWeight and experiment weights to add up to at most 100.',
    why: 'The stable version gets the rest. With Istio the weights then add up to more than 100; an AWS load balancer refuses a negative weight and keeps its old weights.',
    consequence: 'unshifted-traffic',
    severity: 'error',
    messages: {
      above:
        'The experiment takes {experiment} % and setWeight {canary} %, {total} % in total, which leaves {rest} % for the stable version of Rollout "{rollout}"; lower one of them.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/experiment/#weighted-experiment-step-with-traffic-routing',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/alb/alb.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    if (!isSupported(rollout, 'experimentWeight', graph.rolloutsVersion)) return; // The controller refuses it.
    // How plugins use the weights is unknown.
    if (trafficRouting(rollout).at('plugins').exists) return;
    const all = steps(rollout);
    all.forEach((step, index) => {
      const templates = step.at('experiment', 'templates');
      const weights = templates.items.map((template) => template.at('weight').number ?? 0);
      const experiment = weights.reduce((sum, weight) => sum + weight, 0);
      const setWeight = weightAt(all, index);
      const canary = setWeight?.number ?? 0;
      const total = experiment + canary;
      if (experiment === 0 || total <= 100) return;
      report(
        templates,
        'above',
        { experiment, canary, total, rest: 100 - total, rollout: rollout.name },
        {
          related: setWeight ? [{ at: setWeight, message: 'the weight of the canary' }] : [],
          live: () => {
            const [first] = rolloutsRoutedBy(istio, [rollout])
              .flatMap((one) => virtualServices(one, graph.rolloutsVersion))
              .flatMap((reference) => graph.find(reference) ?? []);
            return (
              first &&
              liveWhen(
                graph,
                rollout,
                first,
                (moment) =>
                  moment.frame.step === index && moment.frame.kind === 'running' && isRerouted(moment),
              )
            );
          },
        },
      );
    });
  },
});
