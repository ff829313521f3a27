import { headerRouteSteps } from '../../kubernetes/kinds/rollout.js';
import gateway, {
  type RouteReference,
  routeReferences,
  routeSelectors,
  takesHeaderRoutes,
} from '../../rollouts/routers/gateway-api.js';
import { routersOf } from '../../rollouts/routers/support.js';
import { type ProposedFix, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'gateway/header-routes-written',
    description: 'Require a Rollout with setHeaderRoute steps to name a route for them.',
    why: 'The step succeeds but adds no rule: requests with the header are routed like all others.',
    consequence: 'no-effect',
    severity: 'error',
    fixes: ['unsafe', 'choice'],
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
    const possible = routes.flatMap(asking);
    report(
      step,
      message,
      { rollout: rollout.name, name: step.at('name').text ?? '' },
      {
        atKey: true,
        related: others.map((at) => ({ at, message: 'here, too' })),
        ...(possible.length > 1 ? { choices: () => possible } : { fix: () => possible[0] }),
      },
    );
  },
});

/** Which of several routes is meant, only the user knows; one that has a field of its own needs no setting. */
function asking({ from, to: { kind, name } }: RouteReference): readonly ProposedFix[] {
  if (!takesHeaderRoutes(kind) || from.key !== 'name' || !from.parent) return [];
  return [
    {
      title: `Set useHeaderRoutes for ${kind} "${name}".`,
      isUnsafe: true,
      writes: [{ field: from.parent.at('useHeaderRoutes'), value: true }],
    },
  ];
}
