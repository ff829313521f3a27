import { expect, test } from 'vitest';
import { deletePaths } from '../../../src/argocd/jq/jq.js';

test('expressions without end take little time, however many there are', () => {
  const count = 500;
  const start = performance.now();
  const deletions = Array.from({ length: count }, (_, index) =>
    deletePaths(`last(repeat(${index}))`, { spec: {} }),
  );
  const seconds = (performance.now() - start) / 1000;

  expect(deletions.filter((one) => 'unknown' in one)).toHaveLength(count);
  expect(seconds).toBeLessThan(60);
}, 120_000);
