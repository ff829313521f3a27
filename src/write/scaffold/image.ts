/** Splits an image into repository and tag; a digest is not a tag. */
export function imageParts(image: string): { readonly repository: string; readonly tag: string | undefined } {
  const [, repository, tag] = /^([^@]+):([^:/@]+)$/.exec(image) ?? [];
  return repository === undefined ? { repository: image, tag: undefined } : { repository, tag };
}

/** How nodes pull an image: a tag that is meant to move has to be looked up each time. */
export function pullPolicyOf(image: string): 'Always' | 'IfNotPresent' {
  return imageParts(image).tag === 'latest' ? 'Always' : 'IfNotPresent';
}
