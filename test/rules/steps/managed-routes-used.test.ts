import rule from '../../../src/rules/steps/managed-routes-used.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'all-set.yaml': [],
  'misspelt-in-a-step.yaml': [],
  'never-set.yaml': [
    'No step of Rollout "web" sets route "by-header" of managedRoutes; add a setHeaderRoute or setMirrorRoute, or remove it here.',
  ],
  'one-of-two.yaml': [
    'No step of Rollout "web" sets route "copies" of managedRoutes; add a setHeaderRoute or setMirrorRoute, or remove it here.',
  ],
  'placeholder.yaml': [],
  'steps-by-a-patch': [],
});
