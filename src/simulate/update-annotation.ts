/** Any change of a pod template is a new revision. */
export const updateAnnotation = 'rolloutkit/revision';
