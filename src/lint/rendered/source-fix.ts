import type { Fix, Write } from '../../model/fix.js';
import type { Node } from '../../model/node.js';
import { Resource } from '../../model/resource.js';
import type { Place } from '../../model/source.js';
import { splitDocuments } from '../../yaml/parse/documents.js';
import { parseTree } from '../../yaml/parse/tree.js';
import { docAt, type Rendering } from '../../repository/render/inputs.js';
import { findNode, pathAt } from '../../repository/render/tree.js';

/**
 * Translates a fix of a rendered object to the source lines of its values: in a base, a patch or values of a chart.
 * Undefined unless each value is literally in a file. The caller renders again and compares the output with the
 * intended one.
 */
export function atSource(fix: Fix, { text, origins }: Rendering): Fix | undefined {
  const writes: Write[] = [];
  for (const write of fix.writes) {
    const doc = write.resource.source === text.source && docAt(text.docs, write.resource.offset);
    const origin = doc ? origins.of(doc) : undefined;
    const rendered = doc ? findNode(doc.root, write.path)?.node : undefined;
    if (!origin || !isValue(rendered) || typeof write.value !== typeof rendered.value) return undefined;
    const place = origin.place(write.path, false);
    const own = place && writtenAt(place, rendered.value, write.value);
    if (!own) return undefined;
    writes.push(own);
  }
  return { ...fix, writes, rendered: fix.writes };
}

function isValue(
  node: Node | undefined,
): node is Node & { readonly kind: 'scalar'; readonly value: string | number | boolean } {
  return node?.kind === 'scalar' && ['string', 'number', 'boolean'].includes(typeof node.value);
}

/** The write of a value in a source file; undefined unless exactly this value is there. */
function writtenAt({ source, start }: Place, before: unknown, value: unknown): Write | undefined {
  let all: string;
  try {
    all = source.read();
  } catch {
    return undefined;
  }
  const range = splitDocuments(all).find((one) => one.start <= start && start < one.end);
  const { root, problems } = range
    ? parseTree(all, range.start, range.end)
    : { root: undefined, problems: [] };
  if (!range || !root || problems.length > 0) return undefined;
  const { path, isKey } = pathAt(root, start);
  const node = findNode(root, path)?.node;
  if (isKey || node?.kind !== 'scalar' || node.start !== start || node.value !== before) return undefined;
  return { resource: documentOf(source, range.start, root), path, value };
}

/** Wraps a document of any file as a resource, because fixes write to resources. */
function documentOf(source: Place['source'], offset: number, root: Node): Resource {
  const nothing = { group: '', version: '', kind: '', name: '', namespace: undefined };
  return new Resource(nothing, source, offset, { root });
}
