import type { Field } from '../../model/field.js';
import { append } from '../../model/multimap.js';
import { gatewaysInOrder } from '../facts/istio/mesh.js';
import { mayMeanOneProxy } from '../facts/istio/proxies.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'istio/gateway-certificates-distinct',
    description: 'Require Gateways of the same proxies not to share a certificate.',
    why: 'Browsers reuse a connection for every host on its certificate, but the proxy only knows the hosts of the Gateway that accepted the connection, and answers 404 for the others.',
    consequence: 'lost-traffic',
    severity: 'info',
    messages: {
      shared:
        'Gateways "{gateway}" and "{other}" of the same proxies share certificate "{certificate}"; serve their hosts from one Gateway.',
    },
    links: [
      'https://istio.io/latest/docs/ops/common-problems/network-issues/#404-errors-occur-when-multiple-gateways-configured-with-same-tls-certificate',
      'https://istio.io/latest/docs/reference/config/analysis/ist0138/',
    ],
    aliases: ['IST0138'],
  },

  *check({ graph, report }) {
    const known = new Map<string, Field[]>();
    for (const gateway of gatewaysInOrder(graph)) {
      yield gateway;
      const seen = new Set<string>();
      for (const server of gateway.at('spec', 'servers').items) {
        const certificate = certificateOf(server.at('tls'));
        const key = certificate && `${String(certificate.key)} ${certificate.text}`;
        if (!key || seen.has(key)) continue;
        seen.add(key);
        const other = (known.get(key) ?? [])
          .slice(0, mostComparisons)
          .find(
            ({ resource }) =>
              graph.areDeployedTogether(gateway, resource) &&
              !(resource.name === gateway.name && graph.namespace(resource) === graph.namespace(gateway)) &&
              mayMeanOneProxy(graph, gateway, resource),
          );
        if (other)
          report(
            certificate,
            'shared',
            { gateway: gateway.name, other: other.resource.name, certificate: certificate.text },
            {
              rests: [gateway.at('spec', 'selector'), other.resource.at('spec', 'selector'), other],
              related: [{ at: other, message: `the certificate of Gateway "${other.resource.name}"` }],
            },
          );
        append(known, key, certificate.lasting);
      }
    }
  },
});

/** How many Gateways with the same certificate each is compared with. */
const mostComparisons = 200;

/** The field that names the certificate of a server. */
function certificateOf(tls: Field): Field | undefined {
  const [name, file] = [tls.at('credentialName'), tls.at('serverCertificate')];
  if (name.text !== undefined) return name;
  return file.text !== undefined && tls.at('privateKey').text !== undefined ? file : undefined;
}
