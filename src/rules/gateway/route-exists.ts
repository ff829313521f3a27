import gateway, { routeReferences } from '../../rollouts/routers/gateway-api.js';
import { instead } from '../absent.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'gateway/route-exists',
    description: 'Require every Gateway API route that a Rollout names to exist.',
    why: 'Every pass of the controller fails with an error of the plugin: no weight is set, no pods are scaled, and no step completes.',
    consequence: 'pass-error',
    severity: 'error',
    fixes: ['safe'],
    messages: {
      missing: '{kind} "{route}" of Rollout "{rollout}" is not found{hint}',
    },
    links: [
      'https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/docs/features/multiple-routes.md',
      'https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/httproute.go',
    ],
  },

  router: gateway,

  checkRollout(rollout, { graph, report }) {
    for (const reference of routeReferences(rollout)) {
      if (graph.find(reference) || !graph.isAbsent(reference)) continue;
      const { kind, name } = reference.to;
      const { hint, related, fix } = instead(graph, reference);
      report(reference.from, 'missing', { kind, route: name, rollout: rollout.name, hint }, { related, fix });
    }
  },
});
