import { pathBackends } from '../../kinds/ingress.js';
import { managedRoutes } from '../../kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import alb, { actionService, ingresses } from '../../routers/alb.js';
import { routedBy } from '../../routers/router.js';
import { isRerouted, liveWhen } from '../../facts/live.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'alb/header-route-name-free',
    description: 'Require the name of a managed route to be unique in the Ingress.',
    why: 'Between updates the controller removes every path and annotation of the Ingress that has the name of a managed route, whether or not the controller added it. Another path then answers these requests, or none does.',
    consequence: 'lost-traffic',
    severity: 'error',
    messages: {
      action:
        'Route "{route}" has the same name as the Service whose action holds the weights, so the controller would remove its path from Ingress "{ingress}"; choose a name that no Service has.',
      path: 'Route "{route}" has the same name as a backend of Ingress "{ingress}", so the controller would remove path "{path}"; choose a name that the Ingress does not use.',
      shared:
        'Route "{route}" is also managed by Rollout "{other}" in Ingress "{ingress}", so each Rollout would remove the route of the other; choose another name.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/#traffic-routing-based-on-header-values-for-canary',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/alb/alb.go',
    ],
  },

  *check({ graph, report }) {
    const managedIn = new Map<Resource, Map<string, Field>>();
    for (const rollout of routedBy(alb, graph.rollouts)) {
      yield rollout;
      const service = actionService(rollout);
      for (const reference of ingresses(rollout)) {
        const ingress = graph.find(reference);
        if (!ingress) continue;
        const others = managedIn.get(ingress) ?? new Map<string, Field>();
        managedIn.set(ingress, others);
        for (const field of managedRoutes(rollout)) {
          const route = field.text;
          if (route === undefined) continue;
          const data = { route, ingress: ingress.name };
          const backend = pathBackends(ingress).find(({ to }) => to.name === route);
          const other = others.get(route);
          if (route === service.text)
            report(field, 'action', data, {
              related: [{ at: service, message: 'the weights are written for it' }],
              live: () => liveWhen(graph, rollout, ingress, isRerouted),
            });
          else if (backend)
            report(
              field,
              'path',
              { ...data, path: backend.path.at('path').text ?? '/' },
              {
                related: [{ at: backend.from, message: 'the controller would remove this path' }],
                live: () => liveWhen(graph, rollout, ingress, isRerouted),
              },
            );
          // Two definitions of one Rollout are one to the controller.
          else if (other && other.resource.name !== rollout.name)
            report(
              field,
              'shared',
              { ...data, other: other.resource.name },
              { related: [{ at: other, message: 'the same name' }] },
            );
          if (!other) others.set(route, field);
        }
      }
    }
  },
});
