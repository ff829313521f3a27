import { missedRollout } from '../facts/missed-rollout.js';
import { besideRollouts } from '../facts/near-rollouts.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'k8s/network-policy-selects-pods',
    description:
      'Require a NetworkPolicy that is meant for a Rollout to select its pods, and its rules to name pods that exist.',
    why: 'The policy applies to none of the pods: they accept connections that it should forbid, unless another policy applies to them.',
    consequence: 'no-effect',
    severity: 'warning',
    otherwise: {
      peer: {
        when: 'In a rule of the policy',
        consequence: 'lost-traffic',
        why: 'The rule admits none of the pods, so the connections that it should allow are dropped.',
      },
    },
    messages: {
      subject:
        'NetworkPolicy "{policy}" applies to no pods: it requires {requirement}, but the pods of Rollout "{rollout}" have {actual}; use the labels of the pods.',
      peer: 'A rule of NetworkPolicy "{policy}" admits no pods: it requires {requirement}, but the pods of Rollout "{rollout}" have {actual}; use the labels of the pods.',
    },
    links: ['https://kubernetes.io/docs/concepts/services-networking/network-policies/'],
    aliases: ['dangling-networkpolicy', 'dangling-networkpolicypeer-podselector'],
  },

  *check({ graph, report }) {
    for (const policy of besideRollouts(graph, 'NetworkPolicy', 'networking.k8s.io')) {
      yield policy;
      const spec = policy.at('spec');
      // Pods in other namespaces are not checked.
      const peers = [
        ...spec.at('ingress').items.flatMap((rule) => rule.at('from').items),
        ...spec.at('egress').items.flatMap((rule) => rule.at('to').items),
      ].filter((peer) => !peer.at('namespaceSelector').exists && !peer.at('ipBlock').exists);
      const selectors = [
        { selector: spec.at('podSelector'), isSubject: true },
        ...peers.map((peer) => ({ selector: peer.at('podSelector'), isSubject: false })),
      ];
      for (const { selector, isSubject } of selectors) {
        const missed = missedRollout(graph, policy, selector, {
          isNamedAfter: isSubject,
          needsSimilar: true,
        });
        if (!missed) continue;
        const { at, requirement, rollout, labels, actual } = missed;
        report(
          at,
          isSubject ? 'subject' : 'peer',
          { policy: policy.name, requirement, rollout: rollout.name, actual },
          {
            related: [{ at: labels, message: 'the labels of its pods' }],
            complete: [labels],
            case: isSubject ? undefined : 'peer',
          },
        );
      }
    }
  },
});
