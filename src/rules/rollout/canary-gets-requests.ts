import { isService, routeBackends } from '../../kubernetes/kinds/gateway-route.js';
import { backends } from '../../kubernetes/kinds/ingress.js';
import { canary, serviceField, services, steps, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { maySelect, podLabels } from '../../kubernetes/kinds/workload.js';
import { memoize } from '../../model/memo.js';
import { append } from '../../model/multimap.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { authoredSelector } from '../../kubernetes/kinds/service.js';
import { BySelector } from '../facts/by-selector.js';
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
      apart:
        'setWeight: {weight} of Rollout "{rollout}" moves no requests: during an update Service "{service}" selects only stable pods and Service "{canary}" only canary pods, no other Service selects both, and there is no traffic router; add a Service that selects both versions, or add trafficRouting.',
      alone:
        'setWeight: {weight} of Rollout "{rollout}" moves no requests: during an update Service "{service}" selects only stable pods, no other Service selects the canary pods, and there is no traffic router; add a Service that selects both versions, or add trafficRouting.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/canary/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/service.go',
    ],
  },

  *check({ graph, report }) {
    /** The Rollouts by their stable Service. */
    const stable = new Map<Resource, Basic[]>();
    for (const rollout of graph.rollouts) {
      if (trafficRouting(rollout).exists || !canary(rollout).exists || firstWeight(rollout) === undefined)
        continue;
      for (const reference of services(rollout)) {
        const service = reference.role === 'stable' ? graph.find(reference) : undefined;
        if (service) append(stable, service, { rollout, reference });
      }
    }
    if (stable.size === 0) return;
    const told = new Set<Resource>();
    for (const { group, kind, named } of entries)
      for (const entry of graph.ofKind(kind, group)) {
        yield entry;
        const all = named(entry).map((reference) => ({ reference, service: graph.find(reference) }));
        for (const { reference, service } of all) {
          const found = service && stable.get(service)?.at(-1);
          if (!found) continue;
          const { rollout } = found;
          // What leads somewhere else, too, may lead to the canary.
          if (all.some((other) => other.service !== service)) continue;
          told.add(rollout);
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
    for (const { service, rollout, reference } of [...stable].flatMap(([service, all]) =>
      all.map((one) => ({ ...one, service })),
    )) {
      if (told.has(rollout) || !graph.isComplete(rollout) || isSelectedWhole(graph, rollout)) continue;
      const other = serviceField(rollout, 'canary');
      const data = { rollout: rollout.name, service: service.name, weight: firstWeight(rollout) ?? 0 };
      const options = {
        rests: [trafficRouting(rollout), other, podLabels(rollout.at('spec', 'template'))],
        related: [{ at: service, message: 'selects only stable pods during an update' }],
      };
      if (other.text === undefined) report(reference.from, 'alone', data, options);
      else report(reference.from, 'apart', { ...data, canary: other.text }, options);
    }
  },
});

/** A canary without a traffic router, and its reference to the stable Service. */
interface Basic {
  readonly rollout: Resource;
  readonly reference: Reference;
}

/** Whether a Service that the Rollout does not name selects the pods of both versions, or may do so. */
function isSelectedWhole(graph: Graph, rollout: Resource): boolean {
  const { exact, open } = allServices(graph);
  const labels = graph.labels(rollout);
  const own = new Set(services(rollout).flatMap((reference) => graph.resolve(reference).found));
  return (
    exact.of(labels).some((service) => !own.has(service)) ||
    // A selector that is filled in later counts in the same file only: nothing ties other Services to the Rollout.
    open.some(
      (service) =>
        service.source.path === rollout.source.path &&
        !own.has(service) &&
        maySelect(service.at('spec', 'selector').strings, labels),
    )
  );
}

/** The Services with a selector that is known, and those where it is filled in later. */
const allServices = memoize((graph: Graph): { exact: BySelector; open: readonly Resource[] } => {
  const all = graph.ofKind('Service', '');
  const open = new Set(
    all.filter((service) => isPlaceholder(JSON.stringify(service.at('spec', 'selector').strings))),
  );
  return {
    exact: new BySelector(
      all.filter((service) => !open.has(service)),
      authoredSelector,
    ),
    open: [...open],
  };
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

/** The first weight that gives the canary a part of the requests, as far as its author means it. */
function firstWeight(rollout: Resource): number | undefined {
  return steps(rollout)
    .map((step) => step.at('setWeight').number ?? 0)
    .find((weight) => weight > 0 && weight < 100);
}
