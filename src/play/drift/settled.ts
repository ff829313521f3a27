import type { Graph } from '../../repository/graph/graph.js';
import { compareOptionsKey } from '../../kubernetes/kinds/application.js';
import type { Path } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';

/** The fields that determine how an Application compares and applies its objects. */
const deciding: readonly Path[] = [
  ['spec', 'ignoreDifferences'],
  ['spec', 'syncPolicy', 'syncOptions'],
  ['metadata', 'annotations', compareOptionsKey],
];

/** Whether no patch of a kustomization or an ApplicationSet may change how an Application treats something. */
export function isSettled(graph: Graph, application: Resource, paths: readonly Path[] = deciding): boolean {
  return paths.every((path) => !graph.isPatched(application, path));
}

/** Why the comparison of an Application is unknown; undefined if it is known. */
export function unsettled(graph: Graph, application: Resource): string | undefined {
  if (isSettled(graph, application)) return undefined;
  const by = graph.setOf(application) ? 'the templatePatch of its ApplicationSet' : 'a patch of kustomize';
  return `${by} may change what the Application ignores or how it syncs.`;
}
