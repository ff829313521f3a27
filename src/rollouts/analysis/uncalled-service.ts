import { serviceOfHost, serviceOfPartialHost } from '../../kubernetes/kinds/host.js';
import { canary, services, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { memoize } from '../../model/memo.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { isEmptyWithout, type Selected, selectedBy } from './promql/query.js';
import type { QueryOf } from './query-of.js';
import { withArguments } from './with-arguments.js';

/** Labels of the metrics of Istio that name the Service whose host was called. */
const ofCalled = /^destination_service(?:_name)?$/;
/**
 * The proxies that know the called host. That of the called pod knows its own port alone, and says one of the Services with that port.
 * https://github.com/istio/istio/issues/45555
 */
const ofCallers = /^["'`](?:source|waypoint|source\|waypoint|waypoint\|source)["'`]$/;

/**
 * The canary Service by whose name a query of metrics of Istio selects requests, although none is sent to it: where Istio splits requests
 * between subsets, all of them go to the host of the subsets. The query then has no result. Undefined if that is not certain.
 */
export function uncalledService(query: string, of: QueryOf): Resource | undefined {
  const { graph, rollout, analysis, template } = of;
  if (!/\bistio_\w+/.test(query) || !/destination_service/.test(query)) return undefined;
  const { canarySubsetName, stableSubsetName } = trafficRouting(rollout).at(
    'istio',
    'destinationRule',
  ).strings;
  if (canarySubsetName === undefined || stableSubsetName === undefined) return undefined;
  const reference = services(rollout).find(({ role }) => role === 'canary');
  const service = reference && graph.find(reference);
  if (!service || namesInTraffic(graph).has(service.name)) return undefined;
  const isIts = (value: string): boolean => {
    const [, literal] = /^["'`]?([\w.-]+)["'`]?$/.exec(withArguments(value, analysis, template)) ?? [];
    const to = literal === undefined ? undefined : (serviceOfHost(literal) ?? serviceOfPartialHost(literal));
    return to !== undefined && graph.find({ from: canary(rollout), to }) === service;
  };
  const selected = selectedBy(query);
  if (!selected?.some(({ value }) => isIts(value)) || !isOfCallers(selected)) return undefined;
  const isByService = selected.every(
    ({ label, value }) => label === undefined || !isIts(value) || ofCalled.test(label),
  );
  return isByService && isEmptyWithout(query, isIts) ? service : undefined;
}

/** Whether all that a query selects was counted by the proxies of callers. */
function isOfCallers(selected: readonly Selected[]): boolean {
  const names = selected.filter(({ label }) => label === undefined);
  const reporters = selected.filter(
    ({ label, operator, value }) =>
      label === 'reporter' && operator?.startsWith('=') === true && ofCallers.test(value),
  );
  return names.every(({ value }) => value.startsWith('istio_')) && reporters.length === names.length;
}

/** Kinds that send requests to Services, or lead them there. */
const callers = [
  ...['VirtualService', 'Ingress', 'HTTPRoute', 'GRPCRoute', 'TLSRoute', 'TCPRoute', 'ServiceEntry'],
  ...['CronJob', 'Job', 'Deployment', 'StatefulSet', 'DaemonSet', 'Pod', 'ConfigMap'],
];

/** All words of objects that may call a Service, one of which is its name then. */
const namesInTraffic = memoize((graph: Graph): ReadonlySet<string> => {
  const words = new Set<string>();
  const add = (value: unknown): void => {
    for (const word of JSON.stringify(value ?? null).match(/[a-z0-9][a-z0-9-]*/g) ?? []) words.add(word);
  };
  for (const kind of callers)
    for (const resource of graph.ofKind(kind)) add(resource.at('spec').value ?? resource.at('data').value);
  for (const rollout of graph.rollouts) add(rollout.at('spec', 'template').value);
  for (const kind of ['AnalysisTemplate', 'ClusterAnalysisTemplate'])
    for (const template of graph.ofKind(kind))
      for (const metric of template.at('spec', 'metrics').items)
        for (const provider of ['job', 'web', 'plugin']) add(metric.at('provider', provider).value);
  return words;
});
