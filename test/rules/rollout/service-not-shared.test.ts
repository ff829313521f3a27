import rule from '../../../src/rules/rollout/service-not-shared.js';
import { describeRule } from '../../support/describe-rule.js';

const shared =
  'Service "web" is already the stable Service of Rollout "web"; use a separate Service for Rollout "web-next".';

describeRule(rule, {
  'namespaces-of-their-own.yaml': [],
  'overlays-of-one-base': [],
  'own-services.yaml': [],
  'two-rollouts.yaml': [shared],
  // The same one is told whichever file is read first.
  'two-rollouts-in-the-other-order.yaml': [shared],
});
