import rule from '../../../src/rules/rollout/service-not-shared.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'namespaces-of-their-own.yaml': [],
  'overlays-of-one-base': [],
  'own-services.yaml': [],
  'two-rollouts.yaml': [
    'Service "web" is already the stable Service of Rollout "web"; use a separate Service for Rollout "web-next".',
  ],
});
