import { checkJq } from '../../argocd/jq-syntax.js';
import { ignoreRules } from '../../argocd/ignore.js';
import { headerRouteSteps } from '../../kinds/rollout.js';
import { defineRule } from '../rule.js';
import { compare, comparedObjects, withHeaderRoutes } from './router-fields.js';

export default defineRule({
  meta: {
    name: 'argocd/header-route-ignored',
    description:
      'Require an Application to ignore the header routes that a canary adds to the objects of its traffic router.',
    why: 'A sync or self-heal removes the route; the controller writes it in its own step only, so it does not come back before the next release.',
    severity: 'error',
    messages: {
      uncovered:
        'Application "{application}" does not ignore the route that Rollout "{rollout}" adds to {kind} "{name}" in its setHeaderRoute steps ({routes}); ignore {expressions}.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/#traffic-routing-based-on-header-values-for-canary',
      'https://github.com/argoproj/argo-rollouts/issues/2463',
    ],
  },

  check({ graph, report }) {
    for (const compared of comparedObjects(graph, withHeaderRoutes)) {
      const { application, resource, rollout } = compared;
      const rules = ignoreRules(application);
      if (rules.some(({ jqPathExpressions }) => jqPathExpressions.some(({ text }) => checkJq(text ?? ''))))
        continue;
      const { paths, unknown } = compare(compared);
      if (!paths.some(isList) || unknown !== undefined) continue;
      const names = headerRouteSteps(rollout).flatMap((step) => step.at('setHeaderRoute', 'name').text ?? []);
      report(
        application.at('spec', 'ignoreDifferences'),
        'uncovered',
        {
          application: application.name,
          rollout: rollout.name,
          kind: resource.kind,
          name: resource.name,
          routes: names.map((name) => `"${name}"`).join(', '),
          expressions: names.map((name) => `'${expression(resource.kind, name)}'`).join(', '),
        },
        {
          atKey: true,
          related: headerRouteSteps(rollout).map((step) => ({
            at: step.at('setHeaderRoute', 'name'),
            message: 'this step adds a route',
          })),
        },
      );
    }
  },
});

/** A list of Git that is longer in the cluster ends the comparison at the list itself. */
function isList(path: readonly (string | number)[]): boolean {
  return path.at(-1) === 'http' || path.at(-1) === 'paths';
}

function expression(kind: string, name: string): string {
  const quoted = JSON.stringify(name);
  return kind === 'Ingress'
    ? `.spec.rules[]?.http?.paths[]? | select(.backend.service.name == ${quoted})`
    : `.spec.http[]? | select(.name == ${quoted})`;
}
