/** Splits an image into repository and tag; a digest is not a tag. */
export function imageParts(image: string): { readonly repository: string; readonly tag: string | undefined } {
  const [, repository, tag] = /^([^@]+):([^:/@]+)$/.exec(image) ?? [];
  return repository === undefined ? { repository: image, tag: undefined } : { repository, tag };
}
