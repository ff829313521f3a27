import type { Graph } from '../../repository/graph/graph.js';
import { compareOptionsKey } from '../../kubernetes/kinds/application.js';
import type { Path } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';

/** What decides how an Application compares and applies what it deploys. */
const deciding: readonly Path[] = [
  ['spec', 'ignoreDifferences'],
  ['spec', 'syncPolicy', 'syncOptions'],
  ['metadata', 'annotations', compareOptionsKey],
];

/** Whether no patch, of a kustomization or of an ApplicationSet, may change what an Application says of something. */
export function isSettled(graph: Graph, application: Resource, paths: readonly Path[] = deciding): boolean {
  return paths.every((path) => !graph.isPatched(application, path));
}

/** Why nothing can be told of what an Application compares; undefined where it can. */
export function unsettled(graph: Graph, application: Resource): string | undefined {
  if (isSettled(graph, application)) return undefined;
  const by = graph.setOf(application) ? 'the templatePatch of its ApplicationSet' : 'a patch of kustomize';
  return `${by} may change what the Application ignores or how it syncs.`;
}
