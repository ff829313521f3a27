import rule from '../../../src/rules/istio/sections-not-empty.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'empty-tls.yaml': [
    'VirtualService "web" has an empty list of tls routes, which makes the controller panic for Rollout "web"; remove tls.',
  ],
  'http-alone.yaml': [],
  'null.yaml': [],
  'of-nobody.yaml': [],
});
