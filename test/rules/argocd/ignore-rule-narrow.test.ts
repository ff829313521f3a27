import rule from '../../../src/rules/argocd/ignore-rule-narrow.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'every-element.yaml': [
    '".spec.http[]" ignores too much of VirtualService "web": for Rollout "web" the controller writes only \'.spec.http[]?.route[]?.weight\'; ignore only that.',
  ],
  'every-kind.yaml': [
    '"/spec/template/spec/containers" is ignored in objects of every kind; name the kinds that it is meant for.',
  ],
  'object-of-no-rollout.yaml': [],
  'what-the-controller-writes.yaml': [],
  'whole-list.yaml': [
    '"/spec/http" ignores too much of VirtualService "web": for Rollout "web" the controller writes only \'.spec.http[]?.route[]?.weight\'; ignore only that.',
  ],
  'whole-list-that-is-respected.yaml': [
    '"/spec/http" ignores too much of VirtualService "web", and with RespectIgnoreDifferences=true changes in Git to it are not deployed: for Rollout "web" the controller writes only \'.spec.http[]?.route[]?.weight\'; ignore only that.',
  ],
  'whole-spec.yaml': [
    '".spec" ignores every field in which a VirtualService can differ; name only the fields that something else writes.',
    '"/spec" ignores every field in which an object can differ; name only the fields that something else writes.',
  ],
  'spec-of-pods.yaml': [
    '"/spec" ignores every field in which a Rollout can differ; name only the fields that something else writes.',
  ],
});
