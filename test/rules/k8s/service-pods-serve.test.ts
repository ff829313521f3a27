import rule from '../../../src/rules/k8s/service-pods-serve.js';
import { describeRule } from '../../support/describe-rule.js';

const job = (workload: string): string =>
  `Service "web" selects the pods of ${workload} as well as those of Rollout "web", and while one runs it gets requests to port 8080, which it does not declare; give it other labels, or select by a label that only the Rollout has.`;
const worker =
  'Service "web" selects the pods of Deployment "worker" as well as those of Rollout "web", but only the latter declare port 8080; give one of them other labels, or check that both listen there.';

describeRule(rule, {
  'blue-green-metrics.yaml': [job('CronJob "cleanup"')],
  'cron-job.yaml': [job('CronJob "cleanup"')],
  'headless.yaml': [],
  'job.yaml': [job('Job "migrate"')],
  'named-port.yaml': [],
  'narrowed-by-the-controller.yaml': [],
  'other-labels.yaml': [],
  'other-namespace.yaml': [],
  'probed.yaml': [],
  'serving.yaml': [],
  'stopped.yaml': [],
  'worker.yaml': [worker],
});
