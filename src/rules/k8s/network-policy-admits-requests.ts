import {
  admitsNothing,
  admitsOwnPodsAlone,
  admitsSome,
  limitsIngress,
  mayAdmitPort,
} from '../../kubernetes/kinds/network-policy.js';
import { requirements } from '../../kubernetes/kinds/selector.js';
import { ports, targetNumber, targetPort } from '../../kubernetes/kinds/service.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { BySelector } from '../facts/by-selector.js';
import { mayApplyTo } from '../facts/applied-policies.js';
import { type ExposedBy, exposedServices } from '../facts/exposed.js';
import { besideRollouts } from '../facts/near-rollouts.js';
import { pluginPolicies } from '../facts/plugin-policies.js';
import { reachedWorkloads } from '../facts/reached-workloads.js';
import { type RuleContext, typedRule } from '../rule.js';

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
      router:
        'NetworkPolicy "{policy}" admits to the pods of Rollout "{rollout}" only pods of their namespace with {labels}, and no other NetworkPolicy among the files admits more, but Ingress "{ingress}" leads to their Service "{service}": requests of its controller are dropped; add the namespace of the controller to from.',
      ports:
        'NetworkPolicy "{policy}" admits only port {ports} of the pods of Rollout "{rollout}", and no other NetworkPolicy among the files admits more, but Service "{service}" sends requests to port {target}: they are dropped; write that port.',
      denied:
        'NetworkPolicy "{policy}" denies all connections to the pods of Rollout "{rollout}", and no other NetworkPolicy among the files admits any, so requests from Service "{service}" are dropped; add one that admits them.',
    },
    links: ['https://kubernetes.io/docs/concepts/services-networking/network-policies/#default-policies'],
  },

  *check({ graph, report }) {
    if (pluginPolicies.some((kind) => graph.ofKind(kind).length > 0)) return;
    const denying: Resource[] = [];
    const narrow: Resource[] = [];
    for (const policy of besideRollouts(graph, 'NetworkPolicy', 'networking.k8s.io')) {
      yield policy;
      if (admitsNothing(policy)) denying.push(policy);
      else if (admitsOwnPodsAlone(policy) && !ofProxies.test(fromOf(policy))) narrow.push(policy);
    }
    const limiting = new Policies(graph.ofKind('NetworkPolicy', 'networking.k8s.io').filter(limitsIngress));
    if (limiting.isEmpty) return;
    const policies = graph.ofKind('NetworkPolicy', 'networking.k8s.io').filter(admitsSome);
    const [deniers, admitting] = [new Policies(denying), new Policies(policies)];
    const [narrowing, wider] = [
      new Policies(narrow),
      new Policies(policies.filter((policy) => !narrow.includes(policy))),
    ];
    for (const { workload, found } of reachedWorkloads(graph)) {
      const only = narrowing.find(graph, workload, (one) => selectsIn(graph, one, workload));
      const exposed = [...found].find((one) => exposedServices(graph).has(one));
      if (only && exposed && !wider.find(graph, workload, (one) => mayApplyTo(graph, one, workload))) {
        const [{ ingress, from }] = exposedServices(graph).get(exposed)! as [ExposedBy];
        report(
          only.at('spec', 'ingress'),
          'router',
          {
            policy: only.name,
            rollout: workload.name,
            labels: fromOf(only),
            ingress: ingress.name,
            service: exposed.name,
          },
          {
            atKey: true,
            rests: [only.at('spec'), workload.at('spec', 'template', 'metadata', 'labels'), from],
            related: [{ at: from, message: 'leads to these pods' }],
            once: `${only.source.path} ${only.name}`,
          },
        );
      }
      const otherPort = unadmitted(graph, workload, found, limiting);
      if (otherPort) reportPorts(report, workload, otherPort);
      const [service] = found;
      const policy = deniers.find(graph, workload, (one) => selectsIn(graph, one, workload));
      if (!service || !policy) continue;
      if (admitting.find(graph, workload, (one) => mayApplyTo(graph, one, workload))) continue;
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

/** A Service whose requests no policy of the pods admits, because of their ports. */
interface Unadmitted {
  readonly policy: Resource;
  readonly service: Resource;
  readonly target: Field;
  readonly template: Field;
}

function unadmitted(
  graph: Graph,
  workload: Resource,
  services: Iterable<Resource>,
  limiting: Policies,
): Unadmitted | undefined {
  const applied = limiting.all(graph, workload, (one) => mayApplyTo(graph, one, workload));
  const policy = applied.find((one) => admitsSome(one) && selectsIn(graph, one, workload));
  const template = graph.podTemplate(workload);
  if (!policy || !template || template.at('spec', 'containers').items.length === 0) return undefined;
  for (const service of services) {
    const targets = sentTo(service, template) ?? [];
    const isAdmitted = ({ number }: ServiceTarget): boolean =>
      applied.some((one) => mayAdmitPort(one, number, template));
    if (targets[0] && !targets.some(isAdmitted)) return { policy, service, target: targets[0].at, template };
  }
  return undefined;
}

type Report = RuleContext<'router' | 'ports' | 'denied'>['report'];

function reportPorts(
  report: Report,
  workload: Resource,
  { policy, service, target, template }: Unadmitted,
): void {
  const admitted = policy.at('spec', 'ingress').items.flatMap((rule) => rule.at('ports').items);
  report(
    admitted[0]!.at('port'),
    'ports',
    {
      policy: policy.name,
      rollout: workload.name,
      ports: [...new Set(admitted.map((port) => port.at('port').shown))],
      service: service.name,
      target: target.shown,
    },
    {
      rests: [policy.at('spec'), target],
      complete: [template.at('spec', 'containers')],
      related: [{ at: target, message: 'leads to this port of the pods' }],
      once: `${policy.source.path} ${policy.name}`,
    },
  );
}

interface ServiceTarget {
  readonly at: Field;
  readonly number: number;
}

/** The ports of the pods that a Service sends requests to; undefined where they are not known, or not all of TCP. */
function sentTo(service: Resource, template: Field): readonly ServiceTarget[] | undefined {
  const all = ports(service).map((port) => ({ at: targetPort(port), protocol: port.at('protocol') }));
  const known = all.flatMap(({ at, protocol }) => {
    const number = targetNumber(at, template);
    return number === undefined || (protocol.exists && protocol.text !== 'TCP') ? [] : [{ at, number }];
  });
  return known.length > 0 && known.length === all.length ? known : undefined;
}

/** Labels of pods that may be those of the controller of an Ingress, in the namespace of the Rollout. */
const ofProxies = /ingress|nginx|traefik|haproxy|gateway|kong|proxy|envoy|contour|router|lb/i;

/** The labels of the pods that the rules of a policy admit, in the words of the manifest. */
function fromOf(policy: Resource): string {
  const peers = policy.at('spec', 'ingress').items.flatMap((rule) => rule.at('from').items);
  const words = peers.map((peer) =>
    requirements(peer.at('podSelector'))
      .map((one) => one.words)
      .join(', '),
  );
  return [...new Set(words)].join(' or ');
}

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

  get isEmpty(): boolean {
    return this.order.size === 0;
  }

  /** The first of those that may select the pods of a workload for which a condition holds. */
  find(graph: Graph, workload: Resource, isMeant: (policy: Resource) => boolean): Resource | undefined {
    return this.all(graph, workload, isMeant)[0];
  }

  /** All of them, in the order of the files. */
  all(graph: Graph, workload: Resource, isMeant: (policy: Resource) => boolean): readonly Resource[] {
    const among = [...this.index.of(graph.labels(workload)), ...this.others].filter(isMeant);
    return among.sort((left, right) => this.order.get(left)! - this.order.get(right)!);
  }
}

/** Whether a policy certainly applies to the pods of a Rollout. */
function selectsIn(graph: Graph, policy: Resource, workload: Resource): boolean {
  return (
    workload.kind === 'Rollout' &&
    mayApplyTo(graph, policy, workload) &&
    graph.areCompanions(policy, workload)
  );
}
