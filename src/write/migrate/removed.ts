import type { Graph } from '../../repository/graph/graph.js';
import { isKustomization, join } from '../../repository/graph/kustomization.js';
import { readGraph } from '../../repository/graph/read-graph.js';
import type { Write } from '../../model/fix.js';
import type { Resource } from '../../model/resource.js';
import { folderOf, type Source } from '../../model/source.js';
import { splitDocuments } from '../../yaml/parse/documents.js';
import type { FileChange } from './files.js';
import { Refusal } from './refusal.js';

/** Removes files that become empty from the kustomizations that list them. */
export function listingWrites(graph: Graph, removed: readonly Resource[]): readonly Write[] {
  return removed
    .filter(({ source }) => splitDocuments(source.read()).length === 1)
    .flatMap(({ source }) =>
      graph.given.filter(isKustomization).flatMap((resource) =>
        resource
          .at('resources')
          .items.filter(
            ({ text }) => text !== undefined && join(folderOf(resource.source), text) === source.path,
          )
          .map(({ path }) => ({ resource, path, value: undefined })),
      ),
    );
}

/** Removes the documents of these objects; a file without other documents is deleted. */
export function withoutObjects(
  changes: readonly FileChange[],
  removed: readonly Resource[],
): readonly FileChange[] {
  const all = new Map(changes.map((change) => [change.path, change]));
  for (const resource of removed) {
    const { source } = resource;
    const known = all.get(source.path);
    const text = known ? (known.after ?? '') : source.read();
    all.set(source.path, {
      path: source.path,
      name: source.name,
      before: known ? known.before : text,
      after: withoutDocument(text, resource),
    });
  }
  return [...all.values()];
}

/** The text without the document of an object; undefined if no document is left. */
function withoutDocument(text: string, { source, kind, name, namespace }: Resource): string | undefined {
  const [own, another] = objectsIn(source, text).filter(
    (one) => one.kind === kind && one.name === name && one.namespace === namespace,
  );
  const ranges = splitDocuments(text);
  const range = own && ranges.find(({ start, end }) => start <= own.root.start && own.root.end <= end);
  if (!own || another || !range || objectsIn(source, text.slice(range.start, range.end)).length !== 1)
    throw new Refusal(`${source.name} cannot be edited in place; remove ${kind} "${name}" from it by hand.`);
  return ranges.length === 1 ? undefined : text.slice(0, range.start) + text.slice(range.end);
}

export function objectsIn({ path, name }: Source, text: string): readonly Resource[] {
  return readGraph([{ path, name, read: () => text }]).graph.given;
}
