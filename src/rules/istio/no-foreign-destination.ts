import { isSubsetLevel, roleOf } from '../../rollouts/routers/istio.js';
import { isRerouted, liveWhen } from '../facts/live.js';
import { typedRule } from '../rule.js';
import { ownRoutes } from '../facts/istio/split.js';

export default typedRule({
  meta: {
    name: 'istio/no-foreign-destination',
    description:
      'Require a route that a Rollout splits to give weight to its stable and canary version only.',
    why: 'The controller deletes the destination from the live VirtualService when it first writes weights; unless it was the last one, the canary gets more than its share or appears in the route twice.',
    consequence: 'misdirected-traffic',
    severity: 'error',
    messages: {
      service:
        '{route} gives weight {weight} to "{host}", which is neither the stable nor the canary Service of Rollout "{rollout}"; move that traffic to a separate route.',
      subset:
        '{route} gives weight {weight} to subset "{subset}" of "{host}", which Rollout "{rollout}" does not name; list it in "additionalSubsetNames", or move that traffic to a separate route.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/istio/#additional-subset-destinationrules',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go',
    ],
  },

  *check({ graph, report }) {
    for (const splitRoute of ownRoutes(graph)) {
      yield splitRoute.split.virtualService;
      const { rollout, reference, virtualService } = splitRoute.split;
      for (const weighted of splitRoute.route.at('route').items) {
        const weight = weighted.at('weight');
        // Upstream ignores destinations without a weight.
        if ((weight.number ?? 0) === 0 || roleOf(rollout, weighted, graph.rolloutsVersion) !== 'other')
          continue;
        const host = weighted.at('destination', 'host');
        if (!host.exists) continue;
        const subset = weighted.at('destination', 'subset').text;
        const isSubset = subset !== undefined && isSubsetLevel(rollout);
        report(
          host,
          isSubset ? 'subset' : 'service',
          {
            rollout: rollout.name,
            route: splitRoute.title,
            host: host.text ?? '',
            subset,
            weight: weight.number,
          },
          {
            related: [{ at: reference.from, message: 'the controller sets the weights of this route' }],
            rests: [weight, weighted.at('destination', 'subset')],
            live: () => liveWhen(graph, rollout, virtualService, isRerouted),
          },
        );
      }
    }
  },
});
