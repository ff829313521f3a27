import { serviceOfHost, serviceOfPartialHost } from '../../kubernetes/kinds/host.js';
import { isSubsetLevel, roleOf } from '../../rollouts/routers/istio.js';
import { setTo } from '../fixes.js';
import { typedRule } from '../rule.js';
import { soundRoutes, splits } from '../facts/istio/split.js';

export default typedRule({
  meta: {
    name: 'istio/destination-in-namespace',
    description:
      "Require the stable and canary destinations of a VirtualService to be Services in the Rollout's namespace.",
    why: 'The controller compares only the first label of a host and accepts it. Istio resolves the Service in the other namespace, so the weights shift traffic to a different Service or to none.',
    consequence: 'misdirected-traffic',
    severity: 'error',
    messages: {
      foreign:
        '{route} sends traffic to Service "{service}" in namespace "{namespace}" by host "{host}", but the {role} Service of Rollout "{rollout}" is in namespace "{own}"; write "{service}.{own}.svc.cluster.local".',
    },
    fixes: ['unsafe'],
    links: [
      'https://istio.io/latest/docs/reference/config/networking/virtual-service/#Destination',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go',
    ],
  },

  *check({ graph, report }) {
    for (const split of splits(graph)) {
      yield split.virtualService;
      const { rollout, virtualService, reference } = split;
      const own = graph.namespace(rollout);
      if (own === undefined || isSubsetLevel(rollout)) continue; // With subsets, the host comes from the DestinationRule.
      for (const { route, title } of soundRoutes(split))
        for (const weighted of route.at('route').items) {
          const host = weighted.at('destination', 'host');
          const text = host.text ?? '';
          const service = serviceOfHost(text) ?? serviceOfPartialHost(text);
          const namespace = service && (service.namespace ?? graph.namespace(virtualService));
          if (namespace === undefined || namespace === own) continue;
          const role = roleOf(rollout, weighted, graph.rolloutsVersion);
          if (!['canary', 'stable'].includes(role)) continue;
          report(
            host,
            'foreign',
            { rollout: rollout.name, route: title, host: text, service: service!.name, namespace, role, own },
            {
              related: [{ at: reference.from, message: `this Rollout is in namespace "${own}"` }],
              fix: () => setTo(host, `${service!.name}.${own}.svc.cluster.local`, 'unsafe'),
            },
          );
        }
    }
  },
});
