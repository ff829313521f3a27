import rule from '../../../src/rules/analysis/queries-fit-conditions.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'bad.yaml': [
    'The query of metric "short" uses delta over 10s, which needs two samples in that time, but Prometheus scrapes once a minute by default; use a range of four scrape intervals or more.',
    'The query of metric "whole-life" compares counter "exceptions_total" itself, which counts from the start of its process, so the counts of old pods from before the update affect the result, too; use increase() or rate().',
    'The query of metric "at-least-one" divides by clamp_min(sum(rate(http_requests_total{service="{{args.service}}"}[5m])), 1): with fewer requests than 1 per second the share is too small; use the smallest number that avoids a division by 0.',
    'In the query of metric "filled-in" only vector(0) is divided, because "or" has lower precedence than "/", so the result is not a share; put the expression before "/" in parentheses.',
    'In the query of metric "by-itself" both sides of "/" are the same, so the share is always 1, or NaN without requests; count all requests after "/", and on its other side only those that the condition is about.',
  ],
  'good.yaml': [],
  'divided.yaml': [],
  'scraped-often.yaml': [],
  // A query that is 100 times a share is at most 100, and 0.95 of 100 is not 95 %.
  'percent.yaml': [
    'The query of metric "after" is a percentage up to 100, and its successCondition lets everything pass from 0.95 on, which is 0.95 %; compare with 95, or do not multiply the query by 100.',
    'The query of metric "before" is a percentage up to 100, and its failureCondition lets everything pass from 0.99 on, which is 0.99 %; compare with 99, or do not multiply the query by 100.',
    'The query of metric "of-errors" is a percentage up to 100, and its successCondition lets everything pass from 1 on, which is 1 %; compare with 100, or do not multiply the query by 100.',
  ],
  'percent-good.yaml': [],
  // While an update runs there are pods of two versions, and each has series of its own.
  'several.yaml': [
    'The query of metric "of-each-pod" has a quantile for each pod, and successCondition reads only the first, which is any of them; add up the buckets with sum by (le).',
    'The query of metric "of-pods" has a result for each pod, and successCondition reads only the first, which is any of them; add them up with sum().',
    'histogram_quantile in the query of metric "no-bucket" never has a result, because sum(rate(request_duration_seconds_bucket{job="web"}[2m])) has no label "le" any more; add it with by (le).',
  ],
  'several-labels.yaml': [
    'The query of metric "of-each-route" has a quantile for each route, and failureCondition reads only the first, which is any of them; add up the buckets with sum by (le).',
    'The query of metric "not-added" has a result for each pod, and successCondition reads only the first, which is any of them; add them up with sum().',
    'histogram_quantile in the query of metric "other-label" never has a result, because sum by (app) (rate(request_duration_seconds_bucket{job="web"}[2m])) has no label "le" any more; add it with by (le).',
  ],
  'one-series.yaml': [],
});
