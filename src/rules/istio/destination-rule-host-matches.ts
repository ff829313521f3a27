import { fullHost, hostsOverlap, sameHost, type WrittenHost } from '../../kubernetes/kinds/host.js';
import { destinationRule, isSubsetLevel, roleOf } from '../../rollouts/routers/istio.js';
import { typedRule } from '../rule.js';
import { soundRoutes, splits, writtenHost } from '../facts/istio/split.js';

export default typedRule({
  meta: {
    name: 'istio/destination-rule-host-matches',
    description:
      'Require the DestinationRule of a Rollout to be for the host that the VirtualService splits.',
    why: 'The host has no such subsets, so Envoy answers 503 to every weighted request. Header and mirror routes go to the host of the DestinationRule instead.',
    consequence: 'lost-traffic',
    severity: 'error',
    yieldsTo: ['istio/host-exists'],
    messages: {
      differs:
        'DestinationRule "{destinationRule}" is for host "{host}", but {route} of VirtualService "{virtualService}" sends to its subsets as host "{other}"; use the same host in both.',
    },
    links: [
      'https://istio.io/latest/docs/reference/config/networking/destination-rule/#DestinationRule',
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/istio/#subset-level-traffic-splitting',
    ],
  },

  *check({ graph, report }) {
    for (const split of splits(graph)) {
      yield split.virtualService;
      const { rollout, virtualService } = split;
      const reference = isSubsetLevel(rollout) ? destinationRule(rollout) : undefined;
      if (!reference) continue;
      const destinations = soundRoutes(split).flatMap((splitRoute) =>
        splitRoute.route
          .at('route')
          .items.map((weighted) => ({ splitRoute, weighted, host: weighted.at('destination', 'host') })),
      );
      for (const rule of graph.resolve(reference).found) {
        const own = rule.at('spec', 'host');
        const other = destinations.find(
          ({ weighted, host }) =>
            differ(writtenHost(graph, own), writtenHost(graph, host)) &&
            ['canary', 'stable'].includes(roleOf(rollout, weighted, graph.rolloutsVersion)),
        );
        if (!other) continue;
        const isAlike = own.text === other.host.text;
        report(
          own,
          'differs',
          {
            destinationRule: rule.name,
            virtualService: virtualService.name,
            route: other.splitRoute.title,
            host: isAlike ? fullHost(writtenHost(graph, own)) : own.text,
            other: isAlike ? fullHost(writtenHost(graph, other.host)) : other.host.text,
          },
          {
            related: [{ at: other.host, message: 'the host that is split' }],
            rests: [other.host],
            // The host may not be a Service at all.
            unless: { 'istio/host-exists': other.host },
          },
        );
      }
    }
  },
});

function differ(rule: WrittenHost, route: WrittenHost): boolean {
  if (rule.host === '' || route.host === '') return false;
  if (!rule.host.startsWith('*')) return !sameHost(rule, route);
  const full = fullHost(route);
  return full.includes('.') && !hostsOverlap(rule.host, full);
}
