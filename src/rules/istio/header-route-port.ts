import type { Graph } from '../../repository/graph/graph.js';
import { serviceOfHost, servicePorts } from '../../kubernetes/kinds/host.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { destinationRule, isSubsetLevel } from '../../rollouts/routers/istio.js';
import { sides } from '../../rollouts/routers/istio/sides.js';
import { typedRule } from '../rule.js';
import { splitsWithAddedRoutes } from '../facts/istio/split.js';
import { serviceAt } from '../facts/istio/traffic.js';

export default typedRule({
  meta: {
    name: 'istio/header-route-port',
    description:
      'Require the port that the controller copies into header and mirror routes to be one of the Service they lead to.',
    why: 'These routes copy the port of the first destination of the first route. Without a port, or with one that the Service does not have, Envoy may find no endpoints, and only requests with the header are answered with 503.',
    consequence: 'lost-traffic',
    severity: 'warning',
    messages: {
      none: 'The first destination of {route} has no port, so neither do the routes that Rollout "{rollout}" adds, but Service "{service}" has {ports}; set the port on that destination.',
      unknown:
        'The routes that Rollout "{rollout}" adds use port {port} of the first destination of {route}, but their Service "{service}" has {ports}; use a port that both Services have.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/#traffic-routing-based-on-a-header-values-for-canary',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go',
      'https://istio.io/latest/docs/reference/config/networking/virtual-service/#Destination',
    ],
  },

  *check({ graph, report }) {
    for (const { rollout, routes: all } of splitsWithAddedRoutes(graph)) {
      yield rollout;
      const routes = all.filter(({ protocol }) => protocol === 'http');
      const destinations = routes.flatMap(({ route }) =>
        route.at('route').items.map((item) => item.at('destination')),
      );
      const [first] = destinations;
      const service = canaryService(rollout, graph);
      if (!first || !service) continue;

      const ports = servicePorts(service).flatMap(({ number }) => number ?? []);
      const port = first.at('port', 'number');
      const data = {
        rollout: rollout.name,
        route: routes[0]!.title,
        service: service.name,
        ports: `port${ports.length === 1 ? '' : 's'} ${ports.join(' and ')}`,
      };
      const options = {
        rests: [first, service.at('spec', 'ports')],
        related: [{ at: service.at('spec', 'ports'), message: 'the ports of the Service' }],
      };
      if (ports.length === 0) continue;
      // If a port is wrong in Git, its copy is not reported again.
      const own = serviceAt(graph, first.at('host'));
      const isOwn = own && own !== service && servicePorts(own).some(({ number }) => number === port.number);
      if (port.number !== undefined && !ports.includes(port.number) && isOwn)
        report(port, 'unknown', { ...data, port: port.number }, options);
      // If no destination has a port, added routes work as well as those in Git.
      const hasPorts = destinations.some((destination) => destination.at('port', 'number').exists);
      if (!port.exists && hasPorts && ports.length > 1) report(first.at('host'), 'none', data, options);
    }
  },
});

/** The Service that managed routes lead to: the host of the DestinationRule, or the canary Service. */
function canaryService(rollout: Resource, graph: Graph): Resource | undefined {
  const service = (from: Field | undefined): Resource | undefined => {
    const to = serviceOfHost(from?.text ?? '');
    return from && to && graph.find({ from, to });
  };
  if (!isSubsetLevel(rollout)) return service(sides(rollout)[0].name);
  const reference = destinationRule(rollout);
  return service(reference && graph.find(reference)?.at('spec', 'host'));
}
