import rule from '../../../src/rules/argocd/ignore-rule-narrow.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'every-element.yaml': [
    '".spec.http[]" ignores all of it in VirtualService "web", of which the controller writes for Rollout "web" only what \'.spec.http[]?.route[]?.weight\' leads to; ignore that alone.',
  ],
  'every-kind.yaml': [
    '"/spec/template/spec/containers" is ignored in objects of every kind, whatever it means there; name the kinds that it is meant for.',
  ],
  'object-of-no-rollout.yaml': [],
  'what-the-controller-writes.yaml': [],
  'whole-list.yaml': [
    '"/spec/http" ignores all of it in VirtualService "web", of which the controller writes for Rollout "web" only what \'.spec.http[]?.route[]?.weight\' leads to; ignore that alone.',
  ],
  'whole-list-that-is-respected.yaml': [
    '"/spec/http" ignores all of it in VirtualService "web", and with RespectIgnoreDifferences=true no change of Git in it is deployed; the controller writes for Rollout "web" only what \'.spec.http[]?.route[]?.weight\' leads to.',
  ],
  'whole-spec.yaml': [
    '".spec" ignores all that a VirtualService can differ in; name the fields that something else writes.',
    '"/spec" ignores all that an object can differ in; name the fields that something else writes.',
  ],
});
