import rule from '../../../src/rules/rollout/entries-follow-updates.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'blue-green.yaml': [
    'Service "web-all" of type LoadBalancer selects the pods of both versions of Rollout "web", so requests through it reach new pods before they are promoted; send them to Service "web-active".',
  ],
  'blue-green-ingress.yaml': [
    'Ingress "web" leads to Service "web-all", which selects the pods of both versions of Rollout "web", so requests through it reach new pods before they are promoted; send them to Service "web-active".',
  ],
  'nginx.yaml': [
    'Service "web-all" of type NodePort selects the pods of both versions of Rollout "web", so requests through it reach new pods before a step sets a weight; send them through the traffic router of the Rollout.',
  ],
  'other-ingress.yaml': [
    'Ingress "old" leads to Service "web-all", which selects the pods of both versions of Rollout "web", so requests through it reach new pods before a step sets a weight; send them through the traffic router of the Rollout.',
  ],
  'switched.yaml': [],
  'inside.yaml': [],
  'other-port.yaml': [],
  'basic.yaml': [],
  'root-service.yaml': [],
  'two-ways': [],
});
