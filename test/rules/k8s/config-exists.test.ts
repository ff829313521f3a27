import rule from '../../../src/rules/k8s/config-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'absent.yaml': [
    'ConfigMap "web-init", which Rollout "web" reads, is not found.',
    'ConfigMap "web-flies", which Rollout "web" mounts, is not found; did you mean "web-files"?',
  ],
  'field-misspelt.yaml': [
    'ConfigMap "settings", which Rollout "web" reads, has no data but the field "daat", which the API server drops; did you mean "data"?',
  ],
  'filled-by-something-else.yaml': [],
  'generated-and-configured': [],
  'generated-for-a-deployment': [],
  'generated-with-hash': [
    'ConfigMap "web", which Rollout "web" reads, is deployed as "web-<hash>", but kustomize does not change this field; write "web-<hash>", or list the field in a transformer configuration of kustomize.',
  ],
  'key.yaml': [
    'ConfigMap "web" has no key "langauge", which Rollout "web" reads, only "language", "logo.png"; add the key, or use one of these.',
    'ConfigMap "web" has no key "style.css", which Rollout "web" mounts, only "language", "logo.png"; add the key, or use one of these.',
  ],
  'merged-by-generator': [],
  'secret-key.yaml': [
    'Secret "web" has no key "tokn", which Rollout "web" reads, only "password", "token", "user"; add the key, or use one of these.',
  ],
  'secret-beside.yaml': [
    'Secret "web-secret", which Rollout "web" reads, is not found, and Secret "web-app-secrets" beside it is not used by its pods; did you mean "web-app-secrets"?',
  ],
  'secret-of-another-name.yaml': [],
  'secret-of-another-workload.yaml': [],
  'there.yaml': [],
});
