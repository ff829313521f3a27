import rule from '../../../src/rules/istio/sections-not-empty.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'empty-tls.yaml': [
    'VirtualService "web" has an empty list of tls routes, at which the controller of Rollout "web" crashes; leave tls out.',
  ],
  'http-alone.yaml': [],
  'null.yaml': [],
  'of-nobody.yaml': [],
});
