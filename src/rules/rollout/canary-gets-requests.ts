import { isService, routeBackends } from '../../kubernetes/kinds/gateway-route.js';
import { backends } from '../../kubernetes/kinds/ingress.js';
import { canary, services, steps, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/canary-gets-requests',
    description:
      'Require the requests of a canary without a traffic router to come through a Service that selects both versions.',
    why: 'The controller narrows the stable Service to the stable pods during an update. Requests that an Ingress or a route sends to that Service never reach the canary, whatever weight a step sets: it gets all requests at once when the update ends.',
    consequence: 'unshifted-traffic',
    severity: 'info',
    messages: {
      stable:
        '{kind} "{name}" sends all requests to Service "{service}", which selects only stable pods during an update, and Rollout "{rollout}" has no traffic router; lead them to a Service that selects both versions, or add trafficRouting.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/canary/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/service.go',
    ],
  },

  *check({ graph, report }) {
    /** The Rollouts by their stable Service. */
    const stable = new Map<Resource, { readonly rollout: Resource; readonly reference: Reference }>();
    for (const rollout of graph.rollouts) {
      if (trafficRouting(rollout).exists || !canary(rollout).exists || !setsWeight(rollout)) continue;
      for (const reference of services(rollout)) {
        const service = reference.role === 'stable' ? graph.find(reference) : undefined;
        if (service) stable.set(service, { rollout, reference });
      }
    }
    if (stable.size === 0) return;
    for (const { group, kind, named } of entries)
      for (const entry of graph.ofKind(kind, group)) {
        yield entry;
        const all = named(entry).map((reference) => ({ reference, service: graph.find(reference) }));
        for (const { reference, service } of all) {
          const found = service && stable.get(service);
          if (!found) continue;
          const { rollout } = found;
          // What leads somewhere else, too, may lead to the canary.
          if (all.some((other) => other.service !== service)) continue;
          report(
            reference.from,
            'stable',
            { kind, name: entry.name, service: service.name, rollout: rollout.name },
            {
              rests: [trafficRouting(rollout), canary(rollout).at('stableService')],
              related: [{ at: found.reference.from, message: 'the stable Service' }],
            },
          );
          break;
        }
      }
  },
});

/** What sends requests to Services from outside of the cluster. */
const entries: readonly {
  readonly group: string;
  readonly kind: string;
  readonly named: (resource: Resource) => readonly Reference[];
}[] = [
  { group: 'networking.k8s.io', kind: 'Ingress', named: backends },
  ...['HTTPRoute', 'GRPCRoute'].map((kind) => ({
    group: 'gateway.networking.k8s.io',
    kind,
    named: (route: Resource) => routeBackends(route).filter(isService),
  })),
];

/** Whether a step gives the canary a part of the requests, as far as its author means it. */
function setsWeight(rollout: Resource): boolean {
  return steps(rollout).some((step) => {
    const weight = step.at('setWeight').number ?? 0;
    return weight > 0 && weight < 100;
  });
}
