import rule from '../../../src/rules/istio/canary-service-not-destination.js';
import { describeRule } from '../../support/describe-rule.js';

const shared = (host: string): string =>
  `Rollout "checkout" splits the subsets of "${host}" but has canaryService "checkout", so subset "stable" also counts as canary; remove canaryService and stableService.`;

describeRule(rule, {
  'canary-subset-missing-in-the-route.yaml': [],
  'host-level.yaml': [],
  'host-patched': [],
  'no-services.yaml': [],
  'services-of-their-own.yaml': [],
  'shared-host-by-full-name.yaml': [shared('checkout.shop.svc.cluster.local')],
  'shared-host.yaml': [shared('checkout')],
  'stable-service-is-the-host.yaml': [],
});
