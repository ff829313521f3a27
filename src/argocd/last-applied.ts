import { ArgoCdError } from './outcome.js';
import { at, isMap, type JsonMap } from './json.js';

/** Where kubectl notes what it has applied. */
export const lastAppliedAnnotation = 'kubectl.kubernetes.io/last-applied-configuration';

/** What was applied last; undefined where that is not noted, or not as JSON of an object. */
export function lastAppliedOf(live: JsonMap): JsonMap | undefined {
  const text = at(live, 'metadata', 'annotations', lastAppliedAnnotation);
  if (typeof text !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isMap(value) && typeof value['kind'] === 'string' && value['kind'] !== '' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** An object with what was applied to it noted. */
export function withLastApplied(object: JsonMap, applied: JsonMap): JsonMap {
  const metadata = object['metadata'];
  if (!isMap(metadata)) throw new ArgoCdError('an object has no metadata');
  const annotations = isMap(metadata['annotations']) ? metadata['annotations'] : {};
  const noted = { ...annotations, [lastAppliedAnnotation]: JSON.stringify(applied) };
  return { ...object, metadata: { ...metadata, annotations: noted } };
}
