import { serviceOfHost } from '../../kubernetes/kinds/host.js';
import { serviceField } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Graph } from '../../repository/graph/graph.js';
import { destinationRule, isSubsetLevel } from '../../rollouts/routers/istio.js';
import { soundRoutes, type Split, splits } from '../facts/istio/split.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'istio/subset-host-keeps-pods',
    description: 'Require the host whose subsets a Rollout splits to select the pods of both versions.',
    why: 'The controller narrows the selector of stableService to the stable pods, and a subset only contains pods that the Service of its host selects. The canary subset is empty, so its share of the requests is answered with 503.',
    consequence: 'lost-traffic',
    severity: 'error',
    fixes: ['choice'],
    messages: {
      narrowed:
        'Rollout "{rollout}" splits the subsets of host "{host}", and its stableService is that Service, which then selects only stable pods; subset "{subset}" has none. Remove stableService, or use a Service of both versions as the host.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/istio/#subset-level-traffic-splitting',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/service.go',
    ],
  },

  *check({ graph, report }) {
    for (const split of splits(graph)) {
      yield split.virtualService;
      const { rollout } = split;
      const stable = serviceField(rollout, 'stable');
      if (!isSubsetLevel(rollout) || stable.text === undefined) continue;
      const subset = destinationRule(rollout)?.canarySubset;
      const host = subset && hostOfSubset(split, subset.text ?? '');
      if (host?.text === undefined || !isService(graph, host, stable)) continue;
      report(
        stable,
        'narrowed',
        { rollout: rollout.name, host: host.text, subset: subset?.text ?? '' },
        {
          choices: () => [removalOf(stable)],
          rests: [host, ...(subset ? [subset] : [])],
          related: [{ at: host, message: 'the host of the canary subset' }],
        },
      );
    }
  },
});

/** The host of the destination with a subset. */
function hostOfSubset(split: Split, subset: string): Field | undefined {
  return soundRoutes(split)
    .flatMap(({ route }) => route.at('route').items)
    .find((weighted) => weighted.at('destination', 'subset').text === subset)
    ?.at('destination', 'host');
}

/** Whether a host is surely the Service that a field of a Rollout names. */
function isService(graph: Graph, host: Field, service: Field): boolean {
  const meant = serviceOfHost(host.text ?? '');
  if (meant?.name !== service.text) return false;
  const namespace = meant?.namespace ?? graph.namespace(host.resource);
  return namespace === graph.namespace(service.resource);
}
