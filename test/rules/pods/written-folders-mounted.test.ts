import rule from '../../../src/rules/pods/written-folders-mounted.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-image.yaml': [],
  'mounted.yaml': [],
  'root-written.yaml': [],
  'unlike-the-deployment.yaml': [
    'Container "web" of Rollout "web-rollout" has a read-only root and no volume, but Deployment "web" with the same image mounts "/tmp" to write to; mount it, too.',
  ],
});
