import { isSameJson } from './json.js';
import type { KubeObject } from './object.js';

interface Counted extends KubeObject {
  readonly spec?: unknown;
  readonly template?: unknown;
}

/** An object that replaces another one, with the generation that the API server counts for changes of the spec. */
export function withGeneration(before: KubeObject, after: KubeObject): KubeObject {
  const { generation } = before.metadata;
  if (generation === undefined) return after;
  const [old, now] = [before as Counted, after as Counted];
  const isSame = isSameJson(old.spec, now.spec) && isSameJson(old.template, now.template);
  return { ...after, metadata: { ...after.metadata, generation: isSame ? generation : generation + 1 } };
}
