import rule from '../../../src/rules/steps/managed-routes-unique.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'once.yaml': [],
  'twice-on-alb.yaml': [],
  'twice-without-step.yaml': [],
  'twice.yaml': ['Route "preview" is listed twice in managedRoutes; remove one.'],
});
