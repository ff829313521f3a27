import { workloadRef } from '../../kubernetes/kinds/rollout.js';
import { podTemplate, selects } from '../../kubernetes/kinds/workload.js';
import { byFixedOrder } from '../../model/fixed-order.js';
import { memoize } from '../../model/memo.js';
import { append } from '../../model/multimap.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import {
  type DoubleWorkload,
  doubleRollouts,
  doubleWorkloads,
  haveSamePods,
  referencedWorkloads,
  selectorOf,
  unmanagedFoldersOf,
} from './double-workloads.js';
import { haveOneImage } from './replaced-deployment.js';
import { unitsOf } from './units.js';

/**
 * Deployments that are certainly applied together with a Rollout of the same name and the same image, while the labels of their pods
 * differ: the Rollout was meant to replace them.
 */
export const twinDeployments = memoize((graph: Graph): readonly DoubleWorkload[] => {
  const told = new Set(doubleWorkloads(graph).map(({ workload }) => workload));
  const referenced = referencedWorkloads(graph);
  const byPlace = new Map<string, Resource>();
  for (const rollout of graph.rollouts)
    for (const unit of unitsOf(graph, rollout)) byPlace.set(`${unit}\n${rollout.name}`, rollout);
  return graph.ofKind('Deployment', 'apps').flatMap((workload) => {
    if (told.has(workload) || referenced.has(workload)) return [];
    const [rollout] = unitsOf(graph, workload).flatMap(
      (unit) => byPlace.get(`${unit}\n${workload.name}`) ?? [],
    );
    return rollout && !workloadRef(rollout) && haveSameImage(workload, rollout)
      ? [{ workload, rollout }]
      : [];
  });
});

function haveSameImage(left: Resource, right: Resource): boolean {
  const [ours = [], theirs = []] = [left, right].map((one) =>
    (podTemplate(one)?.at('spec', 'containers').items ?? []).map((container) => container.at('image').text),
  );
  return ours.some((image) => theirs.some((other) => haveOneImage(image, other)));
}

/**
 * Pairs of Rollouts in files of one folder that nothing in the repository deploys, where both write the same namespace and a Service there
 * sends requests to both. More than two are steps of a lesson, and so are two without a namespace.
 */
export const looseRollouts = memoize((graph: Graph): readonly DoubleWorkload[] => {
  const told = new Set(doubleRollouts(graph).map(({ workload }) => workload));
  const byPlace = new Map<string, Resource[]>();
  for (const rollout of [...graph.rollouts].sort(byFixedOrder)) {
    const labels = Object.entries(selectorOf(graph, rollout) ?? {}).sort();
    const namespace = rollout.at('metadata', 'namespace').text;
    if (labels.length === 0 || namespace === undefined) continue;
    for (const folder of unmanagedFoldersOf(graph, rollout))
      append(byPlace, JSON.stringify([folder, labels]), rollout);
  }
  return [...byPlace.values()].flatMap(([rollout, workload, ...others]) => {
    if (!rollout || !workload || others.length > 0 || rollout.name === workload.name) return [];
    if (told.has(workload) || !haveSamePods(graph, workload, rollout)) return [];
    const isShared = graph.ofKind('Service', '').some((service) => {
      const selector = service.at('spec', 'selector');
      return (
        selector.entries.length > 0 &&
        graph.namespace(service) === graph.namespace(rollout) &&
        [workload, rollout].every((one) => selects(selector.strings, graph.labels(one)))
      );
    });
    return isShared ? [{ workload, rollout }] : [];
  });
});
