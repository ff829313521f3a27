import type { Graph } from '../../repository/graph/graph.js';
import { destinations } from '../../kubernetes/kinds/virtual-service.js';
import type { Field } from '../../model/field.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { actionService, targetServices } from '../../rollouts/routers/alb.js';
import { destinationRule, virtualServices } from '../../rollouts/routers/istio.js';
import { referencesOf } from '../../play/simulate/referenced.js';

/**
 * What Rollouts name and a graph has not, in the simplest form that the controller works with. An Application often
 * deploys a Rollout without a Service, a template or a Deployment that others deploy; where such a thing is missing, the
 * controller changes nothing at all, and nothing would have to be ignored.
 */
export function standInsFor(graph: Graph): readonly object[] {
  const made = new Map<string, object>();
  for (const rollout of graph.rollouts)
    for (const reference of referencesOf(graph, rollout)) {
      if (graph.find(reference)) continue;
      const { kind, name, namespace = graph.namespace(rollout) } = reference.to;
      const object = standIn(graph, rollout, reference);
      const isOfCluster = kind === 'ClusterAnalysisTemplate' || namespace === undefined;
      const metadata = { name, annotations, ...(!isOfCluster && { namespace }) };
      if (object) made.set(JSON.stringify([kind, metadata]), { kind, metadata, ...object });
    }
  return [...made.values()];
}

/** Any: the controller cannot add a header route to an Ingress of ALB that has none. */
const annotations = { 'rolloutkit/stand-in': 'true' };

function standIn(graph: Graph, rollout: Resource, reference: Reference): object | undefined {
  const selector = rollout.at('spec', 'selector', 'matchLabels').strings;
  const template = {
    metadata: { labels: selector },
    spec: { containers: [{ name: 'pod', image: 'unknown' }] },
  };
  switch (reference.to.kind) {
    case 'Service':
      return { apiVersion: 'v1', spec: { selector, ports: [{ name: 'http', port: 80 }] } };
    case 'Deployment':
    case 'ReplicaSet':
      return { apiVersion: 'apps/v1', spec: { replicas: 0, selector: { matchLabels: selector }, template } };
    case 'PodTemplate':
      return { apiVersion: 'v1', template };
    case 'AnalysisTemplate':
    case 'ClusterAnalysisTemplate': {
      const provider = { prometheus: { address: 'http://prometheus', query: 'up' } };
      return {
        apiVersion: 'argoproj.io/v1alpha1',
        spec: { metrics: [{ name: 'metric', count: 1, provider }] },
      };
    }
    case 'VirtualService':
      return { apiVersion: 'networking.istio.io/v1', spec: virtualService(graph, rollout, reference) };
    case 'DestinationRule':
      return { apiVersion: 'networking.istio.io/v1', spec: subsetsOf(graph, rollout) };
    case 'Ingress':
      return { apiVersion: 'networking.k8s.io/v1', spec: ingress(rollout) };
    default:
      return undefined;
  }
}

/** The routes that the Rollout names, or one that needs no name, with all traffic at the stable version. */
function virtualService(graph: Graph, rollout: Resource, { from }: Reference): object {
  const rule = destinationRule(rollout);
  const services = targetServices(rollout);
  const host = (rule && graph.find(rule)?.at('spec', 'host').text) ?? rollout.name;
  const destination = (subset: Field | undefined, service: Field): object =>
    subset ? { host, subset: subset.text } : { host: service.text ?? rollout.name };
  const route = [
    { destination: destination(rule?.stableSubset, services.stable), weight: 100 },
    { destination: destination(rule?.canarySubset, services.canary), weight: 0 },
  ];
  const entry = virtualServices(rollout, graph.rolloutsVersion).find(
    (one) => one.from.path.join() === from.path.join(),
  )?.entry;
  const names = entry?.at('routes').items.flatMap(({ text }) => text ?? []) ?? [];
  return { hosts: [host], http: names.length === 0 ? [{ route }] : names.map((name) => ({ name, route })) };
}

function subsetsOf(graph: Graph, rollout: Resource): object {
  const [used] = virtualServices(rollout, graph.rolloutsVersion).flatMap(
    (reference) => graph.find(reference) ?? [],
  );
  const [to] = used ? destinations(used) : [];
  const rule = destinationRule(rollout);
  const names = [rule?.stableSubset.text, rule?.canarySubset.text].filter((name) => name !== undefined);
  const labels = rollout.at('spec', 'selector', 'matchLabels').strings;
  return { host: to?.at('host').text ?? rollout.name, subsets: names.map((name) => ({ name, labels })) };
}

/** One with the backend that ALB wants; that of nginx is the stable Service, too, and its port plays no part. */
function ingress(rollout: Resource): object {
  const service = { name: actionService(rollout).text ?? rollout.name, port: { name: 'use-annotation' } };
  return { rules: [{ http: { paths: [{ path: '/', pathType: 'Prefix', backend: { service } }] } }] };
}
