/** The registry and name of an image, and its tag; a digest is no tag. */
export function imageParts(image: string): { readonly repository: string; readonly tag: string | undefined } {
  const [, repository, tag] = /^([^@]+):([^:/@]+)$/.exec(image) ?? [];
  return repository === undefined ? { repository: image, tag: undefined } : { repository, tag };
}
