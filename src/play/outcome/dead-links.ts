import { analyses } from '../../kubernetes/kinds/analysis.js';
import { autoscalerKinds, scaleTarget, utilizationMetrics } from '../../kubernetes/kinds/autoscaler.js';
import { servedHosts } from '../../kubernetes/kinds/gateway.js';
import { gatewayGroup } from '../../kubernetes/kinds/gateway-defaults.js';
import { parentRefs } from '../../kubernetes/kinds/gateway-route.js';
import { hostsOverlap, serviceOfHost } from '../../kubernetes/kinds/host.js';
import { isRollout, services } from '../../kubernetes/kinds/rollout.js';
import { requirements } from '../../kubernetes/kinds/selector.js';
import {
  destinations,
  gateways,
  hosts,
  isInMesh,
  istioGroup,
  matchGateways,
} from '../../kubernetes/kinds/virtual-service.js';
import {
  configReferences,
  podTemplate,
  runningContainers,
  serviceAccountField,
} from '../../kubernetes/kinds/workload.js';
import { kinds } from '../../kubernetes/objects/object.js';
import type { Field } from '../../model/field.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { providerProblems } from '../../rollouts/analysis/provider-problems.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Flaw } from './flaw.js';

const routeKinds = ['HTTPRoute', 'GRPCRoute', 'TCPRoute', 'TLSRoute'];
const selectorFields = [
  { group: 'policy', kind: 'PodDisruptionBudget', path: ['spec', 'selector'] },
  { group: 'networking.k8s.io', kind: 'NetworkPolicy', path: ['spec', 'podSelector'] },
];

/** What leads nowhere among deployed objects: names, pod selectors, hosts and metrics. */
export function* deadLinksIn(graph: Graph): Iterable<Flaw> {
  for (const rollout of graph.rollouts) {
    yield* configOf(graph, rollout);
    yield* portsOf(graph, rollout);
    yield* emptyArguments(rollout);
  }
  yield* strayImages(graph);
  for (const { group, kind } of autoscalerKinds)
    for (const autoscaler of graph.ofKind(kind, group)) yield* scaleFlaws(graph, autoscaler);
  for (const route of graph.ofKind('VirtualService', istioGroup)) {
    yield* entered(graph, route);
    yield* unreached(route);
  }
  for (const kind of routeKinds)
    for (const route of graph.ofKind(kind, gatewayGroup)) yield* absent(graph, route, parentRefs(route));
  for (const kind of ['AnalysisTemplate', 'ClusterAnalysisTemplate'])
    for (const resource of graph.ofKind(kind, 'argoproj.io'))
      for (const metric of resource.at('spec', 'metrics').items)
        for (const { why } of providerProblems(metric)) yield { kind: 'unmeasured', resource, what: why };
  for (const { group, kind, path } of selectorFields)
    for (const resource of graph.ofKind(kind, group)) {
      const wanted = requirements(resource.at(...path));
      const all = graph.companions(resource, kinds.rollout);
      if (all.length === 0 || all.some((one) => wanted.every(({ holds }) => holds(graph.labels(one)))))
        continue;
      yield {
        kind: 'selects-nothing',
        resource,
        what: wanted.map(({ words }) => words).join(', '),
      };
    }
}

function* absent(graph: Graph, resource: Resource, references: readonly Reference[]): Iterable<Flaw> {
  for (const reference of references)
    if (graph.isAbsent(reference))
      yield { kind: 'not-found', resource, what: `${reference.to.kind} ${reference.to.name}` };
}

/** The ServiceAccount, ConfigMaps and keys that the pods need to start. Secrets are rarely in Git, so an absent one is not known to be missing. */
function* configOf(graph: Graph, rollout: Resource): Iterable<Flaw> {
  const template = graph.podTemplate(rollout);
  const account = template ? serviceAccountField(template) : undefined;
  if (account?.text !== undefined && account.text !== 'default') {
    const to = { ...kinds.serviceAccount, name: account.text };
    // Others are created outside of Git, where neither the name nor the place tells that it was meant to be there.
    if (graph.companions(rollout, kinds.serviceAccount).length > 0 || graph.withManifestName(to).length > 0)
      yield* absent(graph, rollout, [{ from: account, to }]);
  }
  const needed = template ? configReferences(template).filter(({ isOptional }) => !isOptional) : [];
  yield* absent(
    graph,
    rollout,
    needed.filter(({ to }) => to.kind === 'ConfigMap'),
  );
  for (const reference of needed) {
    const config = graph.find(reference);
    const parts = config ? ['data', 'binaryData', 'stringData'].map((part) => config.at(part)) : [];
    const known = parts.flatMap(({ entries }) => entries.map(({ key }) => String(key)));
    if (known.length === 0) continue;
    for (const { text } of reference.keys)
      if (text !== undefined && !known.includes(text))
        yield { kind: 'not-found', resource: rollout, what: `key ${text} of ${reference.to.name}` };
  }
}

function* scaleFlaws(graph: Graph, autoscaler: Resource): Iterable<Flaw> {
  const reference = scaleTarget(autoscaler);
  if (!reference) return;
  const rollout = graph.find(reference);
  yield* absent(graph, autoscaler, [reference]);
  const template = rollout && isRollout(rollout) ? graph.podTemplate(rollout) : undefined;
  if (!template) return;
  for (const { resource, container } of utilizationMetrics(autoscaler))
    for (const one of runningContainers(template)) {
      if (container !== undefined && one.at('name').text !== container) continue;
      if (['requests', 'limits'].some((key) => one.at('resources', key, resource).exists)) continue;
      yield { kind: 'unmeasured', resource: autoscaler, what: `${resource} of ${one.at('name').text}` };
    }
}

/** A host without a dot, or of the cluster, is the name of a Service, or callers in the mesh cannot resolve it. */
function ofClusterHost(from: Field): readonly Reference[] {
  const to = serviceOfHost(from.text ?? '');
  return to ? [{ from, to }] : [];
}

/** Gateways that do not exist, or that have none of the hosts. A Gateway of the Gateway API may have the name, too. */
function* entered(graph: Graph, route: Resource): Iterable<Flaw> {
  const own = hosts(route).flatMap(({ text }) => text ?? []);
  yield* absent(
    graph,
    route,
    [...gateways(route), ...matchGateways(route)].filter(({ from, to }) =>
      graph.isAbsent({ from, to: { ...to, group: gatewayGroup } }),
    ),
  );
  const called = destinations(route).map((destination) => destination.at('host'));
  yield* absent(graph, route, [...(isInMesh(route) ? hosts(route) : []), ...called].flatMap(ofClusterHost));
  for (const reference of gateways(route)) {
    const gateway = graph.find(reference);
    if (!gateway || own.length === 0) continue;
    const served = servedHosts(gateway, graph.namespace(gateway), graph.namespace(route));
    if (!served.some((host) => own.some((wanted) => hostsOverlap(host, wanted))))
      yield { kind: 'not-admitted', resource: route, what: `Gateway ${gateway.name}` };
  }
}

/** HTTP routes behind one that takes all requests: Istio uses the first that matches. */
function* unreached(route: Resource): Iterable<Flaw> {
  const all = route.at('spec', 'http').items;
  const first = all.findIndex((one) => {
    const matches = one.at('match').items;
    return matches.length === 0 || matches.some(isWithoutCondition);
  });
  if (first >= 0 && first < all.length - 1)
    yield { kind: 'unreached', resource: route, what: `behind http[${first}]` };
}

/** Neither a name nor an empty list of gateways is a condition. */
function isWithoutCondition(match: Field): boolean {
  return match.entries.every(
    (entry) => String(entry.key) === 'name' || (String(entry.key) === 'gateways' && entry.items.length === 0),
  );
}

/** Ports of the same number that lead elsewhere in another Service of the Rollout, so that only one of the two is right. */
function* portsOf(graph: Graph, rollout: Resource): Iterable<Flaw> {
  const targets = new Map<string, string>();
  for (const reference of services(rollout))
    for (const port of graph.find(reference)?.at('spec', 'ports').items ?? []) {
      const number = String(port.at('port').value);
      // Without a target it is the port itself.
      const target = portOfPods(graph, rollout, port.at('targetPort').value ?? port.at('port').value);
      if (typeof target !== 'number') continue;
      const known = targets.get(number);
      targets.set(number, String(target));
      if (known !== undefined && known !== String(target))
        yield { kind: 'ports-differ', resource: rollout, what: `port ${number}: ${known} and ${target}` };
    }
}

/** A name stands for the port of that name of the containers. */
function portOfPods(graph: Graph, rollout: Resource, target: unknown): unknown {
  const template = typeof target === 'string' ? graph.podTemplate(rollout) : undefined;
  const all = (template ? runningContainers(template) : []).flatMap((one) => one.at('ports').items);
  return all.find((one) => one.at('name').text === target)?.at('containerPort').value ?? target;
}

/** Arguments of analyses without a value, which queries get as an empty text. */
function* emptyArguments(rollout: Resource): Iterable<Flaw> {
  for (const { args } of analyses(rollout))
    for (const argument of args.items)
      if (!argument.at('value').exists && !argument.at('valueFrom').exists)
        yield { kind: 'unmeasured', resource: rollout, what: `argument ${argument.at('name').text ?? ''}` };
}

/** Entries of `images` that change no image of what the kustomization builds. */
function* strayImages(graph: Graph): Iterable<Flaw> {
  const built = new Map<Resource, string[]>();
  for (const resource of graph.resources)
    for (const { via } of graph.placements(resource))
      for (const { resource: kustomization } of via) {
        const template = kustomization.at('images').exists ? podTemplate(resource) : undefined;
        const known = built.get(kustomization) ?? [];
        for (const one of template?.exists ? runningContainers(template) : [])
          known.push((one.at('image').text ?? '').split('@', 1)[0]!.replace(/:[^:/]*$/, ''));
        built.set(kustomization, known);
      }
  for (const [kustomization, known] of built)
    for (const { text } of kustomization.at('images').items.map((one) => one.at('name')))
      if (text !== undefined && known.length > 0 && !known.includes(text))
        yield { kind: 'not-found', resource: kustomization, what: `image ${text}` };
}
