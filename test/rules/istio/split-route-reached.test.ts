import rule from '../../../src/rules/istio/split-route-reached.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'before-the-route-of-all.yaml': [],
  'behind-a-prefix-of-all.yaml': [
    'HTTP route "all" of VirtualService "web" takes all requests of HTTP route "primary", which Rollout "web" splits; move it after that route, or narrow its match.',
  ],
  'behind-a-route-without-match.yaml': [
    'HTTP route 2 of VirtualService "web" takes all requests of HTTP route "primary", which Rollout "web" splits; move it after that route, or narrow its match.',
  ],
  'earlier-route-is-delegated.yaml': [],
  'earlier-route-splits-too.yaml': [],
  'earlier-routes-take-a-part.yaml': [],
  'managed-route-in-git.yaml': [],
  'match-by-a-patch': [],
  'prefix-with-a-placeholder.yaml': [],
  'tls-behind-a-wildcard.yaml': [
    'TLS route 1 of VirtualService "web" takes all requests of TLS route 2, which Rollout "web" splits; move it after that route, or narrow its match.',
  ],
});
