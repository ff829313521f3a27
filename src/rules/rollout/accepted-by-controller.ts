import type { Graph } from '../../graph/graph.js';
import { isWithin } from '../../facts/rollout/unread.js';
import { problemsIn } from '../../facts/schema/problems.js';
import type { Resource } from '../../model/resource.js';
import { defineRule, type Unless } from '../rule.js';
import { type Verdict, verdictsOn } from '../../facts/rollout/verdict.js';

/** Rules without a voice that tell of the same: they look at other Rollouts and at names that kustomize gives, too. */
const others = {
  Ingress: ['alb/ingress-paths-readable', 'nginx/ingress-paths-readable'],
  VirtualService: ['istio/destinations-present', 'istio/route-exists', 'istio/routes-named'],
  AnalysisTemplate: ['rollout/analysis-arguments-resolve', 'rollout/analysis-template-exists'],
} as const;

/** Rules that tell of a misspelt name, for which the controller misses something. */
const ofSchema = 'schema/fields-known';

export default defineRule({
  meta: {
    name: 'rollout/accepted-by-controller',
    description: 'Require the controller to find nothing wrong with a Rollout and what it refers to.',
    why: 'The controller marks the Rollout InvalidSpec with this text and neither updates nor scales it; Argo CD shows it as Degraded.',
    otherwise: {
      failed: {
        when: 'Where it cannot go on',
        consequence: 'pass-error',
        why: 'Every pass of the controller over the Rollout ends with this error: it is neither updated nor scaled.',
      },
      panicked: {
        when: 'Where it panics',
        consequence: 'panic',
        why: 'Every pass of the controller over the Rollout ends in a panic: it is neither updated nor scaled.',
      },
    },
    consequence: 'invalid-spec',
    severity: 'error',
    yieldsTo: [...Object.values(others).flat(), ofSchema],
    messages: {
      invalid: 'The controller finds Rollout "{rollout}" invalid: {error}.',
      failed: 'The controller cannot go on with Rollout "{rollout}": {error}.',
      panicked: 'The controller panics over what Rollout "{rollout}" refers to.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    for (const verdict of verdictsOn(graph, rollout)) {
      const { outcome, code, field, involved } = verdict;
      const error = verdict.error.replace(/\.$/, '');
      // An error in an object that the Rollout refers to is shown where it is referred to.
      const related = involved
        .filter((other) => other !== field.resource && error.includes(`"${other.name}"`))
        .map((other) => ({ at: other, message: 'what it is about' }));
      report(
        field,
        outcome,
        { rollout: rollout.name, error },
        {
          related,
          case: outcome === 'invalid' ? undefined : outcome,
          unlessVoiced: { rollout, code },
          unless: unlessTold(graph, rollout, verdict),
        },
      );
    }
  },
});

/** Where others say the same: of the objects that the Rollout refers to, or of a name that was meant to be another. */
function unlessTold(
  graph: Graph,
  rollout: Resource,
  { field, kinds, involved }: Verdict,
): Unless<(typeof others)[keyof typeof others][number] | typeof ofSchema> {
  const rules = Object.entries(others).flatMap(([kind, names]) => (kinds.includes(kind) ? names : []));
  if (kinds.length > 0) return Object.fromEntries(rules.map((rule) => [rule, [rollout, ...involved]]));
  const misspelt = (problemsIn(graph, field.resource) ?? []).filter(
    ({ keyword, path, nearest }) =>
      keyword === 'unknown' &&
      (isWithin(path, field.path) ||
        (!field.exists && nearest === field.key && isWithin(path, field.path.slice(0, -1)))),
  );
  return misspelt.length === 0 ? {} : { [ofSchema]: misspelt.map(({ field: name }) => name) };
}
