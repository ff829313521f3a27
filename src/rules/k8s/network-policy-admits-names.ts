import { namesUnder } from '../../kubernetes/kinds/network-policy.js';
import { configReferences, containers } from '../../kubernetes/kinds/workload.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { mayApplyTo } from '../facts/applied-policies.js';
import { isInjected } from '../facts/istio/injected.js';
import { areSurelyTogether } from '../facts/surely-together.js';
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
      denied:
        'NetworkPolicy "{policy}" denies all connections of the pods of Rollout "{rollout}", which {needs}, and no other NetworkPolicy among the files admits any: they resolve no names and reach no other pods; add rules for what they need, and for port 53 of namespace kube-system, over UDP and TCP.',
      refused:
        'NetworkPolicy "{policy}" admits connections of the pods of Rollout "{rollout}", but none to the DNS of the cluster, and no other NetworkPolicy among the files does: the pods resolve no names; add a rule for port 53 of namespace kube-system, over UDP and TCP.',
    },
    links: ['https://kubernetes.io/docs/concepts/services-networking/network-policies/'],
  },

  *check({ graph, report }) {
    if (pluginPolicies.some((kind) => graph.ofKind(kind).length > 0)) return;
    const policies = graph.ofKind('NetworkPolicy', 'networking.k8s.io').filter((one) => namesUnder(one));
    if (policies.length * graph.rollouts.length > mostPairs) return;
    for (const policy of policies) {
      yield policy;
      const egress = policy.at('spec', 'egress');
      if (namesUnder(policy) !== 'refused') continue;
      const deniesAll = egress.items.length === 0;
      const rollout = graph.rollouts.find(
        (one) =>
          mayApplyTo(graph, policy, one) &&
          areSurelyTogether(graph, policy, one) &&
          policies.every((other) => namesUnder(other) === 'refused' || !mayApplyTo(graph, other, one)) &&
          (!deniesAll || needOf(graph, one) !== undefined),
      );
      if (!rollout) continue;
      report(
        deniesAll ? policy.at('spec') : egress,
        deniesAll ? 'denied' : 'refused',
        { policy: policy.name, rollout: rollout.name, needs: deniesAll ? needOf(graph, rollout) : undefined },
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

/**
 * What shows that the pods of a Rollout open connections, as the verb of a message. Pods that only answer, such as those of a web server
 * for files, work under a policy that denies all.
 */
function needOf(graph: Graph, rollout: Resource): string | undefined {
  const template = graph.podTemplate(rollout);
  if (!template) return undefined;
  const variable = containers(template)
    .flatMap((container) => container.at('env').items)
    .find((one) => address.test(one.at('value').text ?? ''));
  if (variable) return `have an address in variable "${variable.at('name').text}"`;
  const secret = configReferences(template).find(({ to, isMounted }) => to.kind === 'Secret' && !isMounted);
  if (isInjected(graph, rollout)) return 'have a sidecar of Istio that asks istiod';
  return secret ? `read variables from Secret "${secret.to.name}"` : undefined;
}

/** A URL, or a host of the cluster. */
const address = /^[a-z][a-z\d+]*:\/\/(?!localhost\b|127\.)|\.svc(?:\.cluster\.local)?(?::\d+)?$/;
