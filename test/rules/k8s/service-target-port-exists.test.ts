import rule from '../../../src/rules/k8s/service-target-port-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'basic-canary.yaml': [
    'Service "shop" targets container port "web", which the pods of Rollout "web" do not have; they have "http".',
  ],
  'containers-without-ports.yaml': [
    'Service "web" targets container port "http", which the pods of Rollout "web" do not have; they have no port with a name.',
  ],
  'misspelt.yaml': [
    'Service "web" targets container port "metric", which the pods of Rollout "web" do not have; they have "http", "metrics".',
  ],
  'name-of-no-port.yaml': [
    'Service "web" targets container port "web", which the pods of Rollout "web" do not have; they have "http".',
  ],
  'names-and-numbers.yaml': [],
  'ports-patched-in': [],
});
