import { valueAt } from '../../play/drift/changes.js';
import { ownedBy } from '../../play/drift/owned.js';
import { expressionOf } from '../../play/drift/pattern.js';
import { headerRouteSteps } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import { typedRule } from '../rule.js';
import {
  brokenJq,
  compare,
  type ComparedObject,
  comparedObjects,
  withHeaderRoutes,
} from '../facts/argocd/router-fields.js';

export default typedRule({
  meta: {
    name: 'argocd/header-route-ignored',
    description:
      'Require an Application to ignore the header routes that a canary adds to the objects of its traffic router.',
    why: 'A sync or self-heal removes the route. The controller writes it only in its own step, so it does not come back before the next release.',
    consequence: 'overwritten',
    severity: 'error',
    yieldsTo: ['argocd/jq-parses'],
    messages: {
      uncovered:
        'Application "{application}" does not ignore the routes that the setHeaderRoute steps of Rollout "{rollout}" add to {kind} "{name}" ({routes}); ignore {expressions}, which "rolloutkit drift --write" adds.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/#traffic-routing-based-on-header-values-for-canary',
      'https://github.com/argoproj/argo-rollouts/issues/2463',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    for (const compared of comparedObjects(graph, rollout, withHeaderRoutes)) {
      const { application, resource, identity } = compared;
      // Another overlay may have other steps.
      const isPatched = ({ path }: Field): boolean => graph.isPatchedFor(application, rollout, path);
      if (headerRouteSteps(rollout).some(isPatched)) continue;
      const { paths, unknown } = compare(compared);
      // If a list is longer in the cluster than in Git, the comparison stops at the list.
      const isLonger = paths.some((path) => Array.isArray(valueAt(compared.git, path)));
      const expressions = isLonger && unknown === undefined ? insertions(compared) : [];
      if (expressions.length === 0) continue;
      const names = headerRouteSteps(rollout).flatMap((step) => step.at('setHeaderRoute', 'name').text ?? []);
      report(
        application.at('spec', 'ignoreDifferences'),
        'uncovered',
        {
          application: application.name,
          rollout: rollout.name,
          kind: resource.kind,
          name: identity.name ?? resource.name,
          routes: names.map((name) => `"${name}"`).join(', '),
          expressions: expressions.map((expression) => `'${expression}'`).join(', '),
        },
        {
          atKey: true,
          // An expression that does not compile stops the whole comparison.
          unless: { 'argocd/jq-parses': brokenJq(application) },
          related: headerRouteSteps(rollout).map((step) => ({
            at: step.at('setHeaderRoute', 'name'),
            message: 'this step adds a route',
          })),
        },
      );
    }
  },
});

/** The expressions that select the elements that only the live object has, and nothing in Git. */
function insertions({ git, live }: ComparedObject): readonly string[] {
  return ownedBy([{ git, live }])
    .patterns.filter((pattern) => 'where' in (pattern.at(-1) ?? {}))
    .map((pattern) => expressionOf(pattern).text);
}
