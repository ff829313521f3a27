import { expect, it } from 'vitest';
import { derive } from '../../../src/play/drift/derive.js';

/** A map of so many fields that Git has and the cluster has not. */
const cut = (count: number): { readonly git: unknown; readonly live: unknown } => ({
  git: { spec: Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1])) },
  live: { spec: {} },
});

it('what is different in very many fields is said, and not listed', () => {
  const paths = (count: number): string[] =>
    Array.from({ length: count }, (_, index) => `["spec","k${index}"]`);
  const { expressions, obstacles } = derive([cut(2000)], () => paths(2000));
  expect(expressions).toEqual([]);
  expect(obstacles).toEqual([{ kind: 'many', path: [], where: '' }]);
  expect(derive([cut(20)], (tried) => paths(20).slice(tried.length)).expressions).toHaveLength(20);
});
