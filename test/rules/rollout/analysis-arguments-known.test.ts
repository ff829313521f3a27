import rule from '../../../src/rules/rollout/analysis-arguments-known.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'hash-of-unknown-pods.yaml': [
    'Argument "canary" in steps[1] of Rollout "web" is an empty string, because the controller knows no podTemplateHashValue "Canary"; use Latest or Stable.',
  ],
  'known.yaml': [],
  'given-twice.yaml': [
    'Argument "service" is given twice in steps[1] of Rollout "web", and the last one counts; remove the other.',
  ],
  'near-one-without-value.yaml': [],
  'template-that-is-not-here.yaml': [],
  'none-declared.yaml': [
    'No template of steps[1] of Rollout "web" declares an argument, so "service" has no effect; remove the argument.',
  ],
  'unknown-and-empty.yaml': [
    'Argument "service" in steps[1] of Rollout "web" has neither value nor valueFrom, so it is an empty string; set one of them.',
    'No template of steps[1] of Rollout "web" declares argument "interval", only "service", "limit"; use one of these, or remove the argument.',
  ],
});
