import rule from '../../../src/rules/istio/subset-host-keeps-pods.js';
import { describeRule } from '../../support/describe-rule.js';

const narrowed = (host: string): string =>
  `Rollout "web" splits the subsets of host "${host}", and its stableService is that Service, which then selects only stable pods; subset "canary" has none. Remove stableService, or use a Service of both versions as the host.`;

describeRule(rule, {
  'full-name.yaml': [narrowed('web-stable.shop.svc.cluster.local')],
  'other-namespace.yaml': [],
  'stable-service.yaml': [narrowed('web-stable')],
  'subsets-alone.yaml': [],
  'third-service.yaml': [],
});
