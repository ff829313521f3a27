import { serviceOfHost, serviceOfPartialHost } from '../../kubernetes/kinds/host.js';
import { authoredSelector, ports } from '../../kubernetes/kinds/service.js';
import { podLabels, podTemplate, runningContainers, selects } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import { memoize } from '../../model/memo.js';
import type { Target } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { type PrometheusStack, prometheusStacks } from './prometheus-stacks.js';

/** An address of Prometheus that leads to no Service, or to a port that its Service does not have. */
export interface LostAddress {
  readonly field: Field;
  readonly id: 'port' | 'service' | 'stack';
  readonly to: Target & { readonly namespace: string };
  readonly port: number;
  /** The Prometheus of the namespace of the address, or the Application that installs it. */
  readonly server: Resource;
  /** The Service that leads there, or whose port is another one. */
  readonly service: Resource | undefined;
  /** The name of the Service that a chart makes. */
  readonly made?: string;
}

/**
 * What is wrong with the address of a Prometheus metric, where the manifests deploy a Prometheus to the namespace that it names; undefined
 * where it leads to a Service, and where something that is not seen may make one.
 */
export function lostAddress(metric: Field, graph: Graph): LostAddress | undefined {
  const field = metric.at('provider', 'prometheus', 'address');
  const [, scheme = '', host = '', given] =
    /^(https?):\/\/([a-z\d.-]+)(?::(\d{1,5}))?(?:\/|$)/.exec(field.text ?? '') ?? [];
  const to = serviceOfHost(host) ?? serviceOfPartialHost(host);
  const namespace = to?.namespace;
  const servers = namespace === undefined ? undefined : serversIn(graph).get(namespace);
  const [server] = servers ?? [];
  if (to && namespace !== undefined && !server) return lostStack(field, { ...to, namespace }, graph);
  if (!to || namespace === undefined || !server || mayBeInstalled(graph)) return undefined;
  const place = { field, to: { ...to, namespace }, server };
  const port = given === undefined ? (scheme === 'http' ? 80 : 443) : Number(given);
  const namesakes = graph
    .withManifestName(to)
    .filter((one) => [undefined, namespace].includes(graph.namespace(one)));
  if (namesakes.length === 0) {
    if (!graph.isAbsent({ from: field, to })) return undefined;
    return { ...place, id: 'service', port, service: serviceBefore(graph, server, namespace) };
  }
  const isServed = namesakes.some(
    (one) =>
      one.at('spec', 'type').text === 'ExternalName' ||
      one.at('spec', 'clusterIP').text === 'None' ||
      ports(one).some((its) => its.at('port').number === undefined || its.at('port').number === port),
  );
  return isServed ? undefined : { ...place, id: 'port', port, service: namesakes[0] };
}

/** The stacks that Applications install, where all are known; few repositories have one. */
export function stacksIn(graph: Graph): readonly PrometheusStack[] {
  return graph.allApplications.some((one) => one.mentions('kube-prometheus-stack'))
    ? (prometheusStacks(graph) ?? [])
    : [];
}

/** An address that names Prometheus in a namespace where the only one is of a chart that calls its Service otherwise. */
function lostStack(
  field: Field,
  to: Target & { readonly namespace: string },
  graph: Graph,
): LostAddress | undefined {
  const stacks = stacksIn(graph);
  const [stack] = stacks;
  if (!stack || stacks.length > 1 || stack.namespace !== to.namespace || !to.name.includes('prometheus'))
    return undefined;
  // The operator makes a Service of its own.
  if (to.name === stack.service || to.name === 'prometheus-operated') return undefined;
  const namesakes = graph.withManifestName(to);
  return namesakes.length > 0
    ? undefined
    : {
        field,
        id: 'stack',
        to,
        port: 9090,
        server: stack.application,
        service: undefined,
        made: stack.service,
      };
}

/** The workloads and pods of each namespace that run Prometheus. */
const serversIn = memoize((graph: Graph): ReadonlyMap<string, readonly Resource[]> => {
  const found = new Map<string, Resource[]>();
  for (const workload of ['Deployment', 'StatefulSet', 'Pod'].flatMap((kind) => graph.ofKind(kind))) {
    const namespace = graph.namespace(workload);
    if (namespace === undefined || !containersOf(workload).some(isPrometheus)) continue;
    found.set(namespace, [...(found.get(namespace) ?? []), workload]);
  }
  return found;
});

function containersOf(workload: Resource): readonly Field[] {
  const template = podTemplate(workload);
  return template ? runningContainers(template) : workload.at('spec', 'containers').items;
}

function isPrometheus(container: Field): boolean {
  return /(?:^|\/)prom(?:etheus)?\/prometheus(?::|@|$)/.test(container.at('image').text ?? '');
}

/** Whether a chart or an Application may install another Prometheus, whose Services are not seen. */
const mayBeInstalled = memoize(
  (graph: Graph): boolean =>
    graph.allApplications.some((one) => graph.deploysElsewhere(one)) ||
    graph.ofKind('Prometheus', 'monitoring.coreos.com').length > 0 ||
    graph.commandFiles.some((script) =>
      /prometheus[^\n]{0,200}\bhelm\b|\bhelm\b[^\n]{0,200}prometheus/i.test(script.read()),
    ),
);

/** The Service of a namespace that selects the pods of a workload. */
function serviceBefore(graph: Graph, server: Resource, namespace: string): Resource | undefined {
  const template = podTemplate(server);
  const labels = (template ? podLabels(template) : server.at('metadata', 'labels')).strings;
  return graph.ofKind('Service', '').find((service) => {
    const selector = authoredSelector(service);
    return (
      graph.namespace(service) === namespace && Object.keys(selector).length > 0 && selects(selector, labels)
    );
  });
}
