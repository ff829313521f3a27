import { imageListKey } from './image-updater-annotations.js';
import type { Field } from '../model/field.js';

/**
 * The images in the list of an Application, without alias, tag and digest: `web=ghcr.io/shop/web:~1.2, redis`.
 * https://argocd-image-updater.readthedocs.io/en/stable/configuration/images/
 */
export function updatedImages(application: Field): readonly string[] {
  const { text } = application.at('metadata', 'annotations', imageListKey);
  if (text === undefined) return [];
  return text
    .split(',')
    .map((entry) => nameOfImage(entry.slice(entry.indexOf('=') + 1).trim()))
    .filter((name) => name !== '');
}

/** An image without tag and digest. */
export function nameOfImage(image: string): string {
  const [bare = ''] = image.split('@');
  const tag = bare.indexOf(':', bare.lastIndexOf('/') + 1);
  return tag === -1 ? bare : bare.slice(0, tag);
}
