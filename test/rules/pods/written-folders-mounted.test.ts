import rule from '../../../src/rules/pods/written-folders-mounted.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-image.yaml': [],
  'mounted.yaml': [],
  'root-written.yaml': [],
  'in-another-folder': [
    'Container "web" of Rollout "web-rollout" has a read-only root and no volume, but Deployment "web" with the same image mounts "/tmp" to write to; mount it, too.',
  ],
  // What it writes depends on what it is configured to do.
  'base-image-in-another-folder': [],
  'unlike-the-deployment.yaml': [
    'Container "web" of Rollout "web-rollout" has a read-only root and no volume, but Deployment "web" with the same image mounts "/tmp" to write to; mount it, too.',
  ],
});
