import { managedRoutes, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { routesNamed } from '../../kubernetes/kinds/steps.js';
import type { Field } from '../../model/field.js';
import { groupBy } from '../../model/multimap.js';
import { nearestName, onlyNearName } from '../../model/nearest-name.js';
import type { Resource } from '../../model/resource.js';
import { isSupported, type Feature } from '../../rollouts/routers/support.js';
import { setTo } from '../fixes.js';
import { typedRule, type ProposedFix, type RuleContext } from '../rule.js';
import { quoted } from '../facts/words.js';

export default typedRule({
  meta: {
    name: 'steps/managed-route-declared',
    description:
      'Require managedRoutes to list every route that setHeaderRoute and setMirrorRoute steps name.',
    why: 'The controller marks the Rollout InvalidSpec: "Steps define a route that does not exist in spec.strategy.canary.trafficRouting.managedRoutes". No update starts.',
    consequence: 'invalid-spec',
    severity: 'error',
    fixes: ['safe'],
    messages: {
      none: 'Rollout "{rollout}" has no managedRoutes, but this step names route "{route}"; add "managedRoutes: [{name: {route}}]" to trafficRouting.',
      missing: 'Route "{route}" is not in managedRoutes, which lists {known}; add it there.',
      misspelt: 'Route "{route}" is not in managedRoutes; did you mean "{nearest}"?',
      unnamed: 'This {action} has no route name; managedRoutes lists {known}.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/#traffic-routing-based-on-header-values-for-canary',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    ],
  },

  voices: {
    'managed-routes-missing': (found, context) =>
      reportUndeclared(
        found.flatMap(({ field }) => routesNamed(field)),
        context,
      ),
    'managed-route-undeclared': (found, context) =>
      reportUndeclared(
        found.map(({ field }) => field),
        context,
      ),
  },
});

function reportUndeclared(
  routes: readonly Field[],
  { rollout, graph, report }: RuleContext & { readonly rollout: Resource },
): void {
  const known = managedRoutes(rollout).flatMap(({ text }) => text ?? []);
  // If no router supports it, declaring the route does not help.
  const wanted = routes.filter(({ key }) => isSupported(rollout, key as Feature, graph.rolloutsVersion));
  for (const [route, [first, ...others]] of groupBy(wanted, (field) => field.at('name').text)) {
    if (!first) continue;
    if (route === undefined) {
      for (const field of [first, ...others])
        report(
          field,
          'unnamed',
          { action: String(field.key), known: known.length > 0 ? quoted(known) : 'none' },
          { atKey: true },
        );
      continue;
    }
    const nearest = nearestName(route, known);
    report(
      first.at('name'),
      known.length === 0 ? 'none' : nearest === undefined ? 'missing' : 'misspelt',
      { route, rollout: rollout.name, known: quoted(known), nearest },
      {
        related: others.slice(0, 3).map((field) => ({ at: field.at('name'), message: 'named here too' })),
        rests: managedRoutes(rollout),
        fix: () => declared(rollout, route, [first, ...others], known),
      },
    );
  }
}

/** The similar name of a declared route; otherwise a new declaration. */
function declared(
  rollout: Resource,
  route: string,
  fields: readonly Field[],
  known: readonly string[],
): ProposedFix | undefined {
  const names = fields.map((field) => field.at('name'));
  if (nearestName(route, known) !== undefined) return setTo(names, onlyNearName(route, known));
  const list = trafficRouting(rollout).at('managedRoutes');
  if (list.exists && list.shape !== 'list') return undefined;
  const field = list.at(list.items.length);
  return { title: `Declare route "${route}" in managedRoutes.`, writes: [{ field, value: { name: route } }] };
}
