import { expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.js';
import subsetExists from '../../../src/rules/istio/subset-exists.js';
import type { Rule } from '../../../src/rules/rule.js';
import servicesExist from '../../../src/rules/rollout/services-exist.js';
import { fileSource } from '../../support/sources.js';
import rule from '../../../src/rules/istio/destinations-present.js';
import { describeRule } from '../../support/describe-rule.js';

const missing = (sides: string, known: string, route = 'HTTP route "primary"'): string =>
  `${route} of VirtualService "checkout" does not lead to ${sides} of Rollout "checkout", only to ${known}; add the missing destination.`;
const bothServices = 'the canary Service "checkout-canary" and the stable Service "checkout-stable"';
const bothSubsets = 'the canary subset "canary" and the stable subset "stable"';
const section = (route: string): string =>
  `${route} of VirtualService "checkout" does not lead to ${bothServices} of Rollout "checkout", which splits every section of the VirtualService; move other routes to another VirtualService.`;
const nothing =
  'VirtualService "checkout", in which Rollout "checkout" splits traffic, has no http, tls or tcp routes; add one to both versions.';

describeRule(rule, {
  'after-a-rollout-without-routing.yaml': [
    missing('the canary Service "checkout-canary"', '"checkout-stable"'),
  ],
  'by-name-and-namespace.yaml': [
    missing('the canary Service "checkout-canary"', '"checkout-stable.shop.svc.cluster.local"'),
  ],
  'delegate-chosen.yaml': [missing(bothServices, 'nothing')],
  'empty-tcp-beside-tls.yaml': ['VirtualService "checkout" has an empty tcp list; remove it.'],
  'empty-tls-beside-http.yaml': ['VirtualService "checkout" has an empty tls list; remove it.'],
  'full-names.yaml': [],
  'http-of-another-service.yaml': [section('HTTP route "primary"')],
  'misspelt-host.yaml': [
    'HTTP route 1 of VirtualService "web" does not lead to the canary Service "web-canary" of Rollout "web", only to "web-stable" and "web-canray"; add the missing destination.',
  ],
  'misspelt-service.yaml': [
    missing('the canary Service "checkout-canry"', '"checkout-stable" and "checkout-canary"'),
  ],
  'misspelt-subset.yaml': [
    missing('the canary subset "canary"', 'subset "stable" of "checkout" and subset "canry" of "checkout"'),
  ],
  'neither.yaml': [missing(bothServices, '"checkout" and "checkout-v2"')],
  'no-canary.yaml': [missing('the canary Service "checkout-canary"', '"checkout-stable"')],
  'no-routes-at-all.yaml': [nothing],
  'odd-input.yaml': [],
  'only-an-empty-list.yaml': [nothing],
  'ping-pong.yaml': [],
  'placeholders.yaml': [],
  'redirect-chosen.yaml': [missing(bothServices, 'nothing')],
  'route-not-chosen.yaml': [],
  'routes-patched': [],
  'services-not-named.yaml': [],
  'services-patched': [],
  'services-routed-and-subsets-named.yaml': [missing(bothSubsets, '"checkout-stable" and "checkout-canary"')],
  'services.yaml': [],
  'several-hosts-headers-and-a-mirror.yaml': [],
  'several-routes-none-chosen.yaml': [],
  'stable-and-canary-before-ping-pong.yaml': [missing(bothServices, '"checkout-ping" and "checkout-pong"')],
  'subsets-routed-and-services-named.yaml': [
    missing(bothServices, 'subset "stable" of "checkout" and subset "canary" of "checkout"'),
  ],
  'subsets.yaml': [],
  'tcp-of-another-service.yaml': [section('TCP route 1')],
  'tls-and-http-both-split.yaml': [],
});

it('leaves a subset that is misspelt in the Rollout alone to istio/subset-exists', () => {
  const file = 'test/rules/istio/subset-exists/misspelt-in-the-rollout-alone.yaml';
  const found = (rules: readonly Rule[]): readonly string[] =>
    lint([fileSource(file)], rules).findings.map(({ rule: name }) => name);
  expect(found([rule])).toEqual(['istio/destinations-present']);
  expect(found([rule, subsetExists])).toEqual(['istio/subset-exists']);
});

it('leaves a Service that is misspelt in the Rollout alone to rollout/services-exist', () => {
  const file = 'test/rules/istio/destinations-present/misspelt-service.yaml';
  const found = (rules: readonly Rule[]): readonly string[] =>
    lint([fileSource(file)], rules).findings.map(({ rule: name }) => name);
  expect(found([rule, servicesExist])).toEqual(['rollout/services-exist']);
});
