import rule from '../../../src/rules/argocd/route-defaults-written.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'client-side.yaml': [],
  'left-out.yaml': [
    'HTTPRoute "web" leaves out "group", "kind", "matches", which the API server fills in, and Application "shop" is OutOfSync over it with ServerSideApply=true; write them, or set the compare option ServerSideDiff=true (nothing to do if Argo CD has it on for all).',
  ],
  'match-left-out.yaml': [
    'HTTPRoute "web" leaves out "matches", "type", which the API server fills in, and Application "shop" is OutOfSync over it with ServerSideApply=true; write them, or set the compare option ServerSideDiff=true (nothing to do if Argo CD has it on for all).',
  ],
  'server-side-diff.yaml': [],
  'written.yaml': [],
});
