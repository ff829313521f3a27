import rule from '../../../src/rules/argocd/ignore-rule-matches.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'dot-for-an-underscore.yaml': [
    'This key is read as kind "networking.istio.io.VirtualService" in the core group; separate group and kind with an underscore: "networking.istio.io_VirtualService".',
  ],
  'in-no-cluster.yaml': [
    'This entry has no group, which means the core group, but the core group has no kind "Deployment"; set group to the API group of Deployment, "apps".',
    'This entry has no group, which means the core group, but the core group has no kind "VirtualService"; set group to the API group of VirtualService, "networking.istio.io" or "appmesh.k8s.aws".',
    'Group "core" is unknown, because the name of the core group is empty; remove the group.',
    'Group "v1" is unknown, because the name of the core group is empty; remove the group.',
    'Group "apps/v1" contains a version, but Argo CD compares it with the group alone; write "apps".',
    'Kind "deployments" is not known; did you mean "Deployment"?',
    'Kind "networking.istio.io/VirtualService" contains a slash, but a kind never does; write group and kind as two fields.',
  ],
  'placeholder.yaml': [],
  'patterns-in-names.yaml': [
    'The name "web-*" matches nothing: only group and kind can be patterns, the name is compared literally; write a full name, or remove it.',
    'The namespace "*" matches nothing: only group and kind can be patterns, the namespace is compared literally; write a full namespace, or remove it.',
  ],
  'in-argocd-cm-and-sets.yaml': [
    'Kind "deployment" is not known; did you mean "Deployment"?',
    'This entry has no group, which means the core group, but the core group has no kind "Ingress"; set group to the API group of Ingress, "networking.k8s.io".',
    'This entry has no group, which means the core group, but the core group has no kind "Ingress"; set group to the API group of Ingress, "networking.k8s.io".',
  ],
  'every-entry-matches.yaml': [],
  'groups-of-no-cluster.yaml': [
    'Group "web-role" has no kind "ClusterRole" in any cluster; set group to the API group of ClusterRole, "rbac.authorization.k8s.io".',
    'Group "apps" has no kind "MutatingWebhookConfiguration" in any cluster; set group to the API group of MutatingWebhookConfiguration, "admissionregistration.k8s.io".',
  ],
  'without-paths.yaml': [
    'This entry for Rollout has no jsonPointers, no jqPathExpressions and no managedFieldsManagers, so it ignores nothing; add the paths to ignore, or remove it.',
    'This entry for Deployment has no jsonPointers, no jqPathExpressions and no managedFieldsManagers, so it ignores nothing; add the paths to ignore, or remove it.',
  ],
  'group-with-version.yaml': [
    'Group "networking.istio.io/v1" contains a version, but Argo CD compares it with the group alone; write "networking.istio.io".',
  ],
  'kind-from-elsewhere.yaml': [],
  'kind-of-another-application': [],
  'kind-that-is-not-deployed.yaml': [
    'Application "shop" deploys no Deployment, so this entry ignores nothing; remove it.',
    'Application "shop" deploys no MutatingWebhookConfiguration, so this entry ignores nothing; remove it.',
  ],
  'kinds-of-an-unknown-group.yaml': [
    'Application "shop" deploys no TimedCommitStatus, so this entry ignores nothing; remove it.',
    'Application "shop" deploys no CommitStatus, so this entry ignores nothing; remove it.',
    'Application "shop" deploys no GitComitStatus, so this entry ignores nothing; remove it.',
    'Application "shop" deploys no kind "GitComitStatus"; did you mean "GitCommitStatus"?',
  ],
  'missing-group.yaml': [
    'This entry has no group, which means the core group, but VirtualService is in "networking.istio.io"; set group to "networking.istio.io".',
  ],
  'nothing-known-of-what-it-deploys.yaml': [],
  'other-group.yaml': [
    'Group "istio.io" matches no VirtualService that Application "shop" deploys; the API group of VirtualService is "networking.istio.io".',
  ],
  'of-another-application': [
    'Application "web" does not deploy VirtualService "web"; move this entry to Application "mesh", which deploys it and has no such entry.',
  ],
  'of-several-applications': [],
  'renamed-by-overlays': [],
  'renamed-by-the-application': [],
  'renamed-by-a-transformer': [],
  'name-of-the-file': [
    'Application "production" deploys VirtualService "web-prd" to namespace "shop", not "shop-staging"; set namespace to "shop".',
    'Application "staging" deploys no VirtualService "web", only "stg-web"; correct the name.',
  ],
  'other-name.yaml': ['Application "shop" deploys no VirtualService "webb", only "web"; correct the name.'],
  'other-namespace.yaml': [
    'Application "shop" deploys VirtualService "web" to namespace "shop", not "store"; set namespace to "shop".',
  ],
  'plural-kind.yaml': [
    'Application "shop" deploys no kind "virtualservices"; did you mean "VirtualService"?',
  ],
});
