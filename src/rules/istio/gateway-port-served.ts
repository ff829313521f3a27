import type { Graph } from '../../repository/graph/graph.js';
import { authoredSelector, ports, targetPort } from '../../kubernetes/kinds/service.js';
import { selects } from '../../kubernetes/kinds/workload.js';
import type { Resource } from '../../model/resource.js';
import { untouchedCase, judged } from '../facts/istio/mesh.js';
import { proxiesOf } from '../facts/istio/proxies.js';
import { listedOr } from '../facts/istio/split.js';
import { eachOf } from '../choices.js';
import { maxExamined } from '../facts/similar.js';
import { typedRule } from '../rule.js';
import { untouched } from '../untouched.js';

const why = 'The proxy listens on the port, but no Service leads to it, so no request gets there.';

export default typedRule({
  meta: {
    name: 'istio/gateway-port-served',
    description: 'Require the ports of a Gateway beside a Rollout to be ports of the Service of its proxies.',
    why,
    consequence: 'lost-traffic',
    severity: 'warning',
    otherwise: untouched('lost-traffic', why),
    fixes: ['choice'],
    messages: {
      unserved:
        'Port {port} of Gateway "{gateway}" is not a port of Service "{service}", which leads to its proxies and only has {known}; add the port to the Service, or use one that it has.',
    },
    links: [
      'https://istio.io/latest/docs/reference/config/networking/gateway/#Port',
      'https://istio.io/latest/docs/reference/config/analysis/ist0162/',
    ],
    aliases: ['IST0162'],
  },

  *check({ graph, report }) {
    for (const gateway of judged(graph, 'Gateway')) {
      yield gateway;
      const servers = gateway.at('spec', 'servers').items;
      const services = servers.length === 0 ? [] : servicesOfProxies(graph, gateway);
      const [service] = services;
      if (!service) continue; // The gateway proxies are rarely in the repository of the services behind them.
      const all = services.flatMap(ports).filter((port) => (port.at('protocol').text ?? 'TCP') === 'TCP');
      // A Gateway uses the port of the Service or, if the proxy listens on another, that of the pods.
      const known = new Set(all.flatMap((port) => [port.at('port').number, targetPort(port).number]));
      for (const server of servers) {
        const port = server.at('port', 'number');
        if (port.number === undefined || known.has(port.number)) continue;
        const shown = all.map((one) => one.at('port').shown);
        report(
          port,
          'unserved',
          {
            port: port.number,
            gateway: gateway.name,
            service: service.name,
            known: listedOr(shown, 'none'),
          },
          {
            case: untouchedCase(graph, gateway),
            choices: () =>
              eachOf(
                port,
                all.flatMap((one) => one.at('port').number ?? []),
              ),
            rests: [
              gateway.at('spec', 'selector'),
              ...services.flatMap((one) => [one.at('spec', 'selector'), one.at('spec', 'ports')]),
            ],
            related: [{ at: service.at('spec', 'ports'), message: 'the ports of the Service' }],
          },
        );
      }
    }
  },
});

/** The Services that lead to the proxies of a Gateway. */
function servicesOfProxies(graph: Graph, gateway: Resource): readonly Resource[] {
  const found = new Set<Resource>();
  for (const proxy of proxiesOf(graph, gateway).slice(0, 5)) {
    const labels = graph.labels(proxy);
    for (const service of graph.companions(proxy, { group: '', kind: 'Service' }).slice(0, maxExamined)) {
      const selector = authoredSelector(service);
      const isHere = graph.namespace(service) === graph.namespace(proxy);
      if (isHere && Object.keys(selector).length > 0 && selects(selector, labels)) found.add(service);
    }
  }
  return [...found];
}
