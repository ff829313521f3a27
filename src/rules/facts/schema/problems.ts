import { memoize } from '../../../model/memo.js';
import type { Graph } from '../../../repository/graph/graph.js';
import type { Field } from '../../../model/field.js';
import type { Resource } from '../../../model/resource.js';
import { schemaFor } from '../../../kubernetes/schemas/load.js';
import { type SchemaProblem, validate } from '../../../kubernetes/schemas/validate.js';

/** The kinds whose schema is checked: those that other rules read, and so parse, anyway. */
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

/** Something that a schema does not allow, at the field concerned. */
export interface LocatedProblem extends SchemaProblem {
  readonly resource: Resource;
  readonly field: Field;
}

/** What was found of each resource so far. */
const asked = memoize(() => new Map<Resource, readonly LocatedProblem[]>());

/** Whether the API server takes a resource as it is written; false where we have no schema of its kind. */
export function isSound(graph: Graph, resource: Resource): boolean {
  return problemsIn(graph, resource)?.length === 0;
}

/** Whether the API server takes a resource, without the fields that it does not know; false where we have no schema of its kind. */
export function isTaken(graph: Graph, resource: Resource): boolean {
  return problemsIn(graph, resource)?.every(({ keyword }) => keyword === 'unknown') ?? false;
}

/** What the schema of a resource does not allow in it; undefined where we have no schema of its kind. */
export function problemsIn(graph: Graph, resource: Resource): readonly LocatedProblem[] | undefined {
  if (schemaFor(resource.group, resource.version, resource.kind) === undefined) return undefined;
  const known = asked(graph);
  let problems = known.get(resource);
  if (!problems) known.set(resource, (problems = problemsOf(resource)));
  return problems;
}

/** Tells what the schemas do not allow in the resources of a graph, each of which is yielded before it is looked at. */
export function* eachProblem(graph: Graph, tell: (problem: LocatedProblem) => void): Iterable<Resource> {
  for (const resource of graph.ofKinds(checkedKinds)) {
    yield resource;
    problemsIn(graph, resource)?.forEach(tell);
  }
}

function problemsOf(resource: Resource): readonly LocatedProblem[] {
  const schema = schemaFor(resource.group, resource.version, resource.kind);
  if (!schema || !resource.isReadable) return none;
  return located(resource, validate(schema, resource.root));
}

/** Problems of a resource with their fields. */
export function located(resource: Resource, problems: readonly SchemaProblem[]): readonly LocatedProblem[] {
  if (problems.length === 0) return none;
  return problems.map((problem) => ({ ...problem, resource, field: resource.at(...problem.path) }));
}

const none: readonly LocatedProblem[] = [];

/** How a path is written in a message. */
export function inWords(path: readonly (string | number)[]): string {
  return path
    .map((segment, index) =>
      typeof segment === 'number' ? `[${segment}]` : `${index === 0 ? '' : '.'}${segment}`,
    )
    .join('');
}
