import { managedRoutes } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import { byFixedOrder } from '../../model/fixed-order.js';
import { append } from '../../model/multimap.js';
import type { Resource } from '../../model/resource.js';
import istio, { virtualServices } from '../../rollouts/routers/istio.js';
import { rolloutsRoutedBy } from '../../rollouts/routers/router.js';
import { isRerouted, liveWhen } from '../facts/live.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'steps/managed-route-name-free',
    description: 'Require the name of a managed route to be used for nothing else in the VirtualService.',
    why: 'Between updates and whenever one ends, the controller removes every HTTP route that has the name of a managed route, even if Git has the route. Argo CD adds the route again, and the two keep overwriting each other.',
    consequence: 'drift',
    severity: 'error',
    messages: {
      authored:
        'Rollout "{rollout}" lists HTTP route "{route}" of VirtualService "{virtualService}" in managedRoutes, so the controller removes it; leave the route out of Git or rename it.',
      shared:
        'Route "{route}" is also managed by Rollout "{other}" in VirtualService "{virtualService}", so each Rollout removes the route of the other; use another name.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/#traffic-routing-based-on-header-values-for-canary',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go',
    ],
  },

  *check({ graph, report }) {
    const managedIn = new Map<Resource, Map<string, Field[]>>();
    for (const rollout of rolloutsRoutedBy(istio, graph.rollouts)) {
      yield rollout;
      const managed = managedRoutes(rollout);
      if (managed.length === 0) continue;
      for (const reference of virtualServices(rollout, graph.rolloutsVersion)) {
        const virtualService = graph.find(reference);
        if (!virtualService) continue;
        const data = { rollout: rollout.name, virtualService: virtualService.name };

        for (const name of virtualService.at('spec', 'http').items.map((route) => route.at('name'))) {
          const declared = managed.find(({ text }) => text !== undefined && text === name.text);
          if (declared)
            report(
              name,
              'authored',
              { ...data, route: name.text ?? '' },
              {
                related: [{ at: declared, message: 'the controller adds and removes this route' }],
                live: () => liveWhen(graph, rollout, virtualService, isRerouted),
              },
            );
        }

        const known = managedIn.get(virtualService) ?? new Map<string, Field[]>();
        managedIn.set(virtualService, known);
        for (const field of managed) if (field.text !== undefined) append(known, field.text, field.lasting);
      }
    }
    for (const [virtualService, known] of managedIn)
      for (const [route, fields] of known) {
        const [other, ...others] = fields.sort((left, right) => byFixedOrder(left.resource, right.resource));
        for (const field of others)
          // To the controller, two manifests of one Rollout are the same.
          if (field.resource.name !== other!.resource.name)
            report(
              field,
              'shared',
              {
                ...{ rollout: field.resource.name, virtualService: virtualService.name },
                ...{ route, other: other!.resource.name },
              },
              { related: [{ at: other!, message: 'the same name' }] },
            );
      }
  },
});
