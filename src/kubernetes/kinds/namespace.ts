/**
 * The label with its name that the API server gives each namespace.
 * https://kubernetes.io/docs/reference/labels-annotations-taints/#kubernetes-io-metadata-name
 */
export const namespaceNameLabel = 'kubernetes.io/metadata.name';
