import { admitsNothing, admitsSome, requirementsOf } from '../../kubernetes/kinds/network-policy.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { BySelector } from '../facts/by-selector.js';
import { besideRollouts } from '../facts/near-rollouts.js';
import { reachedWorkloads } from '../facts/reached-workloads.js';
import { typedRule } from '../rule.js';

/** Always information: policies may come from elsewhere, and a network plugin may enforce none. */
export default typedRule({
  meta: {
    name: 'k8s/network-policy-admits-requests',
    description:
      'Require some NetworkPolicy to admit connections to the pods of a Rollout where one denies all.',
    why: 'Pods that a NetworkPolicy for ingress selects accept only connections that one of their policies admits. Requests from Services, Ingresses and other pods are dropped, and so are those of an analysis.',
    consequence: 'lost-traffic',
    severity: 'info',
    messages: {
      denied:
        'NetworkPolicy "{policy}" denies all connections to the pods of Rollout "{rollout}", and no other NetworkPolicy among the files admits any, so requests from Service "{service}" are dropped; add one that admits them.',
    },
    links: ['https://kubernetes.io/docs/concepts/services-networking/network-policies/#default-policies'],
  },

  *check({ graph, report }) {
    if (otherPolicies.some((kind) => graph.ofKind(kind).length > 0)) return;
    const denying: Resource[] = [];
    for (const policy of besideRollouts(graph, 'NetworkPolicy', 'networking.k8s.io')) {
      yield policy;
      if (admitsNothing(policy)) denying.push(policy);
    }
    if (denying.length === 0) return;
    const policies = graph.ofKind('NetworkPolicy', 'networking.k8s.io');
    const [deniers, admitting] = [new Policies(denying), new Policies(policies.filter(admitsSome))];
    for (const { workload, found } of reachedWorkloads(graph)) {
      const [service] = found;
      const policy = deniers.find(graph, workload, (one) => selectsIn(graph, one, workload));
      if (!service || !policy) continue;
      if (admitting.find(graph, workload, (one) => maySelect(graph, one, workload))) continue;
      report(
        policy.at('spec'),
        'denied',
        { policy: policy.name, rollout: workload.name, service: service.name },
        {
          atKey: true,
          rests: [policy.at('spec'), workload.at('spec', 'template', 'metadata', 'labels')],
          related: [{ at: workload, message: 'its pods accept no connections' }],
          once: `${policy.source.path} ${policy.name}`,
        },
      );
    }
  },
});

/** Kinds of network plugins and meshes that admit connections, too. */
const otherPolicies = [
  'CiliumNetworkPolicy',
  'CiliumClusterwideNetworkPolicy',
  'AdminNetworkPolicy',
  'GlobalNetworkPolicy',
];

/** NetworkPolicies by the labels that they select: a repository has as many of them as workloads. */
class Policies {
  private readonly index: BySelector;
  private readonly order: ReadonlyMap<Resource, number>;
  /** Those without `matchLabels`. */
  private readonly others: readonly Resource[];

  constructor(policies: readonly Resource[]) {
    const labelsOf = (policy: Resource): Readonly<Record<string, string>> =>
      policy.at('spec', 'podSelector', 'matchLabels').strings;
    this.index = new BySelector(policies, labelsOf);
    this.order = new Map(policies.map((policy, index) => [policy, index]));
    this.others = policies.filter((policy) => Object.keys(labelsOf(policy)).length === 0);
  }

  /** The first of those that may select the pods of a workload for which a condition holds. */
  find(graph: Graph, workload: Resource, isMeant: (policy: Resource) => boolean): Resource | undefined {
    const among = [...this.index.of(graph.labels(workload)), ...this.others].filter(isMeant);
    return among.sort((left, right) => this.order.get(left)! - this.order.get(right)!)[0];
  }
}

/** Whether a policy certainly applies to the pods of a Rollout. */
function selectsIn(graph: Graph, policy: Resource, workload: Resource): boolean {
  return (
    workload.kind === 'Rollout' && maySelect(graph, policy, workload) && graph.areCompanions(policy, workload)
  );
}

function maySelect(graph: Graph, policy: Resource, workload: Resource): boolean {
  const [one, other] = [graph.namespace(policy), graph.namespace(workload)];
  if (one !== undefined && other !== undefined && one !== other) return false;
  const labels = graph.labels(workload);
  return requirementsOf(policy).every(({ holds }) => holds(labels));
}
