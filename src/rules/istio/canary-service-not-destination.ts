import { serviceField } from '../../kubernetes/kinds/rollout.js';
import { destinationRule, isSubsetLevel, roleOf } from '../../rollouts/routers/istio.js';
import { withoutAll } from '../fixes.js';
import { typedRule } from '../rule.js';
import { soundRoutes, splits } from '../facts/istio/split.js';

export default typedRule({
  meta: {
    name: 'istio/canary-service-not-destination',
    description: 'Require the canary Service to differ from the host whose subsets a Rollout splits.',
    why: 'The controller compares hosts before subsets: every destination of that host counts as canary, so stable and canary get the same weight, which is 0 between updates.',
    consequence: 'misdirected-traffic',
    severity: 'error',
    messages: {
      shared:
        'Rollout "{rollout}" splits the subsets of "{host}" but has canaryService "{service}", so {subset} also counts as canary; remove canaryService and stableService.',
    },
    fixes: ['unsafe'],
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/istio/#subset-level-traffic-splitting',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go',
    ],
  },

  *check({ graph, report }) {
    for (const split of splits(graph)) {
      yield split.virtualService;
      const { rollout } = split;
      if (!isSubsetLevel(rollout)) continue;
      const service = serviceField(rollout, 'canary');
      if (service.text === undefined) continue;
      const stable = destinationRule(rollout)?.stableSubset.text;
      if (stable === undefined) continue;
      const mistaken = soundRoutes(split)
        .flatMap(({ route }) => route.at('route').items)
        .find(
          (weighted) =>
            weighted.at('destination', 'subset').text === stable &&
            roleOf(rollout, weighted, graph.rolloutsVersion) === 'canary',
        );
      // Two subsets with one name are covered by istio/subsets-differ.
      if (!mistaken || destinationRule(rollout)?.canarySubset.text === stable) continue;
      const host = mistaken.at('destination', 'host');
      report(
        service,
        'shared',
        { rollout: rollout.name, service: service.text, host: host.text ?? '', subset: `subset "${stable}"` },
        {
          rests: [service, host],
          related: [{ at: host, message: 'the host of both subsets' }],
          fix: () => withoutAll([service, serviceField(rollout, 'stable')], 'unsafe'),
        },
      );
    }
  },
});
