/** The name of a container image, as a kubelet reads it. */
export interface ImageName {
  /** With the registry, if it names one. */
  readonly repository: string;
  readonly tag?: string;
  readonly digest?: string;
}

/** Why a kubelet does not read a name: capital letters in its repository, or its form. */
export type ImageProblem = 'capitals' | 'form';

const component = '[a-z0-9]+(?:(?:__|[._]|-+)[a-z0-9]+)*';
const hostLabel = '[a-zA-Z0-9]+(?:-+[a-zA-Z0-9]+)*';
const host = `(?:${hostLabel}(?:\\.${hostLabel})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?`;
const tag = '\\w[\\w.-]{0,127}';
const digest = '[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[a-fA-F0-9]{32,}';
const imagePattern = new RegExp(
  `^((?:${host}/)?${component}(?:/${component})*)(?::(${tag}))?(?:@(${digest}))?$`,
);

/** Longer than any name that a registry takes: 255 characters, a tag and a digest. */
const longest = 1000;

/**
 * Reads the name of an image, or says why a kubelet does not: pods with such a name wait with InvalidImageName.
 * https://github.com/distribution/reference/blob/v0.6.0/normalize.go (ParseNormalizedNamed)
 */
export function readImage(text: string): ImageName | ImageProblem {
  if (text.length > longest) return 'form';
  const [, remainder] = splitDomain(text);
  const [remote = ''] = remainder.split(':', 1);
  if (remote.toLowerCase() !== remote) return 'capitals';
  const found = imagePattern.exec(text);
  if (!found || /^[a-f0-9]{64}$/.test(text)) return 'form';
  const [, repository = '', itsTag, itsDigest] = found;
  return {
    repository,
    ...(itsTag !== undefined && { tag: itsTag }),
    ...(itsDigest !== undefined && { digest: itsDigest }),
  };
}

/** The name with small letters in its repository. */
export function withoutCapitals(text: string): string {
  const [domain, remainder] = splitDomain(text);
  const at = remainder.search(/[:@]/);
  const end = at === -1 ? remainder.length : at;
  return domain + remainder.slice(0, end).toLowerCase() + remainder.slice(end);
}

/** The registry with its slash, if the name has one, and the rest. A first part with capital letters is a registry. */
function splitDomain(text: string): readonly [string, string] {
  const slash = text.indexOf('/');
  const first = text.slice(0, Math.max(slash, 0));
  const isDomain = first === 'localhost' || /[.:]/.test(first) || first.toLowerCase() !== first;
  return isDomain ? [text.slice(0, slash + 1), text.slice(slash + 1)] : ['', text];
}
