import { headerRouteSteps } from '../../kubernetes/kinds/rollout.js';
import gateway, { routeReferences, routeSelectors } from '../../rollouts/routers/gateway-api.js';
import { routersOf } from '../../rollouts/routers/support.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'gateway/header-routes-written',
    description: 'Require a Rollout with setHeaderRoute steps to name a route for them.',
    why: 'The step succeeds but adds no rule: requests with the header are routed like all others.',
    consequence: 'no-effect',
    severity: 'error',
    messages: {
      unasked:
        'No route of Rollout "{rollout}" has "useHeaderRoutes: true", so header route "{name}" is not added anywhere; set it on an entry of httpRoutes or grpcRoutes.',
      selected:
        'Rollout "{rollout}" selects its routes only by labels, and header steps do not write to those; name the route in httpRoutes with "useHeaderRoutes: true".',
    },
    links: [
      'https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/docs/features/header-based-routing.md',
      'https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/plugin.go',
    ],
  },

  router: gateway,

  checkRollout(rollout, { report }) {
    // The steps may be meant for another router.
    if (routersOf(rollout).length > 1) return;
    const routes = routeReferences(rollout);
    if (routes.some(({ hasHeaderRoutes }) => hasHeaderRoutes)) return;
    if (routes.length === 0 && routeSelectors(rollout).length === 0) return;
    const message = routes.length > 0 ? 'unasked' : 'selected';
    const [step, ...others] = headerRouteSteps(rollout).map((one) => one.at('setHeaderRoute'));
    if (!step) return;
    report(
      step,
      message,
      { rollout: rollout.name, name: step.at('name').text ?? '' },
      { atKey: true, related: others.map((at) => ({ at, message: 'here, too' })) },
    );
  },
});
