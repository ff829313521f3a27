import rule from '../../../src/rules/pods/ready-before-deadline.js';
import { describeRule } from '../../support/describe-rule.js';

// The readiness probe is asked first after 45 s, and needs five successes, 5 s apart.
const late =
  'Container "web" is ready 65 s after its start at the earliest, but progressDeadlineSeconds of Rollout "web" is 60; set it to more than 65, or shorten the probes.';

describeRule(rule, {
  'late.yaml': [late],
  'aborted.yaml': [late],
  'default.yaml': [
    'Container "web" is ready 601 s after its start at the earliest, but progressDeadlineSeconds of Rollout "web" is 600; set it to more than 601, or shorten the probes.',
  ],
  'good.yaml': [],
});
