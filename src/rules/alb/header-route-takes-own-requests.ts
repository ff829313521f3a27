import { pathBackends } from '../../kubernetes/kinds/ingress.js';
import { headerRouteSteps, managedRoutes, serviceField } from '../../kubernetes/kinds/rollout.js';
import alb, { actionService, ingresses, targetServices } from '../../rollouts/routers/alb.js';
import { leadsTo } from '../facts/leads-to.js';
import { hasRoutes, liveWhen } from '../facts/live.js';
import { typedRule } from '../rule.js';
import { quoted } from '../facts/words.js';
import { answersItself } from '../facts/alb/answers-itself.js';

export default typedRule({
  meta: {
    name: 'alb/header-route-takes-own-requests',
    description: 'Require an Ingress with header routes to route to a single application.',
    why: 'The controller adds a header route as path "/*" to every rule of the Ingress, for every host. Requests with that header then go to the canary even if they were meant for other Services.',
    consequence: 'misdirected-traffic',
    severity: 'warning',
    messages: {
      others:
        'Header route "{route}" is added to every rule of Ingress "{ingress}" and also takes the requests to Service {services}; use a separate Ingress for Rollout "{rollout}" (the same group.name keeps one load balancer).',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/ingress/wrapper.go',
      'https://github.com/argoproj/argo-rollouts/pull/3727',
      'https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/ingress/annotations/#group.name',
    ],
  },

  router: alb,

  checkRollout(rollout, { graph, report }) {
    const [first] = headerRouteSteps(rollout);
    const name = first?.at('setHeaderRoute', 'name');
    if (name?.text === undefined) return;
    const { stable, canary } = targetServices(rollout);
    const own = [
      actionService(rollout),
      stable,
      canary,
      serviceField(rollout, 'stable'),
      serviceField(rollout, 'canary'),
    ];
    const managed = managedRoutes(rollout).map(({ text }) => text);
    for (const reference of ingresses(rollout)) {
      const ingress = graph.find(reference);
      if (!ingress) continue;
      const found = pathBackends(ingress);
      // Without a path to the Service, the controller refuses the Ingress.
      if (!found.some((backend) => leadsTo(graph, backend, actionService(rollout)))) continue;
      const others = found.filter(
        (backend) =>
          comesBehind(backend.path.at('pathType').text) &&
          !managed.includes(backend.to.name) &&
          !own.some((service) => leadsTo(graph, backend, service)) &&
          !answersItself(rollout, ingress, backend),
      );
      if (others.length === 0) continue;
      report(
        name,
        'others',
        {
          route: name.text,
          ingress: ingress.name,
          rollout: rollout.name,
          services: quoted(others.map(({ to }) => to.name)),
        },
        {
          related: others.slice(0, 3).map(({ from }) => ({ at: from, message: 'would be taken over' })),
          live: () => liveWhen(graph, rollout, ingress, hasRoutes(name.text ?? '')),
        },
      );
    }
  },
});

/** On the load balancer, Exact and Prefix paths take precedence over a header route. */
function comesBehind(pathType: string | undefined): boolean {
  return pathType !== 'Prefix' && pathType !== 'Exact';
}
