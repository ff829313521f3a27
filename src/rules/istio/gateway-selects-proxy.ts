import type { Graph } from '../../repository/graph/graph.js';
import { labelWords } from '../../kubernetes/kinds/label-words.js';
import { maySelect, podLabels, podTemplate } from '../../kubernetes/kinds/workload.js';
import type { Resource } from '../../model/resource.js';
import { untouchedCase, judged } from '../facts/istio/mesh.js';
import { proxiesOf, gatewaySelector } from '../facts/istio/proxies.js';
import { maxExamined } from '../facts/similar.js';
import { typedRule } from '../rule.js';
import { untouched } from '../untouched.js';

const why = 'No proxy listens for the Gateway: connections to its ports are refused, or answered with 404.';

export default typedRule({
  meta: {
    name: 'istio/gateway-selects-proxy',
    description: 'Require a Gateway to select a proxy, if proxies are among the files.',
    why,
    consequence: 'lost-traffic',
    severity: 'warning',
    otherwise: untouched('lost-traffic', why),
    messages: {
      none: 'Gateway "{gateway}" selects {selector}, but no proxy here has such labels; {kind} "{workload}" has {labels}.',
    },
    links: [
      'https://istio.io/latest/docs/reference/config/networking/gateway/#Gateway',
      'https://istio.io/latest/docs/reference/config/analysis/ist0101/',
    ],
    aliases: ['IST0101', 'KIA0302'],
  },

  *check({ graph, report }) {
    for (const gateway of judged(graph, 'Gateway')) {
      yield gateway;
      const selector = gatewaySelector(gateway);
      if (Object.keys(selector).length === 0 || proxiesOf(graph, gateway).length > 0) continue;
      // The gateway proxies are rarely in the repository of the services behind them: reported only if some are.
      const proxies = proxiesBeside(graph, gateway);
      const [proxy] = proxies;
      if (!proxy || !graph.isComplete(gateway)) continue;
      if (proxies.some((one) => maySelect(selector, graph.labels(one)))) continue;
      report(
        gateway.at('spec', 'selector'),
        'none',
        {
          gateway: gateway.name,
          selector: labelWords(selector),
          kind: proxy.kind,
          workload: proxy.name,
          labels: labelWords(graph.labels(proxy)),
        },
        {
          case: untouchedCase(graph, gateway),
          related: [{ at: proxy, message: 'runs a proxy' }],
          rests: [gateway.at('spec', 'selector'), podLabels(podTemplate(proxy)!)],
        },
      );
    }
  },
});

const workloads = [
  { group: 'apps', kind: 'Deployment' },
  { group: 'apps', kind: 'DaemonSet' },
  { group: 'argoproj.io', kind: 'Rollout' },
  { group: '', kind: 'Pod' },
];

function proxiesBeside(graph: Graph, gateway: Resource): readonly Resource[] {
  return workloads
    .flatMap((kind) => graph.companions(gateway, kind).slice(0, maxExamined))
    .filter((workload) => isProxy(graph, workload));
}

/** Whether pods contain only an Istio proxy: as the single container, or by the labels of Istio's charts. */
function isProxy(graph: Graph, workload: Resource): boolean {
  const containers = podTemplate(workload)?.at('spec', 'containers').items ?? [];
  const [only, other] = containers;
  return (
    only?.at('name').text === 'istio-proxy' &&
    other === undefined &&
    Object.keys(graph.labels(workload)).length > 0
  );
}
