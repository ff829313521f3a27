import rule from '../../../src/rules/alb/ingress-given.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'a-list.yaml': [],
  'another-router.yaml': [],
  'both.yaml': [
    'Rollout "web" sets both "ingress" and "ingresses"; move "web" to "ingresses" and remove "ingress".',
  ],
  'empty-list.yaml': ['Rollout "web" names no Ingress; set "ingress" or "ingresses".'],
  'neither.yaml': ['Rollout "web" names no Ingress; set "ingress" or "ingresses".'],
  'one-and-an-empty-list.yaml': [],
  'one.yaml': [],
});
