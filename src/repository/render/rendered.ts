import type { Node } from '../../model/node.js';
import type { Source } from '../../model/source.js';
import { splitDocuments } from '../../yaml/parse/documents.js';
import { parseTree } from '../../yaml/parse/tree.js';
import { child, findNode, textAt } from './tree.js';

/** One object in the output of a program. */
export interface RenderedDoc {
  readonly root: Node;
  readonly kind: string;
  readonly name: string;
  /** Its offset in the output. */
  readonly start: number;
  readonly end: number;
  /**
   * The origin that the program states; for kustomize the annotation
   * https://github.com/kubernetes-sigs/kustomize/blob/master/api/resource/origin.go, for Helm the path in the comment
   * https://github.com/helm/helm/blob/v3.19.0/pkg/action/action.go (`# Source: …`).
   */
  readonly origin: string | undefined;
}

/** The output of a program, which can be read like the manifests of a file. */
export interface RenderedText {
  readonly source: Source;
  readonly docs: readonly RenderedDoc[];
}

/** The annotation with which kustomize names the file of an object. */
export const originKey = 'config.kubernetes.io/origin';

/** Removes the annotations that were only requested to learn the origin of objects. */
export function readKustomizeOutput(output: string, source: Omit<Source, 'read'>): RenderedText {
  const origins: (string | undefined)[] = [];
  const parts = splitDocuments(output).map(({ start, end }) => {
    const { root } = parseTree(output, start, end);
    const annotations = root && findNode(root, ['metadata', 'annotations']);
    const origin = annotations && child(annotations.node, originKey);
    origins.push(origin?.node.kind === 'scalar' ? String(origin.node.value) : undefined);
    if (annotations?.node.kind !== 'map' || !annotations.entry || !origin?.entry)
      return output.slice(start, end);
    const { entries } = annotations.node;
    const [cut, value] =
      entries.length === 1 ? [annotations.entry, annotations.node] : [origin.entry, origin.node];
    const from = output.lastIndexOf('\n', cut.keyStart) + 1;
    const to = output.indexOf('\n', Math.max(cut.keyEnd, value.end - 1)) + 1;
    return output.slice(start, from) + output.slice(to === 0 ? end : to, end);
  });
  const text = parts
    .map((part, index) => (index === 0 || part.startsWith('---') ? part : `---\n${part}`))
    .join('');
  return rendered(text, source, (index) => origins[index]);
}

/** Helm writes the path of the template above each of its documents. */
export function readHelmOutput(output: string, source: Omit<Source, 'read'>): RenderedText {
  let origin: string | undefined;
  return rendered(output, source, (_, text) => {
    origin = /^# Source: (.+?)\r?$/m.exec(text)?.[1] ?? origin;
    return origin;
  });
}

function rendered(
  text: string,
  source: Omit<Source, 'read'>,
  originOf: (index: number, text: string) => string | undefined,
): RenderedText {
  const docs = splitDocuments(text).flatMap(({ start, end }, index): RenderedDoc[] => {
    const origin = originOf(index, text.slice(start, end));
    const { root } = parseTree(text, start, end);
    if (!root) return [];
    const [kind = '', name = ''] = [textAt(root, 'kind'), textAt(root, 'metadata', 'name')];
    return [{ root, kind, name, start, end, origin }];
  });
  return { source: { ...source, read: () => text }, docs };
}
