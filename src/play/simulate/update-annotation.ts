import type { PodTemplate } from '../../kubernetes/objects/rollout-object.js';

/** Any change of a pod template is a new revision. */
export const updateAnnotation = 'rolloutkit/revision';

/** A pod template that differs only in its revision. */
export function withRevision(template: PodTemplate | undefined, revision: string): PodTemplate {
  const annotations = { ...template?.metadata?.annotations, [updateAnnotation]: revision };
  return { ...template, metadata: { ...template?.metadata, annotations } };
}
