import { isFilledInAnywhere, isTextFilledIn } from '../../../model/placeholder.js';
import type { Resource } from '../../../model/resource.js';
import { labelValueProblems, qualifiedNameProblems } from '../labels.js';
import type { Refusals } from '../refusal.js';

/** https://github.com/kubernetes/apimachinery/blob/v0.34.1/pkg/api/validation/objectmeta.go */
export const mostOfAnnotations = 256 * 1024;

const bytes = new TextEncoder();

/** What the API server rejects in the labels and annotations of an object. */
export function* metadataRefusals(resource: Resource): Refusals {
  const metadata = resource.at('metadata');
  const isOpen = (text: string): boolean => isTextFilledIn(resource, text);
  for (const at of metadata.at('labels').entries) {
    const key = String(at.key);
    if (isOpen(key) || isOpen(at.text ?? '')) continue;
    if (qualifiedNameProblems(key).length > 0) yield { at, problem: `is not a key of a label: "${key}"` };
    else if (at.text !== undefined && labelValueProblems(at.text).length > 0)
      yield { at, problem: `is not a value of a label: "${at.text}"` };
  }
  const pairs: (readonly [string, string])[] = [];
  for (const at of metadata.at('annotations').entries) {
    const key = String(at.key);
    pairs.push([key, at.text ?? '']);
    if (!isOpen(key) && qualifiedNameProblems(key.toLowerCase()).length > 0)
      yield { at, problem: `is not a key of an annotation: "${key}"` };
  }
  const size = annotationBytes(pairs);
  if (size > mostOfAnnotations)
    yield {
      at: metadata.at('annotations'),
      problem: `takes ${size} bytes; annotations must take no more than ${mostOfAnnotations}`,
    };
}

/** Labels and annotations of another type than the API server decodes, for kinds without a schema. */
export function* metadataTypes(resource: Resource): Refusals {
  const metadata = resource.at('metadata');
  for (const part of [metadata.at('labels'), metadata.at('annotations')]) {
    // No value is none.
    if (part.shape === 'absent' || isFilledInAnywhere(part)) continue;
    if (part.shape !== 'map')
      yield {
        at: part,
        problem: `is a ${part.shape === 'list' ? 'list' : typeof part.value}; it must be a map`,
      };
    for (const at of part.entries) {
      const type = at.shape === 'scalar' ? typeof at.value : at.shape;
      if (type !== 'absent' && type !== 'string') yield { at, problem: `is a ${type}; it must be a string` };
    }
  }
}

/** The size of annotations in bytes. */
export function annotationBytes(annotations: readonly (readonly [string, string])[]): number {
  let length = 0;
  for (const [key, value] of annotations) length += key.length + value.length;
  // A UTF-16 code unit takes at most three bytes.
  if (3 * length <= mostOfAnnotations) return length;
  return annotations.reduce((sum, [key, value]) => sum + bytes.encode(key + value).length, 0);
}
