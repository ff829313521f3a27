import nginx, { stableIngresses } from '../../routers/nginx.js';
import { routedBy } from '../../routers/router.js';
import { absentIngressMessages, reportAbsentIngress } from '../absent-ingress.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'nginx/ingress-exists',
    description: 'Require the stable Ingresses of a Rollout that routes with nginx to exist.',
    why: 'The controller marks the Rollout InvalidSpec and starts no update; Argo CD shows it as Degraded.',
    severity: 'error',
    messages: absentIngressMessages,
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/nginx/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go',
    ],
  },

  check({ graph, report }) {
    for (const reference of routedBy(nginx, graph.rollouts).flatMap(stableIngresses))
      reportAbsentIngress(graph, reference, report);
  },
});
