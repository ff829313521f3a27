import { expect, it } from 'vitest';
import { objectKey } from '../../../src/kubernetes/objects/cluster.js';
import type { KubeObject } from '../../../src/kubernetes/objects/object.js';
import { lanesIn } from '../../../src/play/impact/lanes.js';

function ingress(apiVersion: string): KubeObject {
  const backend = { service: { name: 'web', port: { number: 80 } } };
  const rules = [{ host: 'web.example.com', http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }];
  return {
    apiVersion,
    kind: 'Ingress',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { rules },
  } as KubeObject;
}

// Knative has a kind Ingress of its own, with other fields.
it.each([
  ['networking.k8s.io/v1', 1],
  ['networking.internal.knative.dev/v1alpha1', 0],
])('an Ingress of %s has %i lanes', (apiVersion, count) => {
  const object = ingress(apiVersion);
  expect(lanesIn(new Map([[objectKey(object), object]]))).toHaveLength(count);
});
