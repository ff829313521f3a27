import type { Graph } from '../../repository/graph/graph.js';
import type { Field, Path } from '../../model/field.js';
import { isFilledIn } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';

/** Why the deployed object may differ from the manifest. */
export function doubtOf(graph: Graph, resource: Resource): string | undefined {
  const what = `${resource.kind} "${resource.name}"`;
  const change = changeOf(graph, resource, ['spec']);
  if (change) return `a kustomization ${change.verb} ${what}, which is only applied with --render`;
  return isFilledInSomewhere(resource.at('spec'))
    ? `placeholders of ${what} are filled in before it is deployed`
    : undefined;
}

/** How a kustomization changes a part of an object: by a patch, or by its settings. */
export function changeOf(
  graph: Graph,
  resource: Resource,
  path: Path,
): { readonly verb: string; readonly noun: string } | undefined {
  if (graph.isPatchedByHand(resource, path)) return { verb: 'patches', noun: 'the patch' };
  const parts = ['metadata', 'spec', 'data'].flatMap((key) => resource.at(key).entries);
  return parts.some((part) => graph.isPatched(resource, part.path))
    ? { verb: 'sets fields of', noun: 'what it sets, such as images or replicas' }
    : undefined;
}

function isFilledInSomewhere(field: Field): boolean {
  return isFilledIn(field) || [...field.entries, ...field.items].some(isFilledInSomewhere);
}
