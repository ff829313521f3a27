import rule from '../../../src/rules/nginx/paths-distinct.js';
import { describeRule } from '../../support/describe-rule.js';

// checkOverlap of ingress-nginx refuses a host and a path that another Ingress has, whatever the pathType, unless one is a canary.
describeRule(rule, {
  'copied.yaml': [
    'Ingress "web-2" has path "/" of host "shop.example.com", which Ingress "web" has already; leave it to one of them, or give it another host or path.',
  ],
  'without-host.yaml': [
    'Ingress "web-2" has path "/" of any host, which Ingress "web" has already; leave it to one of them, or give it another host or path.',
  ],
  'other-hosts.yaml': [],
  'other-class.yaml': [],
  'canary.yaml': [],
  // Two Applications deliver to two clusters, so that the Ingresses never meet.
  'of-two-clusters': [],
});
