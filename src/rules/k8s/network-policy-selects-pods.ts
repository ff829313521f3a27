import { namespaceNameLabel } from '../../kubernetes/kinds/namespace.js';
import { namespaceSelectors, peerSelectors } from '../../kubernetes/kinds/network-policy.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { mayApplyTo } from '../facts/applied-policies.js';
import { missedRollout } from '../facts/missed-rollout.js';
import { besideRollouts } from '../facts/near-rollouts.js';
import { renamedTo } from '../fixes.js';
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
      namespace: {
        when: 'In a rule for a namespace, by a label that no manifest sets',
        consequence: 'lost-traffic',
        severity: 'info',
        why: 'Kubernetes labels a namespace with kubernetes.io/metadata.name alone. Unless the namespace gets the other label by hand, the rule admits none of its pods: where it is meant for DNS, no pod resolves a name.',
      },
    },
    messages: {
      namespace:
        'A rule of NetworkPolicy "{policy}" admits nothing of namespace "{namespace}", which no manifest labels with name: {namespace}; use kubernetes.io/metadata.name: {namespace}.',
      subject:
        'NetworkPolicy "{policy}" applies to no pods: it requires {requirement}, but the pods of Rollout "{rollout}" have {actual}; use the labels of the pods.',
      peer: 'A rule of NetworkPolicy "{policy}" admits no pods: it requires {requirement}, but the pods of Rollout "{rollout}" have {actual}; use the labels of the pods.',
    },
    fixes: ['unsafe'],
    links: [
      'https://kubernetes.io/docs/concepts/services-networking/network-policies/',
      'https://kubernetes.io/docs/concepts/services-networking/network-policies/#targeting-a-namespace-by-its-name',
    ],
    aliases: ['dangling-networkpolicy', 'dangling-networkpolicypeer-podselector'],
  },

  *check({ graph, report }) {
    for (const policy of graph.ofKind('NetworkPolicy', 'networking.k8s.io')) {
      yield policy;
      for (const { label, namespace } of namesInLabels(policy))
        if (isUnlabelled(graph, namespace) && graph.rollouts.some((one) => mayApplyTo(graph, policy, one)))
          report(
            label,
            'namespace',
            { policy: policy.name, namespace },
            { case: 'namespace', fix: () => renamedTo(label, namespaceNameLabel, 'unsafe') },
          );
    }
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

/** The label that people expect a namespace to have. */
const nameLabel = 'name';

/** The namespaces that rules of a policy select by a label with their name. */
function namesInLabels(policy: Resource): readonly { readonly label: Field; readonly namespace: string }[] {
  return namespaceSelectors(policy).flatMap((selector) => {
    const label = selector.at('matchLabels', nameLabel);
    return label.text === undefined ? [] : [{ label, namespace: label.text }];
  });
}

/** Whether a namespace that certainly exists gets no label with its name, as far as the files show. */
function isUnlabelled(graph: Graph, namespace: string): boolean {
  const declared = graph.given.filter(({ kind, name }) => kind === 'Namespace' && name === namespace);
  if (namespace !== 'kube-system' && declared.length === 0) return false;
  const mayHaveIt = (one: Resource): boolean =>
    one.at('metadata', 'labels', nameLabel).exists || graph.isPatched(one, ['metadata', 'labels', nameLabel]);
  if (declared.some(mayHaveIt)) return false;
  const labels = (text: string): boolean => /\blabel\b/.test(text) && text.includes(`name=${namespace}`);
  return !graph.commandFiles.some((script) => labels(script.read())) && !graph.someText(labels);
}
