import rule from '../../../src/rules/argocd/server-side-differences-ignored.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'active-service.yaml': [],
  'client-side.yaml': [],
  'ignored.yaml': [],
  'ignored-in-argocd-cm.yaml': [],
  'service-apart.yaml': [
    'Application "shop" is compared as for server-side apply, but Service "web" is applied client-side (ServerSideApply=false), so no sync resolves the difference in ".spec.selector["rollouts-pod-template-hash"]", which Rollout "web" needs in the cluster; ignore \'/spec/selector/rollouts-pod-template-hash\', here or in argocd-cm; "rolloutkit drift --write" adds the entry here.',
  ],
  'service-with-server-side-apply.yaml': [
    'With ServerSideApply=true Application "shop" is OutOfSync even between updates: Service "web" differs in ".spec.selector["rollouts-pod-template-hash"]", which Rollout "web" needs in the cluster; ignore \'/spec/selector/rollouts-pod-template-hash\', here or in argocd-cm; "rolloutkit drift --write" adds the entry here.',
  ],
  'service-with-server-side-diff.yaml': [
    'With server-side diff Application "shop" is OutOfSync even between updates: Service "web" differs in ".spec.selector["rollouts-pod-template-hash"]", which Rollout "web" needs in the cluster; ignore \'/spec/selector/rollouts-pod-template-hash\', here or in argocd-cm; "rolloutkit drift --write" adds the entry here.',
    'With server-side diff Application "shop" is OutOfSync even between updates: Service "web-canary" differs in ".spec.selector["rollouts-pod-template-hash"]", which Rollout "web" needs in the cluster; ignore \'/spec/selector/rollouts-pod-template-hash\', here or in argocd-cm; "rolloutkit drift --write" adds the entry here.',
  ],
  'subsets.yaml': [
    'With server-side diff Application "shop" is OutOfSync even between updates: DestinationRule "web" differs in ".spec.subsets[].labels["rollouts-pod-template-hash"]", which Rollout "web" needs in the cluster; ignore \'.spec.subsets[]?.labels["rollouts-pod-template-hash"]\', here or in argocd-cm; "rolloutkit drift --write" adds the entry here.',
  ],
  'weights-that-git-leaves-out.yaml': [
    'With server-side diff Application "shop" is OutOfSync even between updates: VirtualService "web" differs in ".spec.http[].route[].weight", which Rollout "web" needs in the cluster; ignore \'.spec.http[]?.route[]?.weight\', here or in argocd-cm; "rolloutkit drift --write" adds the entry here.',
  ],
});
