import { steps } from '../../kubernetes/kinds/rollout.js';
import { routeSet } from '../../kubernetes/kinds/steps.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';
import { splitsWithAddedRoutes } from '../facts/istio/split.js';

export default typedRule({
  meta: {
    name: 'istio/http-for-header-routes',
    description: 'Require a VirtualService to have HTTP routes if the Rollout sets header or mirror routes.',
    why: 'The controller fails with "spec.http not found" and the step never completes; in a list of VirtualServices its routes also remain in the ones that follow.',
    consequence: 'pass-error',
    severity: 'error',
    fixes: ['choice'],
    messages: {
      none: 'VirtualService "{virtualService}" has no HTTP routes, which {action} of Rollout "{rollout}" needs to set route "{route}"; remove the VirtualService from the Rollout, or remove the step.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/#traffic-routing-with-managed-routes-and-route-precedence',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go',
    ],
  },

  *check({ graph, report }) {
    for (const { rollout, reference, virtualService } of splitsWithAddedRoutes(graph)) {
      yield virtualService;
      const set = steps(rollout).flatMap((step) => routeSet(step) ?? [])[0];
      const http = virtualService.at('spec', 'http');
      // A VirtualService without any routes has a different problem.
      const hasOthers = ['tls', 'tcp'].some((key) => virtualService.at('spec', key).items.length > 0);
      if (!set || http.exists || !hasOthers) continue;
      report(
        reference.from,
        'none',
        {
          rollout: rollout.name,
          virtualService: virtualService.name,
          action: String(set.key),
          route: set.at('name').text ?? '',
        },
        {
          rests: [http],
          choices: () =>
            set.parent
              ? [{ ...removalOf(set.parent), title: `Remove the step with ${String(set.key)}.` }]
              : [],
          related: [
            { at: set.keyPlace, message: 'sets a route' },
            { at: virtualService.at('spec'), message: 'has no http' },
          ],
        },
      );
    }
  },
});
