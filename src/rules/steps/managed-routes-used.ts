import { canary, managedRoutes, steps } from '../../kubernetes/kinds/rollout.js';
import { routesNamed } from '../../kubernetes/kinds/steps.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'steps/managed-routes-used',
    description: 'Require every route in managedRoutes to be set by a step.',
    why: 'The controller never creates the route, but still reserves its name: it removes any route with this name whenever an update ends.',
    consequence: 'no-effect',
    severity: 'info',
    fixes: ['unsafe'],
    messages: {
      unused:
        'No step of Rollout "{rollout}" sets route "{route}" of managedRoutes; add a setHeaderRoute or setMirrorRoute, or remove it here.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/#traffic-routing-with-managed-routes-and-route-precedence',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    const routes = managedRoutes(rollout);
    if (routes.length === 0 || graph.isPatched(rollout, canary(rollout).at('steps').path)) return;
    const named = new Set(
      steps(rollout)
        .flatMap(routesNamed)
        .map((route) => route.at('name').text),
    );
    // A step with an undeclared name may be a misspelling of this one.
    const isMisspelt = [...named].some((name) => !routes.some(({ text }) => text === name));
    if (isMisspelt || [...named].some((name) => isPlaceholder(name ?? ''))) return;
    for (const route of routes)
      if (route.text !== undefined && !named.has(route.text) && !isPlaceholder(route.text))
        report(
          route,
          'unused',
          { rollout: rollout.name, route: route.text },
          { fix: () => removalOf(route.parent ?? route, 'unsafe') },
        );
  },
});
