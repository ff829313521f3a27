import rule from '../../../src/rules/pods/volumes-declared.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-name.yaml': [
    'Container "web" of Rollout "web" mounts volume "configs", which the pod template does not declare; it declares "config".',
  ],
  'declared.yaml': [],
  'no-volumes.yaml': [
    'Container "web" of Rollout "web" mounts volume "config", but the pod template declares no volumes.',
  ],
});
