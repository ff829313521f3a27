import { peerSelectors } from '../../kubernetes/kinds/network-policy.js';
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
      // Pods in other namespaces are not checked.
      const selectors = [
        { selector: policy.at('spec', 'podSelector'), isSubject: true },
        ...peerSelectors(policy).map((selector) => ({ selector, isSubject: false })),
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
