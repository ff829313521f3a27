import { expect, it } from 'vitest';
import { canonicalQuantity } from '../../../src/kubernetes/objects/quantity.js';

// https://pkg.go.dev/k8s.io/apimachinery/pkg/api/resource#Quantity
it.each([
  ['1000m', '1'],
  ['1500m', '1500m'],
  [0.5, '500m'],
  ['.5', '500m'],
  [1, '1'],
  ['1000', '1k'],
  ['1024Mi', '1Gi'],
  ['1000Mi', '1000Mi'],
  ['1.5Gi', '1536Mi'],
  ['0.5Ki', '512'],
  ['1.1Gi', '1181116006400m'],
  ['1e3', '1e3'],
  ['1000e3', '1e6'],
  ['100', '100'],
  ['0', '0'],
  ['-1000m', '-1'],
  ['0.0000000001', '1n'],
  ['${CPU}', '${CPU}'],
  ['', ''],
  [undefined, undefined],
])('%j is written as %j', (given, written) => {
  expect(canonicalQuantity(given)).toBe(written);
});

// What Go makes of them: json.Marshal of a resource.Quantity of k8s.io/apimachinery v0.34.1.
it.each([
  ['+250Pi', '250Pi'],
  ['00012Pi', '12Pi'],
  ['00012P', '00012P'],
  ['310Ei', '9223372036854775807'],
  ['5.Ki', '5.Ki'],
  ['-5.', '-5.'],
  ['+1100k', '+1100k'],
  ['+1024P', '+1024P'],
  ['10E3', '10E3'],
  ['+1.10e5', '+1.10e5'],
  ['-500E3', '-500E3'],
  ['-1500Ei', '-9223372036854775807'],
  ['+1500Ki', '+1500Ki'],
  ['0.25mi', '0.25mi'],
])('%j is written as %j, as Go does', (given, written) => {
  expect(canonicalQuantity(given)).toBe(written);
});
