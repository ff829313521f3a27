import rule from '../../../src/rules/argocd/ignore-rule-matches.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'every-entry-matches.yaml': [],
  'group-with-version.yaml': [
    'The group "networking.istio.io/v1" contains a version; Argo CD compares it with the group alone, "networking.istio.io".',
  ],
  'kind-that-is-not-deployed.yaml': [],
  'missing-group.yaml': [
    'Without a group this entry means the core group, and VirtualService is of "networking.istio.io"; set group to "networking.istio.io".',
  ],
  'nothing-known-of-what-it-deploys.yaml': [],
  'other-group.yaml': [
    'The group "istio.io" matches no VirtualService that Application "shop" deploys; theirs is "networking.istio.io".',
  ],
  'other-name.yaml': ['Application "shop" deploys no VirtualService "webb"; it deploys "web".'],
  'other-namespace.yaml': [
    'Application "shop" deploys VirtualService "web" to namespace "shop", not "store".',
  ],
  'plural-kind.yaml': [
    'Application "shop" deploys no kind "virtualservices"; the kind is spelt "VirtualService".',
  ],
});
