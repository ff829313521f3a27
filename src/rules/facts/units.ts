import type { Graph } from '../../repository/graph/graph.js';
import type { Resource } from '../../model/resource.js';

/**
 * What applies a resource, each with its namespace: a kustomization, an Application, or otherwise its file. Two resources with
 * a common unit are certainly applied together; files of one folder may be two ways to deploy the same system.
 */
export function unitsOf(graph: Graph, resource: Resource): readonly string[] {
  return graph.placements(resource).map(({ leaf, application }) => {
    const folder = leaf?.folder ?? (application && `${application.source.path}:${application.offset}`);
    return `${folder ?? resource.source.path}\n${graph.namespace(resource) ?? ''}`;
  });
}
