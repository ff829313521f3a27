import { gatewayGroup, routeKinds } from '../../kubernetes/kinds/gateway-defaults.js';
import type { Graph } from '../../repository/graph/graph.js';
import { services } from '../../kubernetes/kinds/rollout.js';
import { isForSome } from '../../kubernetes/kinds/route-match.js';
import { istioGroup, routes, routeTitle } from '../../kubernetes/kinds/virtual-service.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { serviceAt } from '../facts/istio/traffic.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/preview-gets-no-share',
    description: 'Require routes to give no weight to the preview Service of a blue-green Rollout.',
    why: 'During an update, that share of the requests reaches the new version before a user or an analysis promotes it, and no step changes the share.',
    consequence: 'misdirected-traffic',
    severity: 'warning',
    messages: {
      share:
        '{route} of {kind} "{name}" gives weight {weight} to Service "{service}", the preview Service of Rollout "{rollout}"; send all requests to active Service "{active}", or use the canary strategy to split them.',
    },
    links: ['https://argo-rollouts.readthedocs.io/en/stable/features/bluegreen/'],
  },

  *check({ graph, report }) {
    const blueGreens = blueGreensOf(graph);
    if (blueGreens.size === 0) return;
    for (const { router, route, backends } of splitsOf(graph)) {
      yield router;
      const roles = backends.map(({ service }) => service && blueGreens.get(service));
      for (const [index, { service, weight, share }] of backends.entries()) {
        const own = roles[index];
        if (own?.role !== 'preview' || share <= 0) continue;
        const at = roles.findIndex((one) => one?.rollout === own.rollout && one.role === 'active');
        const [active, other] = [backends[at]?.service, roles[at]];
        if (!active || !other || !service) continue;
        report(
          weight,
          'share',
          {
            ...{ route, kind: router.kind, name: router.name, weight: share },
            ...{ service: service.name, active: active.name, rollout: own.rollout.name },
          },
          {
            rests: [own.from, other.from],
            related: [{ at: own.from, message: 'names the preview Service' }],
          },
        );
      }
    }
  },
});

interface BlueGreen {
  readonly rollout: Resource;
  readonly role: 'active' | 'preview';
  /** The field of the Rollout that names the Service. */
  readonly from: Field;
}

/** The Services of blue-green Rollouts; another rule reports one with two roles. */
function blueGreensOf(graph: Graph): ReadonlyMap<Resource, BlueGreen> {
  const found = new Map<Resource, BlueGreen>();
  for (const rollout of graph.rollouts)
    for (const reference of services(rollout)) {
      const { role } = reference;
      if (role !== 'active' && role !== 'preview') continue;
      for (const service of graph.resolve(reference).found)
        if (!found.has(service)) found.set(service, { rollout, role, from: reference.from.lasting });
    }
  return found;
}

/** A route that splits requests. */
interface SplittingRoute {
  readonly router: Resource;
  /** Its name in messages. */
  readonly route: string;
  readonly backends: readonly Backend[];
}

interface Backend {
  readonly service: Resource | undefined;
  readonly weight: Field;
  readonly share: number;
}

function* splitsOf(graph: Graph): Iterable<SplittingRoute> {
  for (const router of graph.ofKind('VirtualService', istioGroup))
    for (const { protocol, route } of routes(router)) {
      const backends = route.at('route').items;
      if (backends.length < 2 || isOfSome(route.at('match').items)) continue;
      yield {
        ...{ router, route: routeTitle(protocol, route) },
        backends: backends.map((backend) => {
          const weight = backend.at('weight');
          const service = serviceAt(graph, backend.at('destination', 'host'));
          return { service, weight, share: weight.number ?? 0 };
        }),
      };
    }
  for (const kind of routeKinds)
    for (const router of graph.ofKind(kind, gatewayGroup))
      for (const rule of router.at('spec', 'rules').items) {
        const backends = rule.at('backendRefs').items;
        if (backends.length < 2 || isOfSome(rule.at('matches').items)) continue;
        yield {
          ...{ router, route: `Rule ${Number(rule.key) + 1}` },
          backends: backends.map((backend) => backendOf(graph, backend)),
        };
      }
}

/** For a backend without a weight, the API server sets 1. */
function backendOf(graph: Graph, backend: Field): Backend {
  const [from, weight] = [backend.at('name'), backend.at('weight')];
  const namespace = backend.at('namespace').text;
  const isService = (backend.at('kind').text ?? 'Service') === 'Service';
  const to = { group: '', kind: 'Service', name: from.text ?? '', ...(namespace ? { namespace } : {}) };
  return {
    service: isService && from.text !== undefined ? graph.find({ from, to }) : undefined,
    weight: weight.exists ? weight : from,
    share: weight.exists ? (weight.number ?? 0) : 1,
  };
}

/** Whether a route only takes some requests. */
function isOfSome(matches: readonly Field[]): boolean {
  return matches.length > 0 && matches.every(isForSome);
}
