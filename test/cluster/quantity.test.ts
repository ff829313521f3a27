import { expect, it } from 'vitest';
import { canonicalQuantity } from '../../src/cluster/quantity.js';

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
