import {
  limitsEgress,
  limitsIngress,
  mayAdmitPeer,
  type Peer,
} from '../../kubernetes/kinds/network-policy.js';
import { ports, targetNumber, targetPort } from '../../kubernetes/kinds/service.js';
import { memoize } from '../../model/memo.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { workloadOf } from '../../repository/graph/workload-of.js';
import { mayApplyTo } from '../facts/applied-policies.js';
import { type CalledService, calledServices } from '../facts/called-services.js';
import { pluginPolicies } from '../facts/plugin-policies.js';
import { areSurelyTogether } from '../facts/surely-together.js';
import { typedRule } from '../rule.js';

/** Always information: policies may come from elsewhere, and a network plugin may enforce none. */
export default typedRule({
  meta: {
    name: 'k8s/network-policy-admits-calls',
    description:
      'Require NetworkPolicies to admit the connections to Services that the pods of a Rollout open.',
    why: 'A NetworkPolicy admits connections by the labels of pods and namespaces and by the ports of pods. What none of the policies of a pod admits is dropped: a container that waits for it never starts, and others answer with errors.',
    consequence: 'update-stuck',
    severity: 'info',
    messages: {
      egress:
        'NetworkPolicy "{policy}" limits what the pods of Rollout "{rollout}" connect to, and no NetworkPolicy among the files admits port {port} of the pods of Service "{service}", which they call in {of}; add it to egress.',
      ingress:
        'NetworkPolicy "{policy}" limits what connects to the pods of {kind} "{target}", and no NetworkPolicy among the files admits those of Rollout "{rollout}" to port {port}, which call their Service "{service}" in {of}; add them to ingress.',
    },
    yieldsTo: ['k8s/network-policy-admits-names', 'k8s/network-policy-admits-requests'],
    links: ['https://kubernetes.io/docs/concepts/services-networking/network-policies/'],
  },

  checkRollout(rollout, { graph, report }) {
    const { egress, ingress } = policiesOf(graph);
    const template = graph.podTemplate(rollout);
    if (!template || (egress.length === 0 && ingress.length === 0)) return;
    if (pluginPolicies.some((kind) => graph.ofKind(kind).length > 0)) return;
    const from = { labels: graph.labels(rollout), namespace: graph.namespace(rollout) };
    for (const called of calledServices(template, graph)) {
      const target = endOfCall(called, rollout, graph);
      if (!target || target.workload === rollout) continue;
      const { service, workload, port, container } = target;
      const to = { labels: graph.labels(workload), namespace: graph.namespace(workload) };
      const data = { rollout: rollout.name, service: service.name, port, of: called.of };
      const labels = [template, container].map((one) => one.at('metadata', 'labels'));
      const rests = [called.from, service.at('spec'), ...labels];
      const related = [{ at: called.from, message: 'calls the Service' }];
      const out = refusing({ graph, policies: egress, of: rollout }, (policy) =>
        mayAdmitPeer(policy, 'egress', { ...to, port, container, policyNamespace: graph.namespace(policy) }),
      );
      if (out)
        report(
          out.at('spec', 'egress'),
          'egress',
          { ...data, policy: out.name },
          {
            atKey: true,
            rests: [...rests, out.at('spec')],
            related,
            unless: { 'k8s/network-policy-admits-names': [out.at('spec'), out.at('spec', 'egress')] },
          },
        );
      const into = refusing({ graph, policies: ingress, of: workload }, (policy) =>
        mayAdmitPeer(policy, 'ingress', {
          ...from,
          port,
          container,
          policyNamespace: graph.namespace(policy),
        }),
      );
      if (into)
        report(
          into.at('spec', 'ingress'),
          'ingress',
          { ...data, policy: into.name, kind: workload.kind, target: workload.name },
          {
            atKey: true,
            rests: [...rests, into.at('spec')],
            related,
            unless: { 'k8s/network-policy-admits-requests': [into.at('spec')] },
          },
        );
    }
  },
});

const policiesOf = memoize((graph: Graph) => {
  const all = graph.ofKind('NetworkPolicy', 'networking.k8s.io');
  // More of them than a person writes are not compared with each call.
  const some = all.length > 500 ? [] : all;
  return { egress: some.filter(limitsEgress), ingress: some.filter(limitsIngress) };
});

interface CallTarget extends Required<Pick<Peer, 'port' | 'container'>> {
  readonly service: Resource;
  readonly workload: Resource;
}

/** The pods that a call ends at and their port; undefined where they are not known. */
function endOfCall(
  { from, to, port }: CalledService,
  rollout: Resource,
  graph: Graph,
): CallTarget | undefined {
  const namespace = to.namespace ?? graph.namespace(rollout);
  const service = graph.find({ from, to: namespace === undefined ? to : { ...to, namespace } });
  const workload = service && workloadOf(graph, service);
  const container = workload && graph.podTemplate(workload);
  const entry = service && ports(service).find((one) => one.at('port').number === port);
  if (!workload || !container || !entry || !areSurelyTogether(graph, rollout, workload)) return undefined;
  const number = targetNumber(targetPort(entry), container);
  return number === undefined ? undefined : { service, workload, port: number, container };
}

/** A policy that certainly applies to pods, where none of those that may apply to them may admit a connection. */
function refusing(
  { graph, policies, of }: { graph: Graph; policies: readonly Resource[]; of: Resource },
  mayAdmit: (policy: Resource) => boolean,
): Resource | undefined {
  const applied = policies.filter((one) => mayApplyTo(graph, one, of));
  if (applied.some(mayAdmit)) return undefined;
  return applied.find((one) => areSurelyTogether(graph, one, of));
}
