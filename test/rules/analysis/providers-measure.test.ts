import rule from '../../../src/rules/analysis/providers-measure.js';
import { describeRule } from '../../support/describe-rule.js';

const never = (metric: string, why: string) => `Metric "${metric}" is never measured: ${why}.`;
const text = (metric: string, measured: string, example: string) =>
  `The jsonPath of metric "${metric}" starts outside of braces, so the text "${measured}" is measured whatever the service answers; put the path into braces, as in "${example}".`;

const body = (metric: string, condition: string) =>
  `Condition "${condition}" of metric "${metric}" compares the whole answer, because the metric has no jsonPath, but an answer that is not JSON passes whatever it says; let the service answer with JSON, and set jsonPath to the field that is meant.`;

/** What the providers of Argo Rollouts 1.9.1 do with each is in the code that the rule links. */
describeRule(rule, {
  'bad.yaml': [
    never('no-scheme', 'its address "prometheus.monitoring:9090" has no scheme, such as http://'),
    never('rehearsed', 'its address "prometheus" has no scheme, such as http://'),
    never('port-as-text', 'its address "http://prometheus:web" has the port "web", which is no number'),
    never('negative', 'its timeout is negative'),
    never('half-authenticated', 'its oauth2 has a tokenUrl but no clientSecret'),
    never('other-scheme', 'its url "checkout.example.com/health" has no scheme, such as http://'),
    never('body-of-get', 'a request with the method GET has no body'),
    never('two-bodies', 'it has both a body and a jsonBody'),
    text('not-in-braces', '$.status', '{$.status}'),
    text('text-before', 'status=', '{$.value}'),
    never('not-closed', 'its jsonPath "{$.status" has a brace that is not closed'),
    never('other-brackets', 'its jsonPath "{$["status"]}" does not parse (invalid array index "status")'),
    never(
      'without-dot',
      'its jsonPath "{data.ok}" has "data" without a dot before it; a field is written as {.data}',
    ),
    never(
      'no-duration',
      'its interval is no duration (time: unknown unit " minutes" in duration "30 minutes")',
    ),
    never('queries-of-v1', 'queries need apiVersion v2, and the default is v1'),
    never('two-queries', 'several queries need a formula'),
    never('no-start', 'a scope without a start needs lookback, or an interval of the metric'),
    never(
      'step-in-words',
      'the step of its rangeQuery is no duration (time: unknown unit " minute" in duration "1 minute")',
    ),
    never('range-without-step', 'its rangeQuery has no end and no step'),
    never('no-graphite-address', 'its graphite has no address'),
    never('no-skywalking-address', 'its skywalking has no address'),
    never('no-skywalking-interval', 'its skywalking has no interval'),
    body('status-code-as-answer', 'result == "200"'),
    body('word-of-a-page', 'result[0] contains "Welcome"'),
  ],
  'good.yaml': [],
  // The name of a Service is resolved by the DNS of the cluster, and each Service has its own ports.
  'address-of-no-service.yaml': [
    'The address of metric "up" leads to Service "prometheus-server" in namespace "monitoring", which is not found; write "prometheus-service" and port 8080, by which Deployment "prometheus" is reached.',
  ],
  'address-of-a-chart.yaml': [
    'The address of metric "success-rate" leads to Service "kube-prometheus-stack-prometheus" in namespace "monitoring", which is not found: Application "monitoring" installs Prometheus there with the Service "monitoring-prometheus"; write that name.',
  ],
  'address-by-its-chart.yaml': [],
  'address-without-a-service.yaml': [
    'The address of metric "up" leads to Service "prometheus" in namespace "monitoring", which is not found, and no Service leads to Deployment "prometheus"; add one.',
  ],
  'address-of-another-port.yaml': [
    'The address of metric "up" leads to port 9090 of Service "prometheus-service", which has no such port; write the port of the Service.',
  ],
  'address-good.yaml': [],
  'address-elsewhere.yaml': [],
  // https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/prometheus/prometheus.go (NewPrometheusAPI): the controller asks.
  'own-host.yaml': [
    'The address of metric "local" is "localhost", which is the pod of the controller, because the controller asks it; write the Service and its namespace.',
    'The url of metric "local-page" is "127.0.0.1", which is the pod of the controller, because the controller asks it; write the Service and its namespace.',
    'The address of metric "near" is host "prometheus" without a namespace, so the controller looks for it in its own namespace; write "prometheus.<namespace>.svc".',
  ],
  'own-host-good.yaml': [],
  'own-host-of-a-sidecar.yaml': [],
  // A chart makes Services that are not seen.
  'address-installed.yaml': [],
});
