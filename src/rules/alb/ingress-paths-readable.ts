import { pathsToResources, rulesWithoutHttp, rulesWithoutPaths } from '../../kubernetes/kinds/ingress.js';
import { managedRoutes } from '../../kubernetes/kinds/rollout.js';
import alb, { ingresses } from '../../rollouts/routers/alb.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'alb/ingress-paths-readable',
    description:
      'Require every rule of an Ingress used for ALB traffic routing to have paths, and every path to lead to a Service.',
    why: 'The Rollouts controller panics on such a rule or path and restarts the pass; the update makes no progress and its status shows no reason.',
    consequence: 'panic',
    severity: 'error',
    messages: {
      resource:
        'Path "{path}" of Ingress "{ingress}" leads to a resource, but Rollout "{rollout}" needs every path to lead to a Service; move it to a separate Ingress.',
      rule: 'This rule of Ingress "{ingress}" has no paths, but Rollout "{rollout}" has managedRoutes and needs paths in every rule; add a path, or remove the rule.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/ingress/wrapper.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/ingress/ingress.go',
    ],
  },

  router: alb,

  checkRollout(rollout, { graph, report }) {
    for (const reference of ingresses(rollout)) {
      const ingress = graph.find(reference);
      if (!ingress) continue;
      const data = { ingress: ingress.name, rollout: rollout.name };
      const related = {
        related: [{ at: reference.from, message: 'the Rollout splits traffic in this Ingress' }],
      };
      for (const path of pathsToResources(ingress))
        report(
          path.at('backend', 'resource'),
          'resource',
          { ...data, path: path.at('path').text ?? '/' },
          related,
        );
      // Without managed routes the controller only checks rules with paths.
      if (managedRoutes(rollout).length > 0)
        for (const rule of [...rulesWithoutHttp(ingress), ...rulesWithoutPaths(ingress)])
          report(rule, 'rule', data, related);
    }
  },
});
