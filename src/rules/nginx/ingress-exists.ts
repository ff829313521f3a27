import { trafficRouting } from '../../kubernetes/kinds/rollout.js';
import nginx, { stableIngresses } from '../../rollouts/routers/nginx.js';
import { absentIngressMessages, reportAbsentIngress } from '../absent-ingress.js';
import { copiedPath } from '../meant-ingress.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'nginx/ingress-exists',
    description: 'Require the stable Ingresses of a Rollout that routes with nginx to exist.',
    why: 'The controller marks the Rollout InvalidSpec and starts no update; Argo CD shows it as Degraded.',
    consequence: 'invalid-spec',
    severity: 'error',
    otherwise: {
      besideAlb: {
        when: 'For a Rollout that routes with ALB too',
        consequence: 'pass-error',
        why: 'The controller looks at the Ingresses of ALB alone before it starts an update, and then every pass ends with an error, because nginx comes to the Ingress that is missing.',
      },
    },
    fixes: ['safe', 'unsafe', 'choice'],
    messages: absentIngressMessages,
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/nginx/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go',
    ],
  },

  router: nginx,

  voices: {
    'nginx-ingress-missing': (found, { rollout, graph, report }) => {
      for (const { reference } of found) reportAbsentIngress(graph, reference!, copiedPath(rollout), report);
    },
  },

  checkRollout(rollout, { graph, report }) {
    if (!trafficRouting(rollout).at('alb').exists) return;
    for (const reference of stableIngresses(rollout))
      reportAbsentIngress(graph, reference, copiedPath(rollout), (field, message, data, options) =>
        report(field, message, data, { ...options, case: 'besideAlb' }),
      );
  },
});
