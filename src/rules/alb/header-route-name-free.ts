import type { Graph } from '../../repository/graph/graph.js';
import { pathBackends } from '../../kubernetes/kinds/ingress.js';
import { managedRoutes } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import { isBefore } from '../../model/fixed-order.js';
import type { Resource } from '../../model/resource.js';
import alb, { actionService, ingresses } from '../../rollouts/routers/alb.js';
import { rolloutsRoutedBy } from '../../rollouts/routers/router.js';
import { isRerouted, liveWhen } from '../facts/live.js';
import { typedRule } from '../rule.js';

export default typedRule({
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
    const managedIn = yield* firstManaged(graph);
    for (const rollout of rolloutsRoutedBy(alb, graph.rollouts)) {
      yield rollout;
      const service = actionService(rollout);
      for (const reference of ingresses(rollout)) {
        const ingress = graph.find(reference);
        if (!ingress) continue;
        for (const field of managedRoutes(rollout)) {
          const route = field.text;
          if (route === undefined) continue;
          const data = { route, ingress: ingress.name };
          const backend = pathBackends(ingress).find(({ to }) => to.name === route);
          const other = managedIn.get(ingress)?.get(route);
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
          // To the controller, two manifests of one Rollout are the same.
          else if (other && other.resource.name !== rollout.name)
            report(
              field,
              'shared',
              { ...data, other: other.resource.name },
              { related: [{ at: other, message: 'the same name' }] },
            );
        }
      }
    }
  },
});

/** Of the Rollouts that manage a route in an Ingress, the field of the first: others would add a route with the same name. */
function* firstManaged(graph: Graph): Generator<Resource, ReadonlyMap<Resource, ReadonlyMap<string, Field>>> {
  const managedIn = new Map<Resource, Map<string, Field>>();
  for (const rollout of rolloutsRoutedBy(alb, graph.rollouts)) {
    yield rollout;
    const routes = managedRoutes(rollout);
    if (routes.length === 0) continue;
    for (const reference of ingresses(rollout)) {
      const ingress = graph.find(reference);
      if (!ingress) continue;
      const known = managedIn.get(ingress) ?? new Map<string, Field>();
      managedIn.set(ingress, known);
      for (const field of routes) {
        const other = field.text === undefined ? undefined : known.get(field.text);
        if (field.text !== undefined && (!other || isBefore(rollout, other.resource)))
          known.set(field.text, field.lasting);
      }
    }
  }
  return managedIn;
}
