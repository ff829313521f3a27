import rule from '../../../src/rules/pods/settings-carried-over.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'made-without-environment.yaml': [
    'Container "web" of Rollout "checkout-rollout" lacks envFrom of ConfigMap "checkout-settings", envFrom of Secret "checkout-keys", variables DATABASE_URL, DATABASE_USER, which it has in Deployment "checkout"; copy it, or remove the Deployment if it is outdated.',
  ],
  'one-source-missing.yaml': [
    'Container "web" of Rollout "checkout" lacks envFrom of ConfigMap "checkout-settings", which it has in Deployment "checkout"; copy it, or remove the Deployment if it is outdated.',
  ],
  'same-in-another-form.yaml': [],
  'mounted-as-files.yaml': [],
  'another-program.yaml': [],
  'another-namespace.yaml': [],
  'template-of-the-deployment.yaml': [],
});
