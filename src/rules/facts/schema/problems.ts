import { memoize } from '../../../model/memo.js';
import type { Graph } from '../../../repository/graph/graph.js';
import type { Field } from '../../../model/field.js';
import type { Resource } from '../../../model/resource.js';
import { configReferences } from '../../../kubernetes/kinds/workload.js';
import { schemaFor } from '../../../kubernetes/schemas/load.js';
import { type SchemaProblem, validate } from '../../../kubernetes/schemas/validate.js';
import { none } from '../../../model/none.js';

/** The kinds whose schema is checked: those that other rules parse anyway. ConfigMaps are, if the pods of a Rollout use them. */
export const checkedKinds: readonly { readonly group: string; readonly kind: string }[] = [
  { group: 'argoproj.io', kind: 'Rollout' },
  { group: 'argoproj.io', kind: 'AnalysisTemplate' },
  { group: 'argoproj.io', kind: 'ClusterAnalysisTemplate' },
  { group: 'argoproj.io', kind: 'Experiment' },
  { group: 'argoproj.io', kind: 'Application' },
  { group: 'argoproj.io', kind: 'ApplicationSet' },
  { group: 'argoproj.io', kind: 'AppProject' },
  { group: 'networking.istio.io', kind: 'VirtualService' },
  { group: 'networking.istio.io', kind: 'DestinationRule' },
  { group: 'networking.istio.io', kind: 'Gateway' },
  { group: 'networking.istio.io', kind: 'ServiceEntry' },
  { group: 'networking.k8s.io', kind: 'Ingress' },
  { group: '', kind: 'Service' },
  { group: 'autoscaling', kind: 'HorizontalPodAutoscaler' },
  { group: 'policy', kind: 'PodDisruptionBudget' },
];

/** A schema violation, with its field. */
export interface LocatedProblem extends SchemaProblem {
  readonly resource: Resource;
  readonly field: Field;
}

/** The results so far, by resource. */
const asked = memoize(() => new Map<Resource, readonly LocatedProblem[]>());

/** Whether the API server accepts a resource as it is in the file; false if its kind has no schema here. */
export function isSound(graph: Graph, resource: Resource): boolean {
  return problemsIn(graph, resource)?.length === 0;
}

/** Whether the API server accepts a resource without its unknown fields; false if its kind has no schema here. */
export function isTaken(graph: Graph, resource: Resource): boolean {
  return problemsIn(graph, resource)?.every(({ keyword }) => keyword === 'unknown') ?? false;
}

/** The schema violations in a resource; undefined if its kind has no schema here. */
export function problemsIn(graph: Graph, resource: Resource): readonly LocatedProblem[] | undefined {
  if (schemaFor(resource.group, resource.version, resource.kind) === undefined) return undefined;
  const known = asked(graph);
  let problems = known.get(resource);
  if (!problems) known.set(resource, (problems = problemsOf(resource)));
  return problems;
}

/** Reports the schema violations in the resources of a graph, each of which is yielded before it is checked. */
export function* eachProblem(graph: Graph, tell: (problem: LocatedProblem) => void): Iterable<Resource> {
  for (const resource of graph.ofKinds(checkedKinds)) {
    yield resource;
    problemsIn(graph, resource)?.forEach(tell);
  }
  const told = new Set<Resource>();
  for (const rollout of graph.rollouts) {
    yield rollout;
    for (const config of configMapsOf(graph, rollout)) {
      if (told.has(config)) continue;
      told.add(config);
      problemsIn(graph, config)?.forEach(tell);
    }
  }
}

/** The kinds that are read in files which a kustomization leaves out. */
const leftOutKinds: ReadonlySet<string> = new Set([
  'Rollout',
  'AnalysisTemplate',
  'ClusterAnalysisTemplate',
  'Experiment',
]);

/**
 * Reports the schema violations in the objects of Argo Rollouts that stand in files which no kustomization lists: they are deployed as soon
 * as it does. What has no selector, template or metric is a patch of something else.
 */
export function* eachLeftOut(graph: Graph, tell: (problem: LocatedProblem) => void): Iterable<Resource> {
  for (const resource of graph.undeployed.unlisted) {
    if (resource.group !== 'argoproj.io' || !leftOutKinds.has(resource.kind)) continue;
    yield resource;
    const spec = resource.at('spec');
    if (['selector', 'workloadRef', 'metrics', 'templates'].some((key) => spec.at(key).exists))
      problemsIn(graph, resource)?.forEach(tell);
  }
}

/** The ConfigMaps that the pods of a Rollout use, which `k8s/config-exists` reads, too. */
function configMapsOf(graph: Graph, rollout: Resource): readonly Resource[] {
  const template = graph.podTemplate(rollout);
  if (!template) return none;
  return configReferences(template).flatMap((reference) =>
    reference.to.kind === 'ConfigMap' ? (graph.find(reference) ?? []) : [],
  );
}

function problemsOf(resource: Resource): readonly LocatedProblem[] {
  const schema = schemaFor(resource.group, resource.version, resource.kind);
  if (!schema || !resource.isReadable) return none;
  return located(resource, validate(schema, resource.root));
}

/** The violations in a resource, with their fields. */
export function located(resource: Resource, problems: readonly SchemaProblem[]): readonly LocatedProblem[] {
  if (problems.length === 0) return none;
  return problems.map((problem) => ({ ...problem, resource, field: resource.at(...problem.path) }));
}

/** A path as in messages. */
export function problemPath(path: readonly (string | number)[]): string {
  return path
    .map((segment, index) =>
      typeof segment === 'number' ? `[${segment}]` : `${index === 0 ? '' : '.'}${segment}`,
    )
    .join('');
}
