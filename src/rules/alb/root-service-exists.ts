import { services, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { similar } from '../facts/similar.js';
import alb from '../../rollouts/routers/alb.js';
import { setTo } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'alb/root-service-exists',
    description: 'Require rootService not to be a misspelled name of a Service.',
    why: 'The load balancer uses rootService as the name of an action and needs no Service of that name, so traffic is still split. But callers inside the cluster cannot resolve the name.',
    consequence: 'lost-traffic',
    severity: 'info',
    messages: {
      misspelt:
        'Service "{service}", the rootService of Rollout "{rollout}", is not found; did you mean "{nearest}"?',
    },
    fixes: ['unsafe'],
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/alb/#rootservice',
      'https://github.com/kubernetes-sigs/aws-load-balancer-controller/blob/v3.5.0/pkg/ingress/enhanced_backend_builder.go',
    ],
  },

  router: alb,

  checkRollout(rollout, { graph, report }) {
    const from = trafficRouting(rollout).at('alb', 'rootService');
    if (from.text === undefined) return;
    const to = { group: '', kind: 'Service', name: from.text };
    if (!graph.isAbsent({ from, to })) return;
    // The action may have a name of its own: https://github.com/argoproj/argo-rollouts/tree/v1.9.1/test/e2e/header-routing
    const own = services(rollout).map((service) => service.to.name);
    // A Service with this very name is in another namespace, or belongs to another Rollout.
    const nearest = similar(graph, { from, to }, [from.text, ...own])?.name;
    // With that name it would lead nowhere either: the similar Service is of another Rollout, too.
    if (nearest !== undefined && !graph.isAbsent({ from, to: { ...to, name: nearest } }))
      report(
        from,
        'misspelt',
        { service: from.text, rollout: rollout.name, nearest },
        { fix: () => setTo(from, nearest, 'unsafe') },
      );
  },
});
