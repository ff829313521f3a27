import type { ViolationCode } from '../../rollouts/controllers/validation/violation.js';
import { serviceField, type ServiceRole } from '../../kubernetes/kinds/rollout.js';
import { typedRule, type Voice } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/services-differ',
    description:
      'Require stableService and canaryService, and the other pairs of Services, to be different Services.',
    why: 'The controller marks the Rollout InvalidSpec (two different services are required) and starts no update: one selector cannot lead to two revisions.',
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      same: 'Service "{service}" is both the {first} and the {second} Service of Rollout "{rollout}"; use another Service here.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
      'https://argo-rollouts.readthedocs.io/en/stable/features/specification/',
    ],
  },

  voices: {
    'canary-same-service': saying('stable', 'canary'),
    'ping-pong-same-service': saying('ping', 'pong'),
    'blue-green-same-service': saying('active', 'preview'),
  },
});

function saying<Code extends ViolationCode>(first: ServiceRole, second: ServiceRole): Voice<Code> {
  return (_, { rollout, report }) => {
    const [one, other] = [serviceField(rollout, first), serviceField(rollout, second)];
    if (one.text === undefined) return; // The Service is missing, and no other is meant.
    report(
      other,
      'same',
      { service: one.text, first, second, rollout: rollout.name },
      { rests: [one], related: [{ at: one, message: `the ${first} Service` }] },
    );
  };
}
