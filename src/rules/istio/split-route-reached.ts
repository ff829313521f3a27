import { managedRoutes } from '../../kubernetes/kinds/rollout.js';
import { takesAllOf } from '../../kubernetes/kinds/route-match.js';
import { routeTitle } from '../../kubernetes/kinds/virtual-service.js';
import { leadsToBoth } from '../../rollouts/routers/istio/sides.js';
import { typedRule } from '../rule.js';
import { type SplitRoute, splits } from '../facts/istio/split.js';
import type { Field } from '../../model/field.js';

export default typedRule({
  meta: {
    name: 'istio/split-route-reached',
    description: 'Require the route that a Rollout splits not to be shadowed by an earlier route.',
    why: 'The first route that matches takes the request. The weights are set on a route that receives no requests: the canary receives no traffic, and analyses measure nothing.',
    consequence: 'unshifted-traffic',
    severity: 'error',
    messages: {
      shadowed:
        '{earlier} of VirtualService "{virtualService}" takes all requests of {route}, which Rollout "{rollout}" splits; move it after that route, or narrow its match.',
    },
    links: [
      'https://istio.io/latest/docs/reference/config/networking/virtual-service/#VirtualService',
      'https://istio.io/latest/docs/reference/config/analysis/ist0130/',
    ],
    aliases: ['IST0130'],
  },

  *check({ graph, report }) {
    for (const split of splits(graph)) {
      yield split.virtualService;
      const { rollout, virtualService, routes } = split;
      const comparisons = { left: mostRouteComparisons };
      for (const route of routes) {
        const earlier = takerOf(route, comparisons);
        if (!earlier) continue;
        report(
          earlier,
          'shadowed',
          {
            earlier: routeTitle(route.protocol, earlier),
            route: route.title,
            virtualService: virtualService.name,
            rollout: rollout.name,
          },
          {
            related: [{ at: route.route, message: 'gets no request' }],
            // The controller may treat it as a managed route.
            rests: [
              earlier.at('name'),
              earlier.at('match'),
              route.route.at('match'),
              virtualService.at('spec', 'gateways'),
            ],
          },
        );
      }
    }
  },
});

/** How many pairs of routes of one VirtualService are compared; real ones have fewer. */
const mostRouteComparisons = 10_000;

/** The first route that shadows a split one. One that splits the same traffic is harmless. */
function takerOf(split: SplitRoute, comparisons: { left: number }): Field | undefined {
  const { route, protocol } = split;
  const { rollout, virtualService } = split.split;
  const managed = managedRoutes(rollout).flatMap(({ text }) => text ?? []);
  for (const earlier of virtualService.at('spec', protocol).items.slice(0, Number(split.index))) {
    if (comparisons.left-- <= 0) return undefined;
    // The controller treats it as a managed route.
    if (managed.includes(earlier.at('name').text ?? '')) continue;
    // Requests that a delegate does not match go on to the next route.
    if (earlier.at('delegate').exists || leadsToBoth(rollout, earlier)) continue;
    if (!takesAllOf(earlier, route)) continue;
    return earlier;
  }
  return undefined;
}
