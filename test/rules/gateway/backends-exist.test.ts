import rule from '../../../src/rules/gateway/backends-exist.js';
import { describeRule } from '../../support/describe-rule.js';

const ungranted = (service: string): string =>
  `HTTPRoute "web" leads to Service "${service}" in namespace "shop", where no ReferenceGrant allows that; add one there, from HTTPRoute in namespace "edge" to Service.`;
const both = ['web-stable', 'web-canary'];

describeRule(rule, {
  'grant-for-another-namespace.yaml': both.map(ungranted),
  'grant-with-several-entries.yaml': [],
  'kind-of-no-group.yaml': [
    'HTTPRoute "web" leads to "web-canary" of kind "Services" in the core group, which has no such kind; write kind Service.',
  ],
  'misspelt.yaml': ['Service "asets", to which HTTPRoute "web" leads, is not found; did you mean "assets"?'],
  'no-share.yaml': [],
  'other-port.yaml': [
    'HTTPRoute "web" leads to port 8080 of Service "web-canary", which only has 80; use one of its ports.',
  ],
  'route-of-another-namespace.yaml': both.map(
    (service) =>
      `Service "${service}", to which HTTPRoute "web" leads, is not found in namespace "edge"; namespace "shop" has one.`,
  ),
  // rollout/services-exist is not run here, so that the Service of the Rollout is told by this one.
  'service-of-the-rollout.yaml': ['Service "web-canary", to which HTTPRoute "web" leads, is not found.'],
  'there.yaml': [],
  'with-a-grant.yaml': [],
  'without-a-grant.yaml': both.map(ungranted),
  'without-ports.yaml': [],
  'beside-a-rollout.yaml': [
    'Service "asets", to which HTTPRoute "assets" leads, is not found; did you mean "assets"?',
    'HTTPRoute "docs" leads to port 8080 of Service "docs", which only has 80; use one of its ports.',
  ],
  'beside-without-one-alike.yaml': ['Service "pictures", to which HTTPRoute "assets" leads, is not found.'],
  'beside-without-services.yaml': [],
  'apart-from-a-rollout': [
    'Service "web", to which HTTPRoute "web" leads, is not found in namespace "edge"; namespace "shop" has one.',
  ],
  'apart-named-as-a-rollout': ['Service "web", to which HTTPRoute "web" leads, is not found.'],
  'apart-without-one-alike': [],
});
