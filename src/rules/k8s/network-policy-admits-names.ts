import { namesUnder } from '../../kubernetes/kinds/network-policy.js';
import { mayApplyTo } from '../facts/applied-policies.js';
import { besideRollouts } from '../facts/near-rollouts.js';
import { pluginPolicies } from '../facts/plugin-policies.js';
import { typedRule } from '../rule.js';

/** More pairs of a Rollout and a policy than a person has are not compared. */
const mostPairs = 100_000;

/** Always information: policies may come from elsewhere, and a network plugin may enforce none. */
export default typedRule({
  meta: {
    name: 'k8s/network-policy-admits-names',
    description:
      'Require NetworkPolicies that limit what the pods of a Rollout connect to to admit the DNS of the cluster.',
    why: 'Pods that a NetworkPolicy for egress selects can only open connections that one of their policies admits. Without port 53 of the DNS in kube-system they resolve no name, so they do not find the Services that the policy admits.',
    consequence: 'wrong-pods',
    severity: 'info',
    messages: {
      refused:
        'NetworkPolicy "{policy}" admits connections of the pods of Rollout "{rollout}", but none to the DNS of the cluster, and no other NetworkPolicy among the files does: the pods resolve no names; add a rule for port 53 of namespace kube-system, over UDP and TCP.',
    },
    links: ['https://kubernetes.io/docs/concepts/services-networking/network-policies/'],
  },

  *check({ graph, report }) {
    if (pluginPolicies.some((kind) => graph.ofKind(kind).length > 0)) return;
    const policies = graph.ofKind('NetworkPolicy', 'networking.k8s.io').filter((one) => namesUnder(one));
    if (policies.length * graph.rollouts.length > mostPairs) return;
    for (const policy of besideRollouts(graph, 'NetworkPolicy', 'networking.k8s.io')) {
      yield policy;
      const egress = policy.at('spec', 'egress');
      if (namesUnder(policy) !== 'refused' || egress.items.length === 0) continue;
      const rollout = graph.rollouts.find(
        (one) =>
          mayApplyTo(graph, policy, one) &&
          graph.areCompanions(policy, one) &&
          policies.every((other) => namesUnder(other) === 'refused' || !mayApplyTo(graph, other, one)),
      );
      if (!rollout) continue;
      report(
        egress,
        'refused',
        { policy: policy.name, rollout: rollout.name },
        {
          atKey: true,
          rests: [policy.at('spec'), rollout.at('spec', 'template', 'metadata', 'labels')],
          related: [{ at: rollout, message: 'its pods resolve no names' }],
          once: 'refused',
        },
      );
    }
  },
});
