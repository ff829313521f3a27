import rule from '../../../src/rules/k8s/workload-images-versioned.js';
import { describeRule } from '../../support/describe-rule.js';

const means =
  'names no version: the next pod that is started may run another one without a change in Git; use a tag or digest of one version.';

describeRule(rule, {
  'latest.yaml': [`Image "mysql:latest" of StatefulSet "db" has tag "latest", which ${means}`],
  'untagged.yaml': [`Image "redis" of Deployment "cache" has no tag and means "latest", which ${means}`],
  'job.yaml': [`Image "shop/tools:main" of CronJob "clean" has tag "main", which ${means}`],
  'by-application': [`Image "redis:latest" of Deployment "cache" has tag "latest", which ${means}`],
  'double.yaml': [`Image "shop/web:latest" of Deployment "web-earlier" has tag "latest", which ${means}`],
  'referenced.yaml': [`Image "shop/web:latest" of Deployment "web" has tag "latest", which ${means}`],
  'good.yaml': [],
  'alone.yaml': [],
  'flux.yaml': [],
  'tag-of-overlay': [],
  'set-by-pipeline': [],
});
