import type { Field } from '../../../model/field.js';
import type { Resource } from '../../../model/resource.js';
import type { Refusals } from '../refusal.js';
import { isDnsLabel, isGiven, isHttp, isIp, isTls, isWildcardDomain, portProtocols } from './refusal.js';

/** https://github.com/istio/istio/blob/1.30.0/pkg/config/validation/validation.go (ValidateGateway) */
export function* gatewayRefusals(gateway: Resource): Refusals {
  const name = gateway.at('metadata', 'name');
  if (name.text && !isDnsLabel(name.text))
    yield { at: name, problem: `may have no dots and 63 characters at most: "${name.text}"` };
  const servers = gateway.at('spec', 'servers');
  if (servers.items.length === 0) yield { at: servers, problem: 'is empty; a Gateway needs a server' };
  const names = new Set<string>();
  for (const server of servers.items) {
    yield* serverRefusals(server);
    const port = server.at('port', 'name');
    if (!port.text) continue;
    if (names.has(port.text))
      yield { at: port, problem: `repeats the name "${port.text}" of the port of an earlier server` };
    names.add(port.text);
  }
}

function* serverRefusals(server: Field): Refusals {
  const [hosts, port, tls] = [server.at('hosts'), server.at('port'), server.at('tls')];
  if (hosts.exists && hosts.items.length === 0)
    yield { at: hosts, problem: 'is empty; a server needs a host' };
  for (const at of hosts.items) if (at.text !== undefined) yield* serverHostRefusals(at, at.text);
  const written = port.at('protocol').text;
  const protocol = written?.toLowerCase();
  if (protocol !== undefined && !portProtocols.has(protocol)) {
    yield { at: port.at('protocol'), problem: `is not a protocol that Istio knows: "${written}"` };
    return;
  }
  const number = port.at('number');
  if (
    number.number !== undefined &&
    (number.number < 1 || number.number > 65_535) &&
    !server.at('bind').text?.startsWith('unix://')
  )
    yield { at: number, problem: `is ${number.number}; it must be from 1 to 65535` };
  if ((port.at('targetPort').number ?? 0) > 0)
    yield { at: port.at('targetPort'), problem: 'has no effect in a Gateway; remove it' };
  yield* bindRefusals(server.at('bind'), number);
  if (tls.shape === 'map') yield* tlsRefusals(tls);
  if (protocol === undefined) return;
  if (isTls(protocol) && !tls.exists) yield { at: server, problem: `has protocol ${written} and no "tls"` };
  if (isTls(protocol) || tls.shape !== 'map') return;
  const isPassed = ['PASSTHROUGH', 'AUTO_PASSTHROUGH'].includes(tls.at('mode').text ?? 'PASSTHROUGH');
  const own = ['caCertificates', 'privateKey', 'serverCertificate'].some((key) => isGiven(tls.at(key)));
  if (!isHttp(protocol) || !isPassed || own)
    yield { at: tls, problem: `stands at a port of protocol ${written}, which has no TLS` };
}

function* bindRefusals(bind: Field, port: Field): Refusals {
  const { text } = bind;
  if (text === undefined) return;
  if (!text.startsWith('unix://')) {
    if (!isIp(text)) yield { at: bind, problem: `is not an IP address: "${text}"` };
  } else if ((port.number ?? 0) !== 0)
    yield { at: port, problem: 'stands beside a Unix socket; set it to 0' };
}

function* serverHostRefusals(at: Field, text: string): Refusals {
  const slash = text.indexOf('/');
  const host = text.slice(slash + 1);
  const namespace = text.slice(0, Math.max(slash, 0));
  if (slash !== -1 && !['*', '.'].includes(namespace) && !isDnsLabel(namespace))
    yield { at, problem: `names no namespace before the slash: "${text}"` };
  if (host !== '*' && !host.includes('.') && !isIp(host))
    yield { at, problem: `is a short name, "${text}"; Gateways take full names` };
  else if (
    (!isWildcardDomain(host) && !isIp(host)) ||
    (host.length > 1 && host.includes('*') && !host.startsWith('*.'))
  )
    yield { at, problem: `is not a DNS name: "${text}"` };
}

function* tlsRefusals(tls: Field): Refusals {
  const mode = tls.at('mode').text ?? 'PASSTHROUGH';
  const given = (key: string): boolean => isGiven(tls.at(key));
  const certificates = ['serverCertificate', 'privateKey', 'caCertificates', 'tlsCertificates'];
  const credentials = ['credentialName', 'credentialNames'];
  if (mode === 'ISTIO_MUTUAL') {
    for (const key of [...certificates, ...credentials])
      if (given(key))
        yield {
          at: tls.at(key),
          problem: 'stands beside mode ISTIO_MUTUAL, which has certificates of its own',
        };
    return;
  }
  const sources = [...credentials, 'tlsCertificates'].filter(given);
  if (given('serverCertificate') && given('privateKey')) sources.push('serverCertificate');
  if (sources.length > 1)
    yield { at: tls, problem: `has certificates in "${sources.join('" and "')}"; leave one of them` };
  if (!['SIMPLE', 'MUTUAL', 'OPTIONAL_MUTUAL'].includes(mode) || credentials.some(given)) return;
  if (mode !== 'SIMPLE' && !given('caCertificates'))
    yield { at: tls, problem: `has neither "credentialName" nor "caCertificates", which mode ${mode} needs` };
  if (given('tlsCertificates')) return;
  const missing = ['serverCertificate', 'privateKey'].filter((key) => !given(key));
  if (missing.length > 0)
    yield {
      at: tls,
      problem: `has neither "credentialName" nor "${missing.join('" and "')}", which mode ${mode} needs`,
    };
}
