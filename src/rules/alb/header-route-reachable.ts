import { pathBackends } from '../../kubernetes/kinds/ingress.js';
import { headerRouteSteps } from '../../kubernetes/kinds/rollout.js';
import alb, { actionService, ingresses } from '../../rollouts/routers/alb.js';
import { leadsTo } from '../facts/leads-to.js';
import { typedRule } from '../rule.js';
import { quoted } from '../facts/words.js';

export default typedRule({
  meta: {
    name: 'alb/header-route-reachable',
    description: 'Require the paths behind a header route to have pathType ImplementationSpecific.',
    why: 'The load balancer controller sorts Exact and Prefix paths first. The controller adds a header route as ImplementationSpecific "/*", so its listener rule comes after them and receives no requests.',
    consequence: 'unshifted-traffic',
    severity: 'error',
    messages: {
      behind:
        'Path "{path}" has pathType {pathType}, so it comes before header route {routes} of Rollout "{rollout}"; use pathType ImplementationSpecific with a pattern such as "{pattern}".',
    },
    links: [
      'https://github.com/kubernetes-sigs/aws-load-balancer-controller/blob/v3.5.0/pkg/ingress/model_build_listener_rules.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/ingress/wrapper.go',
      'https://github.com/argoproj/argo-rollouts/issues/2902',
    ],
  },

  router: alb,

  checkRollout(rollout, { graph, report }) {
    const steps = headerRouteSteps(rollout).map((step) => step.at('setHeaderRoute', 'name'));
    if (steps.length === 0) return;
    const routes = quoted(steps.flatMap(({ text }) => text ?? []));
    for (const reference of ingresses(rollout)) {
      const ingress = graph.find(reference);
      if (!ingress) continue;
      for (const backend of pathBackends(ingress)) {
        const pathType = backend.path.at('pathType');
        if (pathType.text !== 'Prefix' && pathType.text !== 'Exact') continue;
        if (!leadsTo(graph, backend, actionService(rollout))) continue;
        const path = backend.path.at('path').text ?? '/';
        report(
          pathType,
          'behind',
          {
            path,
            pathType: pathType.text,
            routes,
            rollout: rollout.name,
            pattern: pathType.text === 'Exact' ? path : `${path.replace(/\/$/, '')}/*`,
          },
          {
            related: steps
              .slice(0, 1)
              .map((at) => ({ at, message: 'this route would come behind the path' })),
          },
        );
      }
    }
  },
});
