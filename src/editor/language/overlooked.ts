import type { Path } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { edited } from '../../play/drift/changes.js';
import type { Graph } from '../../repository/graph/graph.js';
import { compare, comparedAs } from '../../rules/facts/argocd/router-fields.js';

/** Whether Argo CD overlooks another live value of a scalar field, a sentence for each Application that deploys the object. */
export function overlookedIn(graph: Graph, resource: Resource, path: Path): readonly string[] {
  const field = resource.at(...path);
  if (field.shape !== 'scalar' || path.length < 2) return [];
  const live = edited(resource.at().value, path);
  return comparedAs(graph, resource, live).flatMap((compared) => {
    const { paths, unknown } = compare(compared);
    if (unknown !== undefined || paths.length > 0) return [];
    return [`Argo CD ignores a difference from Git here (Application "${compared.application.name}").`];
  });
}
