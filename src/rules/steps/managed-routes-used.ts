import { canary, managedRoutes, steps } from '../../kubernetes/kinds/rollout.js';
import { routesNamed } from '../../kubernetes/kinds/steps.js';
import type { Field } from '../../model/field.js';
import { memoize } from '../../model/memo.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { isRendered } from '../../repository/graph/deployment.js';
import type { Graph } from '../../repository/graph/graph.js';
import { maxExamined } from '../facts/similar.js';
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
      elsewhere:
        'No step of Rollout "{rollout}" sets route "{route}" of managedRoutes here, but one in {build} does; keep the route for that one, or move it to the patch with the step.',
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
    for (const route of routes) {
      const { text } = route;
      if (text === undefined || named.has(text) || isPlaceholder(text)) continue;
      const data = { rollout: rollout.name, route: text };
      const setter = (settersOfRoutes(graph).get(text) ?? []).find((step) =>
        graph.areOneInGit(rollout, step.resource),
      );
      if (setter) {
        const build = setter.resource.source.name.replace(/ \(rendered\)$/, '');
        report(route, 'elsewhere', { ...data, build });
      } else report(route, 'unused', data, { fix: () => removalOf(route.parent ?? route, 'unsafe') });
    }
  },
});

/** The steps of rendered Rollouts by the route that they set: several builds may have one document. */
const settersOfRoutes = memoize((graph: Graph): ReadonlyMap<string, readonly Field[]> => {
  const setters = new Map<string, Field[]>();
  for (const rollout of graph.rollouts) {
    if (!isRendered(rollout.source) || managedRoutes(rollout).length === 0) continue;
    for (const route of steps(rollout).flatMap(routesNamed)) {
      const { text = '' } = route.at('name');
      const others = setters.get(text);
      if (!others) setters.set(text, [route]);
      else if (others.length < maxExamined) others.push(route);
    }
  }
  return setters;
});
