import type { Field } from '../../../model/field.js';
import type { Resource } from '../../../model/resource.js';
import type { Refusals } from '../refusal.js';
import {
  exportRefusals,
  hostRefusals,
  isDnsLabel,
  isDomain,
  isHttp,
  isIp,
  isTls,
  isWildcardDomain,
  labelRefusals,
  rangeRefusals,
  portProtocols,
  subnetRefusals,
  stringValue,
} from './refusal.js';

/**
 * The rules of the definition check the rest.
 * https://github.com/istio/istio/blob/1.30.0/pkg/config/validation/validation.go (ValidateServiceEntry)
 */
export function* serviceEntryRefusals(entry: Resource): Refusals {
  const spec = entry.at('spec');
  const hosts = spec.at('hosts').items;
  const [endpoints, addresses] = [spec.at('endpoints'), spec.at('addresses')];
  const resolution = spec.at('resolution').text ?? 'NONE';
  for (const at of hosts) yield* hostRefusals(at);
  yield* subnetRefusals(addresses);
  yield* endpointRefusals(spec, resolution);
  for (const port of spec.at('ports').items) {
    const [name, protocol] = [port.at('name'), port.at('protocol')];
    const text = stringValue(name);
    if (text !== undefined && !isDnsLabel(text))
      yield { at: name, problem: `is not a name of a port: "${text}"` };
    if (protocol.text && !portProtocols.has(protocol.text.toLowerCase()))
      yield { at: protocol, problem: `is not a protocol that Istio knows: "${protocol.text}"` };
  }
  if (resolution === 'NONE' && endpoints.items.length > 0)
    yield {
      at: endpoints,
      problem: 'stands beside resolution NONE, which sends requests where the caller meant them to go',
    };
  if (resolution === 'DYNAMIC_DNS') yield* dynamicRefusals(spec);
  const isDns = ['DNS', 'DNS_ROUND_ROBIN'].includes(resolution);
  if (isDns && endpoints.items.length === 0)
    for (const at of hosts)
      if (at.text && at.text !== '*' && isWildcardDomain(at.text) && !isDomain(at.text))
        yield {
          at,
          problem: `is "${at.text}", which resolution ${resolution} cannot look up without "endpoints"`,
        };
  if (resolution === 'DNS_ROUND_ROBIN' && endpoints.items.length > 1)
    yield { at: endpoints, problem: 'has several items; resolution DNS_ROUND_ROBIN takes one at most' };
  if (resolution !== 'NONE' && hosts.length > 1)
    for (const port of spec.at('ports').items) {
      const protocol = port.at('protocol').text?.toLowerCase();
      if (protocol !== undefined && (!portProtocols.has(protocol) || isHttp(protocol) || isTls(protocol)))
        continue;
      yield {
        at: port,
        problem:
          'is neither HTTP nor TLS, so the hosts cannot be distinguished; leave one host or use resolution NONE',
      };
      break;
    }
  yield* exportRefusals(spec.at('exportTo'), true);
}

function* endpointRefusals(spec: Field, resolution: string): Refusals {
  const isFixed = resolution === 'STATIC';
  if (!isFixed && !['DNS', 'DNS_ROUND_ROBIN'].includes(resolution)) return;
  const names = new Set(spec.at('ports').items.map((port) => port.at('name').text));
  for (const endpoint of spec.at('endpoints').items) {
    const address = endpoint.at('address');
    const { text } = address;
    const isSocket = isFixed && text?.startsWith('unix://') === true;
    if (text !== undefined && !isSocket && !isIp(text) && (isFixed || !isDomain(text)))
      yield {
        at: address,
        problem: `is not an IP address${isFixed ? ', which resolution STATIC needs' : ' or a DNS name'}: "${text}"`,
      };
    yield* labelRefusals(endpoint.at('labels'));
    for (const at of endpoint.at('ports').entries) {
      if (!names.has(String(at.key)))
        yield { at, problem: `is "${String(at.key)}", which is not the name of a port of the ServiceEntry` };
      yield* rangeRefusals(at, 1, 65_535);
    }
  }
}

/** Protocols whose requests name the host. */
const named: ReadonlySet<string> = new Set(['http', 'tls', 'grpc', 'http2']);

function* dynamicRefusals(spec: Field): Refusals {
  for (const at of spec.at('hosts').items)
    if (at.text && !at.text.startsWith('*'))
      yield { at, problem: `is "${at.text}"; resolution DYNAMIC_DNS needs a wildcard` };
  for (const at of [spec.at('addresses'), spec.at('endpoints')])
    if (at.items.length > 0)
      yield {
        at,
        problem: 'stands beside resolution DYNAMIC_DNS, which takes addresses from the names of hosts',
      };
  for (const port of spec.at('ports').items) {
    const protocol = port.at('protocol');
    if (
      protocol.text &&
      portProtocols.has(protocol.text.toLowerCase()) &&
      !named.has(protocol.text.toLowerCase())
    )
      yield {
        at: protocol,
        problem: `is ${protocol.text}; resolution DYNAMIC_DNS takes HTTP, HTTP2, GRPC and TLS alone`,
      };
  }
}
