import rule from '../../../src/rules/analysis/queries-see-canary.js';
import { describeRule } from '../../support/describe-rule.js';

const both = (metric: string, rollout = 'web') =>
  `Nothing in the query of metric "${metric}" selects the canary of Rollout "${rollout}", so it measures both versions; select its Service, its labels or its pod template hash.`;
const shared = (metric: string) =>
  `Metric "${metric}" calls Service "web", which selects the stable pods of Rollout "web", too, so the stable version can answer for the new one; call a canaryService.`;
const selected = (metric: string) =>
  `The query of metric "${metric}" selects Service "web-canary-stable", the stableService of Rollout "web-canary", so it measures only the stable version; select a canaryService.`;

const stray = (rollout: string, value: string, own: string) =>
  `The query of metric "${rollout}" selects destination_version "${value}", but pods of the canary of Rollout "${rollout}" have ${own}, so it measures none of their requests; set label "version" in canaryMetadata, or select another one.`;

const active = 'so it measures only the stable version; select a previewService.';
const byIngress = (metric: string) =>
  `The query of metric "${metric}" selects Ingress "web", which leads to Service "web-active", the activeService of Rollout "web", ${active}`;
const byActive = (metric: string) =>
  `The query of metric "${metric}" selects Service "web-active", the activeService of Rollout "web", ${active}`;

const uncalled = (metric: string): string =>
  `The query of metric "${metric}" selects Service "web-canary", but Istio splits requests of Rollout "web" between subsets and no route leads to that Service, so the query has no result; select the host of the subsets and a label of canaryMetadata, such as destination_version.`;

describeRule(rule, {
  // The active Service selects old pods until promotion: rollout/service.go of upstream, reconcileActiveService.
  'before-promotion.yaml': [
    byIngress('by-ingress'),
    byIngress('by-host'),
    ...['by-service', 'by-exported', 'by-host-of-service'].map(byActive),
    'Nothing in the query of metric "by-namespace" selects the preview of Rollout "web", and before promotion requests of users reach only the stable version; select a previewService or the pod template hash of the preview.',
  ],
  // https://istio.io/latest/docs/reference/config/metrics/: the version of the destination workload, which is the label "version".
  'version-that-no-pod-has.yaml': [
    stray('none', 'canary', 'no label "version"'),
    stray('misspelt', 'canry', 'version "canary"'),
    stray('older', 'v1', 'version "v2"'),
  ],
  'version-that-pods-have.yaml': [],
  'both-versions.yaml': [both('by-app')],
  'argument-of-stable.yaml': [both('by-service')],
  'job-of-all-pods.yaml': ['by-web', 'by-job', 'by-variable', 'by-script'].map(shared),
  'asks-stable.yaml': [
    'Metric "active" calls Service "web", the activeService of Rollout "web", so only the stable version answers; call a previewService.',
  ],
  'divisor.yaml': [
    'The query of metric "share" divides requests of the canary of Rollout "web" by "requests_total" of both versions, so at a small weight the result is a small number whatever the canary answers; select the canary in the divisor, too.',
  ],
  'datadog.yaml': [both('errors')],
  // The words are in names of what both versions have in common.
  'names-with-canary.yaml': ['by-argument', 'by-job', 'by-host', 'by-app', 'by-rollout', 'by-namespace'].map(
    (metric) => both(metric, 'web-canary'),
  ),
  'selects-stable.yaml': [
    selected('by-service'),
    selected('share'),
    both('other-divisor', 'web-canary'),
    both('of-proxy', 'web-canary'),
  ],
  'stable-named-like-pods.yaml': [both('by-service')],
  'names-of-something-else.yaml': [],
  'compares-versions.yaml': [],
  // Nothing runs the template yet.
  'unused.yaml': [both('by-app')],
  'istio-splits.yaml': [],
  // Only proxies of callers know which host was called, and "or vector(0)" is a result.
  'canary-service-of-subsets.yaml': [uncalled('by-host'), uncalled('by-name')],
  'canary-service-that-a-route-calls.yaml': [],
  'good.yaml': [],
});
