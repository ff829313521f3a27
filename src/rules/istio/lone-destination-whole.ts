import { routes, routeTitle } from '../../kubernetes/kinds/virtual-service.js';
import { untouchedCase, judged } from '../facts/istio/mesh.js';
import { splitsByVirtualService } from '../facts/istio/split.js';
import { isFilledIn } from '../../model/placeholder.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';
import { untouched } from '../untouched.js';

const why =
  'Istio compares the weights of a route with each other, so the only destination gets all requests, whatever its weight.';

export default typedRule({
  meta: {
    name: 'istio/lone-destination-whole',
    description: 'Require the only destination of a route to have weight 100 or none.',
    why,
    consequence: 'misdirected-traffic',
    severity: 'warning',
    otherwise: untouched('misdirected-traffic', why),
    messages: {
      part: '{route} of VirtualService "{virtualService}" gives weight {weight} to its only destination, which gets all requests; remove the weight, or add the other destination.',
    },
    fixes: ['unsafe'],
    links: [
      'https://istio.io/latest/docs/reference/config/networking/virtual-service/#HTTPRouteDestination',
      'https://kiali.io/docs/features/validations/#kia1104---the-weight-is-assumed-to-be-100-because-there-is-only-one-route-destination',
    ],
    aliases: ['KIA1104'],
  },

  *check({ graph, report }) {
    for (const virtualService of judged(graph, 'VirtualService')) {
      yield virtualService;
      const splits = splitsByVirtualService(graph).get(virtualService) ?? [];
      for (const { protocol, route } of routes(virtualService)) {
        const [only, another] = route.at('route').items;
        const weight = only?.at('weight');
        if (!weight || another || weight.number === undefined) continue;
        if (weight.number <= 0 || weight.number >= 100) continue;
        // Another rule reports the missing destination of a route that a Rollout splits.
        const mayBeSplit =
          (splits.length > 0 && isFilledIn(route.at('name'))) ||
          splits.some((split) => split.routes.some((own) => own.isAt(protocol, route.key)));
        if (mayBeSplit) continue;
        report(
          weight,
          'part',
          {
            route: routeTitle(protocol, route),
            virtualService: virtualService.name,
            weight: weight.number,
          },
          {
            case: untouchedCase(graph, virtualService),
            complete: [route.at('route')],
            // The requests go where they go already.
            fix: () => removalOf(weight, 'unsafe'),
          },
        );
      }
    }
  },
});
