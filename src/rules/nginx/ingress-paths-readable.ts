import { pathsToResources, rulesWithoutHttp } from '../../kubernetes/kinds/ingress.js';
import nginx, { stableIngresses } from '../../rollouts/routers/nginx.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'nginx/ingress-paths-readable',
    description: 'Require every rule of a stable Ingress to have paths, and every path to lead to a Service.',
    why: 'The controller panics on such a rule or path and restarts the pass; it creates no canary Ingress, and the status shows no reason.',
    consequence: 'panic',
    severity: 'error',
    messages: {
      resource:
        'Path "{path}" of Ingress "{ingress}" leads to a resource, but Rollout "{rollout}" needs every path to lead to a Service; move it to a separate Ingress.',
      rule: 'This rule of Ingress "{ingress}" has no paths, but Rollout "{rollout}" needs paths in every rule.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/nginx/nginx.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/ingress/ingress.go',
    ],
  },

  router: nginx,

  checkRollout(rollout, { graph, report }) {
    for (const reference of stableIngresses(rollout)) {
      const ingress = graph.find(reference);
      if (!ingress) continue;
      const data = { ingress: ingress.name, rollout: rollout.name };
      const related = {
        related: [{ at: reference.from, message: 'the Rollout copies the rules of this Ingress' }],
      };
      for (const path of pathsToResources(ingress))
        report(
          path.at('backend', 'resource'),
          'resource',
          { ...data, path: path.at('path').text ?? '/' },
          related,
        );
      for (const rule of rulesWithoutHttp(ingress)) report(rule, 'rule', data, related);
    }
  },
});
