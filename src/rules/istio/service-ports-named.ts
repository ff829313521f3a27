import { ports } from '../../kinds/service.js';
import { portProtocol } from '../../kinds/port-protocol.js';
import { isInMesh, judged } from '../../facts/istio/mesh.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'istio/service-ports-named',
    description: 'Require the ports of a Service in the mesh beside a Rollout to tell their protocol.',
    why: 'Istio guesses the protocol from the first bytes of each connection. What it takes for TCP follows no HTTP route and no weight.',
    consequence: 'unshifted-traffic',
    severity: 'info',
    otherwise: {
      external: {
        when: 'For an ExternalName',
        consequence: 'misdirected-traffic',
        why: 'Istio takes a port of an ExternalName without an HTTP protocol for TCP on all addresses, which may catch the traffic of other hosts on that port.',
        severity: 'info',
      },
    },
    messages: {
      unknown:
        'Port {port} of Service "{service}" does not tell its protocol{name}; begin its name with it, such as "http-web", or set "appProtocol".',
      external:
        'Port {port} of Service "{service}", an ExternalName, is TCP to Istio{name}; begin its name with "http", "https", "http2" or "grpc".',
    },
    links: [
      'https://istio.io/latest/docs/ops/configuration/traffic-management/protocol-selection/',
      'https://istio.io/latest/docs/reference/config/analysis/ist0118/',
      'https://istio.io/latest/docs/reference/config/analysis/ist0150/',
    ],
    aliases: ['IST0118', 'IST0150', 'KIA0601', 'KIA0602'],
  },

  check({ graph, report }) {
    for (const service of judged(graph, 'Service', '')) {
      if (!isInMesh(graph, service)) continue;
      // Those of the mesh itself are not for users to name.
      const labels = service.at('metadata', 'labels').strings;
      if (['kube-system', 'kube-public'].includes(graph.namespace(service) ?? '')) continue;
      if ('istio' in labels || labels['release'] === 'istio' || 'gateway.istio.io/managed' in labels)
        continue;
      const isExternal = service.at('spec', 'type').text === 'ExternalName';
      for (const port of ports(service)) {
        const name = port.at('name');
        const isUnknown = portProtocol(port) === undefined;
        if (!isUnknown && !(isExternal && name.text === 'tcp')) continue;
        report(
          name,
          isExternal ? 'external' : 'unknown',
          {
            port: port.at('port').shown,
            service: service.name,
            name: by(port.at('appProtocol').text, name.text),
          },
          { rests: [port], case: isExternal ? 'external' : undefined },
        );
      }
    }
  },
});

/** What does not tell the protocol. Istio looks at the name only without an `appProtocol`. */
function by(appProtocol: string | undefined, name: string | undefined): string {
  if (appProtocol) return ` by its appProtocol "${appProtocol}"`;
  return name === undefined ? ', because it has no name' : ` by its name "${name}"`;
}
