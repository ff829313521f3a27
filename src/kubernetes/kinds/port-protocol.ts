import type { Field } from '../../model/field.js';

const protocols: ReadonlySet<string> = new Set([
  ...[
    'tcp',
    'udp',
    'grpc',
    'grpc-web',
    'http',
    'http_proxy',
    'http2',
    'https',
    'tls',
    'mongo',
    'redis',
    'mysql',
  ],
  'doublehbone',
]);

/** The meaning of `appProtocol` of Kubernetes in Istio. */
const standard: Readonly<Record<string, string>> = {
  'kubernetes.io/h2c': 'http2',
  'kubernetes.io/ws': 'http',
  'kubernetes.io/wss': 'https',
};

/** SMTP, DNS, MySQL, MongoDB: ports that default to TCP. */
const wellKnown: ReadonlySet<number> = new Set([25, 53, 3306, 27017]);

/**
 * The protocol of a Service port in Istio: its `appProtocol`, or the prefix of its name; undefined where Istio detects it from
 * the traffic.
 * https://github.com/istio/istio/blob/1.30.0/pkg/config/kube/conversion.go (ConvertProtocol)
 */
export function portProtocol(port: Field): string | undefined {
  if (port.at('protocol').text === 'UDP') return 'udp';
  const app = port.at('appProtocol').text;
  if (app !== undefined && Object.hasOwn(standard, app)) return standard[app];
  const name = (app ?? port.at('name').text ?? '').toLowerCase();
  if (name.startsWith('grpc-web')) return 'grpc-web';
  const [prefix = ''] = name.split('-', 1);
  if (protocols.has(prefix)) return prefix;
  return wellKnown.has(port.at('port').number ?? 0) ? 'tcp' : undefined;
}
