import { expect, it } from 'vitest';
import { application, graphOf, manifests } from './files.js';

const shop = application('shop', 'shop', 'shop');

it('of several definitions in a folder of an Application the last one is left, as Argo CD keeps it', () => {
  const { leads } = graphOf({
    'apps/shop.yaml': shop,
    'shop/a-services.yaml': manifests('Service/web'),
    'shop/b-services.yaml': manifests('Service/web'),
    'shop/rollout.yaml': manifests('Rollout/web'),
  });
  expect(leads('shop/rollout.yaml', 'Rollout/web', 'Service/web')).toEqual(['shop/b-services.yaml']);
});

it('a definition in the file of another Rollout is further than one that stands alone', () => {
  const { leads } = graphOf({
    'shop/blue-green.yaml': manifests('Service/web', 'Rollout/web'),
    'shop/canary.yaml': manifests('Rollout/web'),
    'shop/services.yaml': manifests('Service/web'),
    'shop/variant.yaml': manifests('Service/web', 'Rollout/web'),
  });
  expect(leads('shop/canary.yaml', 'Rollout/web', 'Service/web')).toEqual(['shop/services.yaml']);
  expect(leads('shop/blue-green.yaml', 'Rollout/web', 'Service/web')).toEqual(['shop/blue-green.yaml']);
});

it('a definition in the file of another Rollout is taken where there is no other', () => {
  const { leads } = graphOf({
    'shop/canary.yaml': manifests('Service/web', 'Rollout/web'),
    'shop/rollout-v2.yaml': manifests('Rollout/web'),
  });
  expect(leads('shop/rollout-v2.yaml', 'Rollout/web', 'Service/web')).toEqual(['shop/canary.yaml']);
});

it('a namespace that is filled in later may be any', () => {
  const { leads, namespaceOf } = graphOf({
    'rollout.yaml': manifests('Rollout/shop/web'),
    'service.yaml': manifests('Service/${NAMESPACE}/web'),
  });
  expect(namespaceOf('service.yaml', 'Service/web')).toBeUndefined();
  expect(leads('rollout.yaml', 'Rollout/web', 'Service/web')).toEqual(['service.yaml']);
});

it('an Ingress of extensions/v1beta1 is the Ingress of its name', () => {
  const { leads } = graphOf({
    'rollout.yaml': manifests('Rollout/web'),
    'ingress.yaml': manifests('Ingress/web').replace('networking.k8s.io/v1', 'extensions/v1beta1'),
  });
  expect(leads('rollout.yaml', 'Rollout/web', 'Ingress/web')).toEqual(['ingress.yaml']);
});

it('what an earlier step of a lesson applies is still there in a later one, and not the other way round', () => {
  const { leads } = graphOf({
    'labs/06-blue-green/rollout.yaml': manifests('Rollout/web', 'Service/web', 'Service/web-preview'),
    'labs/07-canary/rollout.yaml': manifests('Rollout/web', 'Service/web-canary'),
  });
  expect(leads('labs/07-canary/rollout.yaml', 'Rollout/web', 'Service/web')).toEqual([
    'labs/06-blue-green/rollout.yaml',
  ]);
  expect(leads('labs/06-blue-green/rollout.yaml', 'Rollout/web', 'Service/web-canary')).toBe('absent');
});

it('clusters with numbers are no steps of a lesson', () => {
  const { leads } = graphOf({
    'cluster-1/all.yaml': manifests('Rollout/web', 'Service/web', 'Service/web-canary'),
    'cluster-2/all.yaml': manifests('Rollout/web', 'Service/web'),
  });
  expect(leads('cluster-2/all.yaml', 'Rollout/web', 'Service/web-canary')).toBe('absent');
});
