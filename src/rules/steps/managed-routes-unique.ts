import { managedRoutes, steps } from '../../kubernetes/kinds/rollout.js';
import { routeSet } from '../../kubernetes/kinds/steps.js';
import type { Field } from '../../model/field.js';
import istio from '../../rollouts/routers/istio.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'steps/managed-routes-unique',
    description: 'Require every managed route to be listed once.',
    why: 'The controller sorts the HTTP routes of the VirtualService by this list: each write multiplies a route that is listed twice (2, 3, 9, 129), until the object is too large to be stored.',
    consequence: 'update-stuck',
    severity: 'error',
    fixes: ['choice'],
    messages: {
      twice: 'Route "{route}" is listed twice in managedRoutes; remove one.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go',
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/#traffic-routing-with-managed-routes-and-route-precedence',
    ],
  },

  router: istio,
  checkRollout(rollout, { report }) {
    const set = new Set(steps(rollout).flatMap((step) => routeSet(step)?.at('name').text ?? []));
    const first = new Map<string, Field>();
    for (const field of managedRoutes(rollout)) {
      const route = field.text;
      if (route === undefined || !set.has(route)) continue; // Without a step, the route is never added.
      const other = first.get(route);
      if (other)
        report(
          field,
          'twice',
          { route },
          {
            related: [{ at: other, message: 'listed here' }],
            choices: () => [
              { ...removalOf(field.parent ?? field), title: 'Remove the later one.' },
              { ...removalOf(other.parent ?? other), title: 'Remove the earlier one.' },
            ],
          },
        );
      else first.set(route, field);
    }
  },
});
