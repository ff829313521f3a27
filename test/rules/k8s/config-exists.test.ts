import rule from '../../../src/rules/k8s/config-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'absent.yaml': [
    'ConfigMap "web-init", which Rollout "web" reads, is not found.',
    'ConfigMap "web-flies", which Rollout "web" mounts, is not found; did you mean "web-files"?',
  ],
  'filled-by-something-else.yaml': [],
  'generated-and-configured': [],
  'generated-for-a-deployment': [],
  'generated-with-hash': [
    'ConfigMap "web", which Rollout "web" reads, is deployed as "web-<hash>": kustomize does not change this field unless a transformer configuration tells it to.',
  ],
  'key.yaml': [
    'ConfigMap "web" has no key "langauge", which Rollout "web" reads; its keys are "language", "logo.png".',
    'ConfigMap "web" has no key "style.css", which Rollout "web" mounts; its keys are "language", "logo.png".',
  ],
  'secret-key.yaml': [
    'Secret "web" has no key "tokn", which Rollout "web" reads; its keys are "password", "token", "user".',
  ],
  'there.yaml': [],
});
