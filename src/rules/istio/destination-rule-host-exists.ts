import { serviceOfHost } from '../../kubernetes/kinds/host.js';
import { similar } from '../facts/similar.js';
import { judged } from '../facts/istio/mesh.js';
import { hasServiceEntry } from '../facts/istio/split.js';
import { partTo } from '../fixes.js';
import { typedRule } from '../rule.js';

const why = 'The DestinationRule applies to nothing: no subset, no TLS and no limit of it has an effect.';

export default typedRule({
  meta: {
    name: 'istio/destination-rule-host-exists',
    description: 'Require the host of a DestinationRule beside a Rollout to be a Service or a ServiceEntry.',
    why,
    consequence: 'no-effect',
    severity: 'warning',
    otherwise: {
      far: {
        when: 'Without a Service of a similar name, which may be in another repository',
        consequence: 'no-effect',
        why,
        severity: 'info',
      },
    },
    messages: {
      missing:
        'Host "{host}" of DestinationRule "{destinationRule}" is neither a Service{namespace} nor a ServiceEntry.',
      misspelt:
        'Host "{host}" of DestinationRule "{destinationRule}" is neither a Service{namespace} nor a ServiceEntry; did you mean Service "{nearest}"?',
    },
    yieldsTo: ['istio/destination-rule-host-matches'],
    fixes: ['unsafe'],
    links: [
      'https://istio.io/latest/docs/reference/config/networking/destination-rule/#DestinationRule',
      'https://istio.io/latest/docs/reference/config/analysis/ist0174/',
    ],
    aliases: ['IST0174', 'KIA0202'],
  },

  *check({ graph, report }) {
    for (const rule of judged(graph, 'DestinationRule')) {
      yield rule;
      const host = rule.at('spec', 'host');
      const to = serviceOfHost(host.text ?? '');
      const reference = to && { from: host, to };
      if (!reference || !graph.isAbsent(reference) || hasServiceEntry(graph, host)) continue;
      const namespace = reference.to.namespace ?? graph.namespace(rule);
      const nearest = similar(graph, reference, [reference.to.name])?.name;
      report(
        host,
        nearest === undefined ? 'missing' : 'misspelt',
        {
          host: host.text ?? '',
          destinationRule: rule.name,
          nearest,
          namespace: namespace === undefined ? '' : ` of namespace "${namespace}"`,
        },
        {
          case: nearest === undefined ? 'far' : undefined,
          unless: { 'istio/destination-rule-host-matches': rule },
          fix: () => partTo(host, reference.to.name, nearest, 'unsafe'),
        },
      );
    }
  },
});
