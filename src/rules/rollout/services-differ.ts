import { serviceField, type ServiceRole } from '../../kinds/rollout.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'rollout/services-differ',
    description:
      'Require stableService and canaryService, and the other pairs of Services, to be different Services.',
    why: 'The controller marks the Rollout InvalidSpec (two different services are required) and starts no update: one selector cannot lead to two revisions.',
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      same: 'Service "{service}" is the {first} and the {second} Service of Rollout "{rollout}"; name another one here.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
      'https://argo-rollouts.readthedocs.io/en/stable/features/specification/',
    ],
  },

  checkRollout(rollout, { report }) {
    for (const [first, second] of pairs) {
      const [one, other] = [serviceField(rollout, first), serviceField(rollout, second)];
      if (one.text === undefined || one.text !== other.text) continue;
      report(
        other,
        'same',
        { service: one.text, first, second, rollout: rollout.name },
        { rests: [one], related: [{ at: one, message: `the ${first} Service` }] },
      );
    }
  },
});

const pairs: readonly (readonly [ServiceRole, ServiceRole])[] = [
  ['stable', 'canary'],
  ['ping', 'pong'],
  ['active', 'preview'],
];
