import { describe, expect, it } from 'vitest';
import { nameOfImage, updatedImages } from '../../src/argocd/image-updater.js';
import { fromValue } from '../../src/model/node.js';
import { Resource } from '../../src/model/resource.js';
import { textSource } from '../support/sources.js';

function imagesIn(annotations: object): readonly string[] {
  const identity = {
    group: 'argoproj.io',
    version: 'v1alpha1',
    kind: 'Application',
    name: 'shop',
    namespace: 'argocd',
  };
  const root = fromValue({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'shop', annotations },
  });
  const resource = new Resource(identity, textSource('a.yaml', ''), 0, { root });
  return updatedImages(resource.at());
}

/** https://argocd-image-updater.readthedocs.io/en/stable/configuration/images/ */
describe('the images of the image updater', () => {
  it.each([
    ['web=ghcr.io/shop/web:~1.2, redis', ['ghcr.io/shop/web', 'redis']],
    // Entries may be on lines of their own, and the alias may have spaces around it.
    ['web = ghcr.io/shop/web:1.x,\n  cart=ghcr.io/shop/cart', ['ghcr.io/shop/web', 'ghcr.io/shop/cart']],
    ['registry:5000/web', ['registry:5000/web']],
    ['registry:5000/web:2', ['registry:5000/web']],
    ['web@sha256:0123', ['web']],
    ['web,', ['web']],
    ['', []],
  ])('of %j are %j', (list, images) => {
    expect(imagesIn({ 'argocd-image-updater.argoproj.io/image-list': list })).toEqual(images);
  });

  it('are none without a list', () => {
    expect(imagesIn({ 'argocd-image-updater.argoproj.io/update-strategy': 'semver' })).toEqual([]);
  });
});

it('an image without tag and digest keeps the port of its registry', () => {
  expect(nameOfImage('registry:5000/web:2@sha256:0123')).toBe('registry:5000/web');
});
