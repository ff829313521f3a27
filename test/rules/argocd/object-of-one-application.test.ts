import rule from '../../../src/rules/argocd/object-of-one-application.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'a-part-each': [],
  'an-argo-cd-in-each-cluster': [],
  'an-overlay-each': [],
  // A CRD of external-secrets.io with `scope: Cluster`, so the namespaces of the Applications do not tell them apart.
  'a-store-of-the-cluster': [
    'Applications "two" and "one" both deploy ClusterSecretStore "vault", which has no namespace, to the same cluster; deploy it from only one of them.',
  ],
  // Each sync creates its hooks anew, and Argo CD does not compare them.
  'hooks-of-two-paths': [],
  'two-paths': [
    'Applications "two" and "one" both deploy AnalysisTemplate "success" and 1 more to namespace "shop" of the same cluster, from two manifests; remove one of them, or give it another name.',
  ],
  'two-paths-two-namespaces': [],
  'two-prefixes': [],
  'a-cluster-each': [],
  // A condition may switch a subchart off, and its CRDs with it.
  'crd-of-a-subchart': [],
  'an-object-of-the-cluster': [
    'Applications "two" and "one" both deploy PriorityClass "high", which has no namespace, to the same cluster; deploy it from only one of them.',
  ],
  'another-cluster': [],
  'another-name': [],
  'another-namespace': [],
  'another-revision': [],
  'destination-with-a-placeholder': [],
  'failing-syncs': [
    'Applications "two" and "one" both deploy Rollout "web" to namespace "shop" of the same cluster, so with FailOnSharedResource=true the syncs of "one" fail while the other one tracks it; deploy it from only one of them.',
  ],
  'namespace-in-the-manifest': [
    'Applications "two" and "one" both deploy Rollout "web" and 1 more to namespace "shop" of the same cluster, where Git puts it; deploy it from only one of them, or remove the namespace in Git, so that it goes to "two" and "one".',
  ],
  'namespace-of-kustomize': [
    'Applications "two" and "one" both deploy Rollout "web" and 1 more to namespace "shop" of the same cluster, where Git puts it; deploy it from only one of them, or remove the namespace in Git, so that it goes to "two" and "one".',
  ],
  'one-destination': [
    'Applications "two" and "one" both deploy Rollout "web" to namespace "shop" of the same cluster; deploy it from only one of them, or give each its own namespace.',
  ],
  'folder-below': [
    'Applications "two" and "one" both deploy Rollout "web" to namespace "shop" of the same cluster; deploy it from only one of them, or give each its own namespace.',
  ],
  // Both are for one namespace, and the manifest names it besides: another destination would change nothing.
  'one-namespace-in-git': [
    'Applications "two" and "one" both deploy Rollout "web" to namespace "shop" of the same cluster, where Git puts it; deploy it from only one of them.',
  ],
  'one-remote-cluster': [
    'Applications "two" and "one" both deploy Rollout "web" to namespace "shop" of the same cluster, where Git puts it; deploy it from only one of them.',
  ],
});
