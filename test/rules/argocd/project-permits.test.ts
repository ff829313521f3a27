import rule from '../../../src/rules/argocd/project-permits.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'cluster-kinds': [
    'Namespace "shop" of Application "shop" is of a kind that AppProject "shop" does not permit, so each sync fails; add Namespace to clusterResourceWhitelist.',
  ],
  limited: [
    'Application "shop" deploys from https://github.com/acme/shop.git, which AppProject "shop" does not permit; add it to sourceRepos of the AppProject.',
    'Application "shop" deploys to namespace "shop" of cluster "https://kubernetes.default.svc", which AppProject "shop" does not permit; add it to destinations of the AppProject.',
    'Service "checkout" of Application "shop" is in namespace "gateways", which AppProject "shop" does not permit, so each sync fails; add it to destinations of the AppProject.',
    'Rollout "checkout" of Application "shop" is of a kind that AppProject "shop" does not permit, so each sync fails; add argoproj.io/Rollout to namespaceResourceWhitelist.',
    'ConfigMap "settings" of Application "shop" is of a kind that AppProject "shop" denies, so each sync fails; remove ConfigMap from namespaceResourceBlacklist.',
  ],
  'names-of-clusters-unknown.yaml': [],
  'of-a-set.yaml': [
    'ApplicationSet "shops" deploys from https://github.com/acme/shop.git, which AppProject "shop" does not permit; add it to sourceRepos of the AppProject.',
  ],
  permitted: [],
  // A copy of the AppProject permits the same.
  'in-two-copies': [
    'ApplicationSet "shops" deploys from https://github.com/acme/shop.git, which AppProject "shop" does not permit; add it to sourceRepos of the AppProject.',
  ],
});
