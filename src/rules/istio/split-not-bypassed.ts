import { memoizeAnswers } from '../../model/memo.js';
import type { RolloutsVersion } from '../../kubernetes/objects/version.js';
import type { Graph } from '../../repository/graph/graph.js';
import { fullHost, serviceOfHost } from '../../kubernetes/kinds/host.js';
import { isForSome } from '../../kubernetes/kinds/route-match.js';
import { hosts, routeTitle } from '../../kubernetes/kinds/virtual-service.js';
import type { Resource } from '../../model/resource.js';
import { isSubsetLevel, roleOf } from '../../rollouts/routers/istio.js';
import { lacksSide, sides, splitKey } from '../../rollouts/routers/istio/sides.js';
import { typedRule } from '../rule.js';
import { isRoutedAt } from '../facts/exposed.js';
import { areSurelyTogether } from '../facts/surely-together.js';
import { splits, splitsByVirtualService, writtenHost } from '../facts/istio/split.js';
import { type RoutedTo, serviceAt, servicesOfPods, trafficOf } from '../facts/istio/traffic.js';

export default typedRule({
  meta: {
    name: 'istio/split-not-bypassed',
    description:
      'Require Ingresses and other VirtualServices to route through the weighted split of a Rollout instead of bypassing it.',
    why: 'Those requests do not follow the weights: they reach only the stable version, or all pods in proportion to their number.',
    consequence: 'unshifted-traffic',
    severity: 'warning',
    messages: {
      ingress:
        'Ingress "{name}" sends requests to Service "{service}" and bypasses the split of Rollout "{rollout}"; send them to an Istio Gateway that VirtualService "{virtualService}" is bound to.',
      route:
        '{route} of VirtualService "{name}" sends requests to Service "{service}" and bypasses the split of Rollout "{rollout}"; give it the destinations of VirtualService "{virtualService}".',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/istio/#comparison-between-approaches',
      'https://istio.io/latest/docs/reference/config/analysis/ist0140/',
    ],
    aliases: ['IST0140'],
  },

  *check({ graph, report }) {
    const { routed, exposed } = trafficOf(graph);
    if (routed.size === 0 && exposed.size === 0) return;
    const split = splitsByVirtualService(graph);
    // Most Services are only reached by the split of their Rollout.
    const past = new Map(
      [...routed].map(([service, its]) => [service, its.filter((one) => !split.has(one.virtualService))]),
    );
    const told = new Told();
    const isReached = (service: Resource): boolean =>
      (exposed.get(service)?.some((one) => !told.isFull(one)) ?? false) ||
      (past.get(service)?.some((one) => !told.isFull(one)) ?? false);
    const seen = new Set<Resource>();
    for (const { rollout, virtualService } of splits(graph)) {
      yield virtualService;
      if (seen.has(rollout)) continue;
      seen.add(rollout);
      for (const service of servicesAround(rollout, graph, isReached)) {
        const data = { rollout: rollout.name, service: service.name, virtualService: virtualService.name };
        const related = [{ at: virtualService, message: 'splits the requests' }];

        for (const routedTo of past.get(service) ?? []) {
          const { virtualService: other, host, protocol, route } = routedTo;
          if (told.has(routedTo, data)) continue;
          if (!areSurelyTogether(graph, rollout, other)) continue;
          const to = (): string | undefined => serviceOfHost(fullHost(writtenHost(graph, host)))?.namespace;
          if (isElsewhere(graph, rollout, to)) continue;
          if (!isPast(routedTo, rollout, graph) || isOfService(routedTo, service, rollout, graph)) continue;
          report(
            host,
            'route',
            { ...data, name: other.name, route: routeTitle(protocol, route) },
            { related },
          );
          told.add(routedTo, data);
        }

        for (const backend of exposed.get(service) ?? []) {
          const { ingress, from } = backend;
          if (told.has(backend, data)) continue;
          if (isRoutedAt(graph, rollout, ingress) || entersMesh(ingress, service)) continue;
          if (!areSurelyTogether(graph, rollout, ingress)) continue;
          if (isElsewhere(graph, rollout, () => graph.namespace(ingress))) continue;
          report(from, 'ingress', { ...data, name: ingress.name }, { related });
          told.add(backend, data);
        }
      }
    }
  },
});

/** Whether a Service of a namespace belongs to another Rollout: overlays with a common base each have a copy. */
function isElsewhere(graph: Graph, rollout: Resource, namespaceOf: () => string | undefined): boolean {
  const own = graph.namespace(rollout);
  if (own === undefined) return false;
  const namespace = namespaceOf();
  return namespace !== undefined && namespace !== own;
}

/** A Service that selects the pods of more Rollouts has another fault, and its routes are told enough about. */
const mostOfRoute = 50;

/** Avoids equal findings for Rollouts and VirtualServices with the same names, of which there may be thousands. */
class Told {
  private readonly names = new Map<object, Set<string>>();

  has(at: object, data: SplitNames): boolean {
    return this.isFull(at) || this.names.get(at)?.has(namesKey(data)) === true;
  }

  isFull(at: object): boolean {
    return (this.names.get(at)?.size ?? 0) >= mostOfRoute;
  }

  add(at: object, data: SplitNames): void {
    const names = this.names.get(at);
    if (names) names.add(namesKey(data));
    else this.names.set(at, new Set([namesKey(data)]));
  }
}

interface SplitNames {
  readonly rollout: string;
  readonly virtualService: string;
}

function namesKey({ rollout, virtualService }: SplitNames): string {
  return `${rollout}\n${virtualService}`;
}

/**
 * The Services that lead to pods of a Rollout without its split, except for the canary Service, which is called deliberately.
 */
function servicesAround(
  rollout: Resource,
  graph: Graph,
  isReached: (service: Resource) => boolean,
): readonly Resource[] {
  const [canary, stable] = isSubsetLevel(rollout)
    ? []
    : sides(rollout).map(({ name }) => serviceAt(graph, name));
  const others = servicesOfPods(graph, rollout, graph.labels(rollout)).filter(
    (service) =>
      service !== canary &&
      service !== stable &&
      isReached(service) &&
      areSurelyTogether(graph, rollout, service),
  );
  return [...(stable && isReached(stable) ? [stable] : []), ...others];
}

/** Whether a destination is not part of the split, even for some requests, such as those with a header of their own. */
function isPast(routedTo: RoutedTo, rollout: Resource, { rolloutsVersion }: Graph): boolean {
  return knownPast(routedTo, [splitKey(rollout), rolloutsVersion], () =>
    isPastSplit(routedTo, rollout, rolloutsVersion),
  );
}

const knownPast = memoizeAnswers<RoutedTo, boolean>();

function isPastSplit({ route, weighted }: RoutedTo, rollout: Resource, version: RolloutsVersion): boolean {
  if (!lacksSide(rollout, route)) return false;
  const weight = weighted.at('weight');
  if (weight.exists && weight.number === 0) return false;
  if (isSubsetLevel(rollout) && weighted.at('destination', 'subset').exists) return false;
  if (route.at('route').items.some((other) => roleOf(rollout, other, version) === 'canary')) return false;
  const matches = route.at('match').items;
  return !(matches.length > 0 && matches.every((match) => isForSome(match)));
}

/** Whether a VirtualService only defines how the stable Service itself is called. */
function isOfService(
  { virtualService }: RoutedTo,
  service: Resource,
  rollout: Resource,
  graph: Graph,
): boolean {
  const own = hosts(virtualService);
  return !isSubsetLevel(rollout) && own.length > 0 && own.every((host) => serviceAt(graph, host) === service);
}

/** Whether an ingress controller with a sidecar calls the Service by its address, so that routes of the mesh apply. */
function entersMesh(ingress: Resource, service: Resource): boolean {
  return [ingress, service]
    .flatMap((resource) => resource.at('metadata', 'annotations').entries)
    .some(
      (annotation) =>
        /service-upstream$|nativelb$/.test(String(annotation.key)) && annotation.text === 'true',
    );
}
