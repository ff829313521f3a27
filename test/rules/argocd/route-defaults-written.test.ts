import rule from '../../../src/rules/argocd/route-defaults-written.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'client-side.yaml': [],
  'left-out.yaml': [
    'HTTPRoute "web" omits "group", "kind", "matches", which the API server sets by default, so Application "shop" is OutOfSync with ServerSideApply=true; write them, or set the compare option ServerSideDiff=true (not needed if Argo CD enables it globally).',
  ],
  'match-left-out.yaml': [
    'HTTPRoute "web" omits "matches", "type", which the API server sets by default, so Application "shop" is OutOfSync with ServerSideApply=true; write them, or set the compare option ServerSideDiff=true (not needed if Argo CD enables it globally).',
  ],
  'server-side-diff.yaml': [],
  'written.yaml': [],
});
