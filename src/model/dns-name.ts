/**
 * Whether a string is a DNS label in lower case, such as the name of a namespace.
 * https://github.com/kubernetes/apimachinery/blob/v0.34.0/pkg/util/validation/validation.go (DNS-1123)
 */
export function isDnsLabel(text: string): boolean {
  return text.length <= 63 && label.test(text);
}

/** Whether a string is DNS labels joined by dots, as the names of API groups and most objects are. */
export function isDnsSubdomain(text: string): boolean {
  return text.length <= 253 && text.split('.').every((part) => label.test(part));
}

const label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

/**
 * Whether Helm accepts a name for a release; it reserves the rest of 63 characters for what templates append.
 * https://github.com/helm/helm/blob/v3.22.0/pkg/chartutil/validate_name.go
 */
export function isReleaseName(text: string): boolean {
  return isDnsSubdomain(text) && text.length <= longestRelease;
}

export const longestRelease = 53;
