import type { Field } from '../../model/field.js';
import { isTextFilledIn } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { labelValueProblems, qualifiedNameProblems } from '../labels.js';
import type { Refusals } from '../refusal.js';

/** https://github.com/kubernetes/apimachinery/blob/v0.34.1/pkg/api/validation/objectmeta.go */
const mostOfAnnotations = 256 * 1024;

const bytes = new TextEncoder();

/** What the API server refuses of the labels and annotations of an object. */
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
  // A character of UTF-16 has three bytes at most.
  let most = 0;
  for (const at of metadata.at('annotations').entries) {
    const key = String(at.key);
    most += 3 * (key.length + (at.text ?? '').length);
    if (!isOpen(key) && qualifiedNameProblems(key.toLowerCase()).length > 0)
      yield { at, problem: `is not a key of an annotation: "${key}"` };
  }
  const size = most > mostOfAnnotations ? sizeOf(metadata.at('annotations')) : 0;
  if (size > mostOfAnnotations)
    yield {
      at: metadata.at('annotations'),
      problem: `takes ${size} bytes; annotations must take no more than ${mostOfAnnotations}`,
    };
}

function sizeOf(annotations: Field): number {
  return annotations.entries.reduce(
    (sum, { key, text = '' }) => sum + bytes.encode(String(key) + text).length,
    0,
  );
}
