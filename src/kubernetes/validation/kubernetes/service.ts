import type { Field } from '../../../model/field.js';
import { isDnsLabel, isDnsSubdomain } from '../../../model/dns-name.js';
import type { Resource } from '../../../model/resource.js';
import { labelValueProblems, qualifiedNameProblems } from '../labels.js';
import { otherThan, type Refusals } from '../refusal.js';
import { isIp } from '../istio/refusal.js';
import { portNumberRefusals, portRefusals } from './ports.js';

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (validateService) */
export function* serviceRefusals(service: Resource): Refusals {
  const spec = service.at('spec');
  const [ports, type, clusterIp] = [spec.at('ports'), spec.at('type'), spec.at('clusterIP')];
  const kind = type.text ?? 'ClusterIP';
  const isHeadless = clusterIp.text === 'None';
  yield* otherThan(type, ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort']);
  yield* otherThan(spec.at('sessionAffinity'), ['ClientIP', 'None']);
  if (clusterIp.text && !isHeadless && kind !== 'ExternalName' && !isIp(clusterIp.text))
    yield { at: clusterIp, problem: `is neither an IP address nor None: "${clusterIp.text}"` };
  if (ports.items.length === 0 && !isHeadless && kind !== 'ExternalName')
    yield { at: ports, problem: 'is empty; add a port', rests: [type, clusterIp] };
  if (isHeadless && (kind === 'LoadBalancer' || kind === 'NodePort'))
    yield {
      at: clusterIp,
      problem: `is None, which a Service of type ${kind} cannot have`,
      rests: [type],
    };
  if (kind === 'ExternalName') {
    yield* externalNameRefusals(spec.at('externalName'), type);
    if (clusterIp.text)
      yield { at: clusterIp, problem: 'stands beside "type: ExternalName"; leave one', rests: [type] };
  }
  yield* eachPort(ports, kind, type);
  for (const at of spec.at('selector').entries) {
    const key = String(at.key);
    if (qualifiedNameProblems(key).length > 0) yield { at, problem: `is not a key of a label: "${key}"` };
    else if (at.text !== undefined && labelValueProblems(at.text).length > 0)
      yield { at, problem: `is not a value of a label: "${at.text}"` };
  }
  if (kind !== 'LoadBalancer')
    for (const key of ['loadBalancerSourceRanges', 'allocateLoadBalancerNodePorts', 'loadBalancerClass']) {
      const at = spec.at(key);
      if (at.exists && (at.shape !== 'list' || at.items.length > 0))
        yield { at, problem: 'needs "type: LoadBalancer"', rests: [type] };
    }
}

function* externalNameRefusals(at: Field, type: Field): Refusals {
  const name = at.text?.replace(/\.$/, '') ?? '';
  if (name === '') yield { at, problem: 'is missing, which "type: ExternalName" needs', rests: [type] };
  else if (!isDnsSubdomain(name)) yield { at, problem: `is not a DNS name: "${name}"` };
}

function* eachPort(ports: Field, kind: string, type: Field): Refusals {
  const names = new Map<string, Field>();
  const numbers = new Map<string, Field>();
  for (const port of ports.items) {
    const [name, number, nodePort] = [port.at('name'), port.at('port'), port.at('nodePort')];
    if (!name.text && !name.isEmpty && ports.items.length > 1)
      yield { at: name, problem: 'is missing, which several ports need', rests: [ports] };
    else if (name.text && !isDnsLabel(name.text))
      yield { at: name, problem: `is not a name of a port: "${name.text}"; ${labelWords}` };
    yield* distinct(names, name.text, name, 'name');
    yield* portNumberRefusals(number);
    yield* portRefusals(port.at('targetPort'));
    yield* otherThan(port.at('protocol'), ['SCTP', 'TCP', 'UDP']);
    const protocol = port.at('protocol').text ?? 'TCP';
    const pair = number.number === undefined ? undefined : `${number.number}/${protocol}`;
    yield* distinct(numbers, pair, number, 'number and protocol', [port.at('protocol')]);
    const application = port.at('appProtocol');
    if (application.text && qualifiedNameProblems(application.text).length > 0)
      yield { at: application, problem: `is not a name of a protocol: "${application.text}"` };
    if (kind === 'ClusterIP' && nodePort.number !== undefined && nodePort.number !== 0)
      yield { at: nodePort, problem: 'needs "type: NodePort" or "type: LoadBalancer"', rests: [type] };
  }
}

const labelWords = 'use at most 63 lower case letters, digits and "-"';

function* distinct(
  seen: Map<string, Field>,
  key: string | undefined,
  at: Field,
  what: string,
  rests: readonly Field[] = [],
): Refusals {
  if (key === undefined || key === '') return;
  const first = seen.get(key);
  if (first)
    yield { at, problem: `repeats the ${what} of an earlier port: ${key}`, rests: [first, ...rests] };
  else seen.set(key, at);
}
