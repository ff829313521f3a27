import rule from '../../../src/rules/alb/root-service-given.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'empty.yaml': [
    'Rollout "web" has pingPong Services but no rootService; set it to the Service that the Ingress names.',
  ],
  'given.yaml': [],
  'missing.yaml': [
    'Rollout "web" has pingPong Services but no rootService; set it to the Service that the Ingress names.',
  ],
  'stable-and-canary-services.yaml': [],
});
