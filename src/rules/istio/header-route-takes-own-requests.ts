import { headerRouteSteps, managedRoutes } from '../../kubernetes/kinds/rollout.js';
import { selectedRoutes, roleOf } from '../../rollouts/routers/istio.js';
import { typedRule } from '../rule.js';
import { quoted } from '../facts/words.js';
import { splitsByVirtualService, splitsWithAddedRoutes } from '../facts/istio/split.js';

export default typedRule({
  meta: {
    name: 'istio/header-route-takes-own-requests',
    description: 'Require a VirtualService with header routes to route to a single application.',
    why: 'The controller puts a header route before all others, and it matches only the header, not the path. Requests with that header then go to the canary even if they were meant for other Services.',
    consequence: 'misdirected-traffic',
    severity: 'warning',
    messages: {
      others:
        'Header route "{route}" comes before all routes of VirtualService "{virtualService}" and also takes the requests to {hosts}; use a separate VirtualService for Rollout "{rollout}".',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/#traffic-routing-based-on-a-header-values-for-canary',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go',
    ],
  },

  *check({ graph, report }) {
    for (const { rollout, reference, virtualService } of splitsWithAddedRoutes(graph)) {
      yield virtualService;
      const name = headerRouteSteps(rollout)[0]?.at('setHeaderRoute', 'name');
      if (name?.text === undefined) continue;
      // For several applications in one VirtualService, istio/virtual-service-not-shared and related rules report.
      if ((splitsByVirtualService(graph).get(virtualService) ?? []).length > 1) continue;
      const managed = managedRoutes(rollout).map(({ text }) => text);
      const own = selectedRoutes(reference, virtualService, graph.rolloutsVersion).map(({ route }) =>
        route?.path.join('/'),
      );
      const others = virtualService
        .at('spec', 'http')
        .items.filter((route) => {
          const to = route.at('route').items;
          return (
            to.length > 0 &&
            !own.includes(route.path.join('/')) &&
            !managed.includes(route.at('name').text) &&
            to.every((destination) => roleOf(rollout, destination, graph.rolloutsVersion) === 'other')
          );
        })
        .map((route) => route.at('route', 0, 'destination', 'host'))
        .filter((host) => host.text !== undefined);
      if (others.length === 0) continue;
      report(
        name,
        'others',
        {
          route: name.text,
          virtualService: virtualService.name,
          rollout: rollout.name,
          hosts: quoted([...new Set(others.flatMap(({ text }) => text ?? []))]),
        },
        { related: others.slice(0, 3).map((at) => ({ at, message: 'would be taken over' })), rests: others },
      );
    }
  },
});
