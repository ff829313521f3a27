import { servicePorts } from '../../kubernetes/kinds/host.js';
import { destinations } from '../../kubernetes/kinds/virtual-service.js';
import { virtualServicesNearRollouts } from '../facts/near-rollouts.js';
import { onlyOf } from '../fixes.js';
import { typedRule } from '../rule.js';
import { listedOr } from '../facts/istio/split.js';
import { serviceAt } from '../facts/istio/traffic.js';

export default typedRule({
  meta: {
    name: 'istio/destination-port-exists',
    description: 'Require the port of a destination beside a Rollout to be a port of its Service.',
    why: 'Envoy has no such port for the host and answers 503 to requests routed there.',
    consequence: 'lost-traffic',
    severity: 'error',
    fixes: ['safe'],
    messages: {
      missing:
        'Port {port} of host "{host}" in VirtualService "{virtualService}" is not a port of Service "{service}", which only has {known}; use one of its ports.',
    },
    links: [
      'https://istio.io/latest/docs/reference/config/networking/virtual-service/#Destination',
      'https://istio.io/latest/docs/reference/config/analysis/ist0101/',
    ],
    aliases: ['IST0101'],
  },

  *check({ graph, report }) {
    for (const virtualService of virtualServicesNearRollouts(graph)) {
      yield virtualService;
      for (const destination of destinations(virtualService)) {
        const [host, port] = [destination.at('host'), destination.at('port', 'number')];
        const service = port.number === undefined ? undefined : serviceAt(graph, host);
        if (!service) continue;
        const ports = service.at('spec', 'ports');
        const numbers = servicePorts(service).flatMap(({ number }) => number ?? []);
        // A Service without ports is an alias.
        if (numbers.length === 0 || numbers.includes(port.number!)) continue;
        report(
          port,
          'missing',
          {
            port: port.number,
            host: host.text ?? '',
            virtualService: virtualService.name,
            service: service.name,
            known: listedOr(numbers.map(String), 'none'),
          },
          {
            rests: [host, ports],
            related: [{ at: ports, message: 'the ports of the Service' }],
            fix: () => onlyOf(port, numbers),
          },
        );
      }
    }
  },
});
