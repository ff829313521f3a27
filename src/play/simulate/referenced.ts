import { memoize, memoizeLastOf } from '../../model/memo.js';
import { gatewayGroup } from '../../kubernetes/kinds/gateway-defaults.js';
import type { Graph } from '../../repository/graph/graph.js';
import { analyses, nestedTemplates } from '../../kubernetes/kinds/analysis.js';
import { autoscalerKinds, scaleTarget } from '../../kubernetes/kinds/autoscaler.js';
import { services, workloadRef } from '../../kubernetes/kinds/rollout.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { routers } from '../../rollouts/routers/index.js';
import { routeSelectors } from '../../rollouts/routers/gateway-api.js';
import { virtualRouter } from '../../rollouts/routers/mesh-references.js';
import { otherReferences } from '../../rollouts/routers/others.js';
import { knownHomeOf } from './namespaces.js';

/** The objects that the controller looks up for a Rollout, in the order of its references. */
export function referencesOf(graph: Graph, rollout: Resource): readonly Reference[] {
  const workload = workloadRef(rollout);
  return [
    ...(workload ? [workload] : []),
    ...ownReferences(graph, rollout),
    ...selectedRoutes(graph, rollout),
    ...templates(
      graph,
      analyses(rollout).flatMap((analysis) => analysis.templates),
    ),
  ];
}

/** The existing objects that routers need and that are not simulated. */
export function othersFound(graph: Graph, rollout: Resource): readonly Reference[] {
  return otherReferences(rollout).flatMap((reference) => {
    const resource = graph.find(reference);
    if (!resource) return [];
    return [reference, ...virtualRouter(resource).filter((behind) => graph.find(behind))];
  });
}

/** The references to objects that the controller writes. */
function ownReferences({ rolloutsVersion }: Graph, rollout: Resource): readonly Reference[] {
  return [...services(rollout), ...routers.flatMap((router) => router.references(rollout, rolloutsVersion))];
}

/**
 * The routes of the Gateway API that a Rollout selects by label; a route without a namespace is assumed to be in the Rollout's.
 */
export const selectedRoutes = memoizeLastOf((graph: Graph, rollout: Resource): readonly Reference[] => {
  const own = knownHomeOf(graph, rollout);
  return routeSelectors(rollout).flatMap(({ from, kind, namespace = own, selects }) =>
    graph
      .ofKind(kind, gatewayGroup)
      .filter((route) => (graph.namespace(route) ?? own) === namespace && selects(route))
      .map(({ group, name }) => ({ from, to: { group, kind, namespace, name } })),
  );
});

/** Analysis templates and the templates nested in them, each once. */
function templates(graph: Graph, first: readonly Reference[]): readonly Reference[] {
  const all = new Map<string, Reference>();
  const waiting = [...first];
  for (let reference = waiting.shift(); reference; reference = waiting.shift()) {
    const key = `${reference.to.kind}/${reference.to.name}`;
    if (all.has(key)) continue;
    all.set(key, reference);
    const template = graph.find(reference);
    if (template) waiting.push(...nestedTemplates(template));
  }
  return [...all.values()];
}

/** Other Rollouts whose controller writes a resource. */
export function othersThatWrite(graph: Graph, resource: Resource, rollout: Resource): readonly Resource[] {
  let known = writers.get(graph);
  if (!known) {
    known = new Map();
    for (const writer of graph.rollouts)
      for (const target of new Set(ownReferences(graph, writer).map((reference) => graph.find(reference)))) {
        if (!target) continue;
        const others = known.get(target);
        if (others) others.push(writer);
        else known.set(target, [writer]);
      }
    writers.set(graph, known);
  }
  // Another definition of the same Rollout is not another one.
  const name = deployedAs(graph, rollout);
  return (known.get(resource) ?? []).filter((other) => deployedAs(graph, other) !== name);
}

function deployedAs(graph: Graph, rollout: Resource): string {
  return `${graph.namespace(rollout) ?? ''}/${rollout.name}`;
}

const writers = new WeakMap<Graph, Map<Resource, Resource[]>>();

/** The HorizontalPodAutoscaler or ScaledObject of a Rollout. */
export function autoscalerOf(graph: Graph, rollout: Resource): Resource | undefined {
  return autoscalersIn(graph).get(rollout);
}

const autoscalersIn = memoize((graph: Graph): ReadonlyMap<Resource, Resource> => {
  const all = new Map<Resource, Resource>();
  for (const { group, kind } of autoscalerKinds)
    for (const autoscaler of graph.ofKind(kind, group)) {
      const reference = scaleTarget(autoscaler);
      const target = reference?.to.kind === 'Rollout' ? graph.find(reference) : undefined;
      if (target && !all.has(target)) all.set(target, autoscaler);
    }
  return all;
});
