import { absentIngressMessages, reportAbsentIngress } from '../absent-ingress.js';
import { actionPath } from '../meant-ingress.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'alb/ingress-exists',
    description: 'Require the Ingresses that a Rollout splits traffic in on an AWS load balancer to exist.',
    why: 'The controller marks the Rollout InvalidSpec and starts no update; Argo CD shows it as Degraded.',
    consequence: 'invalid-spec',
    severity: 'error',
    fixes: ['safe', 'unsafe', 'choice'],
    messages: absentIngressMessages,
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/alb/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go',
    ],
  },

  voices: {
    'alb-ingress-missing': (found, { rollout, graph, report }) => {
      for (const { reference } of found) reportAbsentIngress(graph, reference!, actionPath(rollout), report);
    },
  },
});
