import { defineRule } from '../rule.js';
import { verdictOn } from '../../facts/rollout/verdict.js';

/** Rules without a voice that tell of the same: they look at other Rollouts and at names that kustomize gives, too. */
const others = [
  'istio/destinations-present',
  'istio/route-exists',
  'istio/routes-named',
  'rollout/analysis-arguments-resolve',
  'rollout/analysis-template-exists',
] as const;

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
    yieldsTo: others,
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
    const verdict = verdictOn(graph, rollout);
    if (!verdict) return;
    const { outcome, code, field, involved, isOwn } = verdict;
    const error = verdict.error.replace(/\.$/, '');
    // An error in an object that the Rollout refers to is shown where it is referred to.
    const related = involved
      .filter((other) => other !== rollout && other !== field.resource && error.includes(`"${other.name}"`))
      .map((other) => ({ at: other, message: 'what it is about' }));
    report(
      field,
      outcome,
      { rollout: rollout.name, error },
      {
        related,
        case: outcome === 'invalid' ? undefined : outcome,
        unlessVoiced: { rollout, code },
        // They are about objects that the Rollout refers to.
        unless: isOwn ? undefined : Object.fromEntries(others.map((other) => [other, involved])),
      },
    );
  },
});
