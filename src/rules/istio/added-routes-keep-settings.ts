import { headerRouteSteps, managedRoutes } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { splitsWithAddedRoutes } from '../facts/istio/split.js';
import { allOf } from '../facts/words.js';
import { typedRule } from '../rule.js';

/** What a route of a VirtualService does with requests besides choosing their destination. */
const settings = ['rewrite', 'timeout', 'retries', 'headers', 'corsPolicy', 'fault'] as const;

export default typedRule({
  meta: {
    name: 'istio/added-routes-keep-settings',
    description:
      'Require the routes that a header route precedes to need no settings that a header route does not have.',
    why: 'The controller writes a header route with its matches and the canary as its destination, and nothing else. Requests with the header get none of the settings of the route that they would take otherwise: a path that is not rewritten is usually not found.',
    consequence: 'misdirected-traffic',
    severity: 'warning',
    messages: {
      lost: 'Header route "{route}" of Rollout "{rollout}" comes before {own} of VirtualService "{virtualService}" and has none of its {settings}; set {them} where requests pass before or after this VirtualService, or accept it for requests with the header.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/issues/3088',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go',
    ],
  },

  *check({ graph, report }) {
    for (const split of splitsWithAddedRoutes(graph)) {
      yield split.virtualService;
      const { rollout, virtualService } = split;
      const name = firstHeaderRoute(rollout);
      if (name?.text === undefined) continue;
      const managed = managedRoutes(rollout).map(({ text }) => text);
      for (const own of split.routes) {
        if (own.protocol !== 'http' || managed.includes(own.route.at('name').text)) continue;
        // Other settings are conveniences, which few testers miss.
        if (!own.route.at('rewrite').exists) continue;
        const given = settings.map((key) => own.route.at(key)).filter(({ exists }) => exists);
        report(
          own.route.at('rewrite'),
          'lost',
          {
            route: name.text,
            rollout: rollout.name,
            own: own.title,
            virtualService: virtualService.name,
            settings: allOf(given.map(({ key }) => String(key))),
            them: given.length === 1 ? 'it' : 'them',
          },
          {
            atKey: true,
            rests: [name, ...given],
            related: [{ at: name, message: 'the header route' }],
          },
        );
      }
    }
  },
});

function firstHeaderRoute(rollout: Resource): Field | undefined {
  return headerRouteSteps(rollout)[0]?.at('setHeaderRoute', 'name');
}
