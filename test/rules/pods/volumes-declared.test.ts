import rule from '../../../src/rules/pods/volumes-declared.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-name.yaml': [
    'Container "web" of Rollout "web" mounts volume "configs", but the pod template only declares "config"; add the volume, or correct the name.',
  ],
  'declared.yaml': [],
  'no-volumes.yaml': [
    'Container "web" of Rollout "web" mounts volume "config", but the pod template declares no volumes; add the volume.',
  ],
});
