import rule from '../../../src/rules/k8s/service-target-port-declared.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-container-open.yaml': [],
  'another-number.yaml': [
    'Service "web" leads to port 8000 of the pods of Rollout "web", which declare only 8080; check that a container listens there.',
  ],
  'basic-canary.yaml': [
    'Service "shop" leads to port 5000 of the pods of Rollout "web", which declare only 8080; check that a container listens there.',
  ],
  'both-services.yaml': [
    'Service "web" leads to port 8000 of the pods of Rollout "web", which declare only 8080; check that a container listens there.',
  ],
  'declared.yaml': [],
  'no-target-port.yaml': [
    'Service "web" leads to port 5000 of the pods of Rollout "web", which declare only 8080; check that a container listens there.',
  ],
  'nothing-declared.yaml': [],
});
