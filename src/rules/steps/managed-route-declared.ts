import { managedRoutes, steps, trafficRouting } from '../../kinds/rollout.js';
import { routesNamed } from '../../kinds/steps.js';
import type { Field } from '../../model/field.js';
import { nearestName } from '../../model/nearest-name.js';
import { isSupported, type Feature } from '../../routers/support.js';
import { defineRule } from '../rule.js';
import { quoted } from '../../facts/words.js';

export default defineRule({
  meta: {
    name: 'steps/managed-route-declared',
    description:
      'Require every route that a setHeaderRoute or setMirrorRoute step names to be in managedRoutes.',
    why: 'The controller marks the Rollout InvalidSpec: "Steps define a route that does not exist in spec.strategy.canary.trafficRouting.managedRoutes". No update starts.',
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      none: 'Rollout "{rollout}" has no managedRoutes, and this step names route "{route}"; add "managedRoutes: [{name: {route}}]" to trafficRouting.',
      missing: 'Route "{route}" is not in managedRoutes, which has {known}; add it there.',
      misspelt: 'Route "{route}" is not in managedRoutes, which has "{nearest}".',
      unnamed: 'This {action} names no route; managedRoutes has {known}.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/#traffic-routing-based-on-header-values-for-canary',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    const known = managedRoutes(rollout).flatMap(({ text }) => text ?? []);
    const section = trafficRouting(rollout).at('managedRoutes');
    if (section.shape !== 'absent' && section.shape !== 'list') return;

    const undeclared = new Map<string, Field[]>();
    for (const route of steps(rollout).flatMap(routesNamed)) {
      // Without a router for it, steps/supported-by-router reports the step.
      if (!isSupported(rollout, route.key as Feature, graph.rolloutsVersion)) continue;
      const name = route.at('name');
      if (name.value === undefined && route.key === 'setHeaderRoute')
        report(
          route,
          'unnamed',
          { action: String(route.key), known: known.length > 0 ? quoted(known) : 'none' },
          { atKey: true },
        );
      else if (name.text !== undefined && !known.includes(name.text))
        undeclared.set(name.text, [...(undeclared.get(name.text) ?? []), name]);
    }

    for (const [route, [first, ...others]] of undeclared) {
      const nearest = nearestName(route, known);
      report(
        first!,
        known.length === 0 ? 'none' : nearest === undefined ? 'missing' : 'misspelt',
        { route, rollout: rollout.name, known: quoted(known), nearest },
        {
          related: others.slice(0, 3).map((at) => ({ at, message: 'named here too' })),
          rests: managedRoutes(rollout),
        },
      );
    }
  },
});
