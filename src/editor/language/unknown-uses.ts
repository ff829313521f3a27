import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { isKustomization } from '../../repository/graph/kustomization.js';
import type { Definition, Link } from './links/link.js';

/** Why a name may be used in ways that are not known, in a sentence; undefined if all of its uses are. */
export function unknownUses(
  graph: Graph,
  definitions: readonly Definition[],
  links: readonly Link[],
): string | undefined {
  for (const { field, name, kind } of definitions) {
    if (!field) continue;
    const { resource } = field;
    const what = `${resource.kind} "${resource.name}"`;
    if (!isKustomization(resource) && !graph.isComplete(resource))
      return `Not everything that is deployed with ${what} is known, such as charts and remote bases, so "${name}" may be used there.`;
    if (graph.isPatched(resource, field.path))
      return `A patch may set "${name}" of ${what}, so the name is not known.`;
    const namesake = kind === 'object' && namesakeOf(graph, resource, definitions);
    if (namesake)
      return `There is another ${what} in ${namesake.source.name}, so it is not certain which of the two a reference means.`;
    for (const kustomization of builders(graph, resource)) {
      if (kind === 'object' && hasOtherName(graph, resource))
        return `${kustomization.source.name} changes the name of ${what}.`;
      const place = foreignUse(kustomization, name, links);
      if (place !== undefined)
        return `${kustomization.source.name} contains "${name}" in a way that is not understood (character ${place}).`;
    }
  }
  for (const { from, name } of links)
    // Patches in files are objects with links of their own; any other patch may set the same field to anything.
    if (graph.isPatchedByHand(from.resource, from.path) && graph.mergedInto(from.resource).length === 0)
      return `A patch may set ${from.path.join('.')} of ${from.resource.kind} "${from.resource.name}", which is "${name}".`;
  return undefined;
}

/** Another object of the same kind and name that is deployed together with one and is not renamed with it. */
function namesakeOf(
  graph: Graph,
  resource: Resource,
  definitions: readonly Definition[],
): Resource | undefined {
  return graph
    .withManifestName(resource)
    .find(
      (other) =>
        !definitions.some(({ field }) => field?.resource === other) &&
        graph.areDeployedTogether(resource, other),
    );
}

/** The kustomizations that a resource is built by. */
function builders(graph: Graph, resource: Resource): readonly Resource[] {
  const all = graph
    .placements(resource)
    .flatMap(({ leaf, via }) => (leaf ? [...via, leaf] : via).map((one) => one.resource));
  return [...new Set(all)];
}

function hasOtherName(graph: Graph, resource: Resource): boolean {
  return graph
    .placements(resource)
    .some((placement) => graph.namesAt(resource, placement).some((name) => name !== resource.name));
}

/** Where a kustomization has a name in a patch, a replacement or a variable, and not as a link; files may have it in theirs. */
function foreignUse(kustomization: Resource, name: string, links: readonly Link[]): number | undefined {
  const text = kustomization.source.read();
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    const isWhole = !/[\w./-]/.test(text[at - 1] ?? ' ') && !/[\w./-]/.test(text[at + name.length] ?? ' ');
    const isKnown = links.some(
      ({ place }) => place.source === kustomization.source && place.start <= at && at < place.end,
    );
    if (isWhole && !isKnown) return at;
  }
  return undefined;
}
