import { judged } from '../facts/istio/mesh.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'istio/server-ca-given',
    description: 'Require a DestinationRule that originates TLS to name the CA of the server.',
    why: 'Proxies verify the server certificate with the CAs in their image. They reject a certificate of a private CA and answer requests with 503. Before Istio 1.21, nothing was verified.',
    consequence: 'lost-traffic',
    severity: 'info',
    messages: {
      absent:
        'DestinationRule "{destinationRule}" originates TLS (mode {mode}) to host "{host}"{port} without "caCertificates"; set it, unless the host has a certificate of a public CA.',
      unread:
        'DestinationRule "{destinationRule}" originates TLS (mode {mode}) to host "{host}"{port} with "credentialName", which sidecars only use together with "workloadSelector"; add that, or set "caCertificates".',
    },
    links: [
      'https://istio.io/latest/docs/reference/config/networking/destination-rule/#ClientTLSSettings',
      'https://github.com/istio/istio/blob/1.30.0/pilot/pkg/networking/core/cluster_tls.go',
      'https://istio.io/latest/docs/reference/config/analysis/ist0128/',
      'https://istio.io/latest/docs/reference/config/analysis/ist0129/',
    ],
    aliases: ['IST0128', 'IST0129'],
  },

  *check({ graph, report }) {
    for (const rule of judged(graph, 'DestinationRule')) {
      yield rule;
      for (const { tls, port } of settingsOf(rule)) {
        const mode = tls.at('mode');
        if (mode.text !== 'SIMPLE' && mode.text !== 'MUTUAL') continue;
        if (tls.at('caCertificates').exists || tls.at('insecureSkipVerify').boolean === true) continue;
        const hasCredential = tls.at('credentialName').exists;
        if (hasCredential && rule.at('spec', 'workloadSelector').exists) continue;
        report(
          mode,
          hasCredential ? 'unread' : 'absent',
          {
            destinationRule: rule.name,
            mode: mode.text,
            host: rule.at('spec', 'host').text ?? '',
            port: port.number === undefined ? '' : ` on port ${port.number}`,
          },
          { complete: [tls], rests: [rule.at('spec', 'workloadSelector')] },
        );
      }
    }
  },
});

/** The TLS settings for all ports, and for single ones. */
function settingsOf(rule: Resource): readonly { readonly tls: Field; readonly port: Field }[] {
  const policy = rule.at('spec', 'trafficPolicy');
  return [policy, ...policy.at('portLevelSettings').items].map((settings) => ({
    tls: settings.at('tls'),
    port: settings.at('port', 'number'),
  }));
}
