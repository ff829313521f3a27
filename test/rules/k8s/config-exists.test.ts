import rule from '../../../src/rules/k8s/config-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'absent.yaml': [
    'ConfigMap "web-init", which Rollout "web" reads, does not exist.',
    'ConfigMap "web-flies", which Rollout "web" mounts, does not exist; "web-files" does.',
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
  'there.yaml': [],
});
