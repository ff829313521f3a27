import { trafficRouting } from '../../kinds/rollout.js';
import { nearestName } from '../../model/nearest-name.js';
import alb from '../../routers/alb.js';
import { routedBy } from '../../routers/router.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'alb/root-service-exists',
    description: 'Require a Service for the name that rootService has.',
    why: 'The load balancer takes rootService for the name of an action and needs no Service, but whoever calls that name inside the cluster finds none.',
    severity: 'info',
    messages: {
      absent: 'There is no Service "{service}"; rootService of Rollout "{rollout}" names one.',
      misspelt:
        'There is no Service "{service}", which rootService of Rollout "{rollout}" names; there is "{nearest}".',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/alb/#rootservice',
      'https://github.com/kubernetes-sigs/aws-load-balancer-controller/blob/v3.5.0/pkg/ingress/enhanced_backend_builder.go',
    ],
  },

  check({ graph, report }) {
    for (const rollout of routedBy(alb, graph.rollouts)) {
      const from = trafficRouting(rollout).at('alb', 'rootService');
      if (from.text === undefined) continue;
      const to = { group: '', kind: 'Service', name: from.text };
      if (!graph.isAbsent({ from, to })) continue;
      const names = [...graph.near(rollout, [to])].map(({ name }) => name);
      const nearest = nearestName(from.text, names);
      report(from, nearest === undefined ? 'absent' : 'misspelt', {
        service: from.text,
        rollout: rollout.name,
        nearest,
      });
    }
  },
});
