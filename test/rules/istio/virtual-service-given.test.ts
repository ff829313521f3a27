import rule from '../../../src/rules/istio/virtual-service-given.js';
import { describeRule } from '../../support/describe-rule.js';

const neither =
  'Rollout "checkout" uses Istio without a VirtualService; name one in "virtualService", or several in "virtualServices".';

describeRule(rule, {
  'an-empty-list.yaml': [neither],
  'another-router.yaml': [],
  'both.yaml': [
    'Rollout "checkout" sets both virtualService and virtualServices; keep one (virtualServices can list all).',
  ],
  'neither.yaml': [neither],
  'nothing-at-all.yaml': [neither],
  'one-and-an-empty-list.yaml': [],
  'one.yaml': [],
  'several.yaml': [],
});
