import { managedRoutes } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import { selectors } from '../../rollouts/routers/istio.js';
import { isRerouted, liveWhen } from '../facts/live.js';
import { typedRule } from '../rule.js';
import { splits } from '../facts/istio/split.js';

export default typedRule({
  meta: {
    name: 'istio/route-names-unique',
    description: 'Require the HTTP routes of a VirtualService that a Rollout splits to have distinct names.',
    why: 'A name selects the first route that has it. When the controller sorts routes for managedRoutes, it writes each route once per route with the same name or without a name: the number of routes is squared with every weight change, until the object is too large.',
    consequence: 'update-stuck',
    severity: 'error',
    messages: {
      unnamed:
        'VirtualService "{virtualService}" has {count} HTTP routes without a name, and the controller duplicates them when it sorts the routes for Rollout "{rollout}"; name each of them.',
      repeated:
        'VirtualService "{virtualService}" has {count} HTTP routes named "{name}", and the controller duplicates them when it sorts the routes for Rollout "{rollout}"; give each a different name.',
      hidden:
        'VirtualService "{virtualService}" has {count} HTTP routes named "{name}", but Rollout "{rollout}" shifts only the first; give each a different name.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go',
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/#traffic-routing-with-managed-routes-and-route-precedence',
    ],
  },

  *check({ graph, report }) {
    for (const { rollout, reference, virtualService, undecided } of splits(graph)) {
      yield virtualService;
      if (undecided.includes('http')) continue; // The controller refuses it.
      const section = virtualService.at('spec', 'http');
      if (section.items.length < 2) continue;
      const managed = managedRoutes(rollout).filter(({ text }) => text !== undefined);
      const data = { rollout: rollout.name, virtualService: virtualService.name };

      const chosen = reference.entry.at(selectors.http).items.map(({ text }) => text);
      for (const [name, routes] of byName(section.items)) {
        const [, second] = routes;
        if (!second || managed.some(({ text }) => text === name)) continue;
        const count = routes.length;
        const options = {
          complete: [section],
          related: [
            { at: routes[0]!, message: 'the first of them' },
            {
              at: managed[0] ?? reference.from,
              message: managed[0] ? 'managed routes make the controller sort' : 'the Rollout',
            },
          ],
          live: () => liveWhen(graph, rollout, virtualService, isRerouted),
        };
        if (managed.length > 0)
          report(second.at('name'), name === '' ? 'unnamed' : 'repeated', { ...data, name, count }, options);
        else if (chosen.includes(name))
          report(second.at('name'), 'hidden', { ...data, name, count }, options);
      }
    }
  },
});

function byName(routes: readonly Field[]): ReadonlyMap<string, readonly Field[]> {
  const groups = new Map<string, Field[]>();
  for (const route of routes) {
    const name = route.at('name').text ?? '';
    groups.set(name, [...(groups.get(name) ?? []), route]);
  }
  return groups;
}
