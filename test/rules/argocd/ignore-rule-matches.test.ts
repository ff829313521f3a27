import rule from '../../../src/rules/argocd/ignore-rule-matches.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'dot-for-an-underscore.yaml': [
    'The key means a kind "networking.istio.io.VirtualService" of the core group; between group and kind stands an underscore: "networking.istio.io_VirtualService".',
  ],
  'in-no-cluster.yaml': [
    'This entry means the core group, which has no kind "Deployment"; the group of Deployment is "apps".',
    'This entry means the core group, which has no kind "VirtualService"; the group of VirtualService is "networking.istio.io" or "appmesh.k8s.aws".',
    'The core group has an empty name, not "core"; leave the group out.',
    'The core group has an empty name, not "v1"; leave the group out.',
    'The group "apps/v1" contains a version; Argo CD compares it with the group alone, "apps".',
    'There is no kind "deployments"; it is spelt "Deployment".',
    'No kind has a slash in its name, as "networking.istio.io/VirtualService" has; group and kind are two fields.',
  ],
  'patterns-in-names.yaml': [
    'The name "web-*" matches nothing: patterns are for group and kind, the name is compared as it is.',
    'The namespace "*" matches nothing: patterns are for group and kind, the namespace is compared as it is.',
  ],
  'in-argocd-cm-and-sets.yaml': [
    'There is no kind "deployment"; it is spelt "Deployment".',
    'This entry means the core group, which has no kind "Ingress"; the group of Ingress is "networking.k8s.io".',
    'This entry means the core group, which has no kind "Ingress"; the group of Ingress is "networking.k8s.io".',
  ],
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
  'of-another-application': [
    'Application "web" does not deploy VirtualService "web"; Application "mesh" does and has no such entry, where it belongs.',
  ],
  'of-several-applications': [],
  'renamed-by-overlays': [],
  'renamed-by-the-application': [],
  'renamed-by-a-transformer': [],
  'name-of-the-file': [
    'Application "production" deploys VirtualService "web-prd" to namespace "shop", not "shop-staging".',
    'Application "staging" deploys no VirtualService "web"; it deploys "stg-web".',
  ],
  'other-name.yaml': ['Application "shop" deploys no VirtualService "webb"; it deploys "web".'],
  'other-namespace.yaml': [
    'Application "shop" deploys VirtualService "web" to namespace "shop", not "store".',
  ],
  'plural-kind.yaml': [
    'Application "shop" deploys no kind "virtualservices"; the kind is spelt "VirtualService".',
  ],
});
