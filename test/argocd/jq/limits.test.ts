import { expect, it } from 'vitest';
import { deletePaths } from '../../../src/argocd/jq/jq.js';

const tooMany = { unknown: 'it takes too many steps' };
const keys = Array.from({ length: 2000 }, (_, index) => `key${index}`);
const large = { a: 1, data: Object.fromEntries(keys.map((key) => [key, 'x'.repeat(100)])) };
const countdown = 'def f: if . == 0 then 0 else . - 1 | f end; ';

// A manifest has at most 1.5 MiB, and people write no function that calls itself a thousand times.
it.each([
  ['looks at a large object as a whole', 'select(. != {}) | .a', { ok: { data: large.data } }],
  ['calls itself 300 times', `${countdown}select((300 | f) == 0) | .a`, { ok: { data: large.data } }],
  ['calls itself 3000 times', `${countdown}select((3000 | f) == 0) | .a`, tooMany],
  ['doubles a text 24 times', 'select(reduce range(24) as $i ("x"; . + .) | . != "") | .a', tooMany],
])('what %s', (_, expression, result) => {
  expect(deletePaths(expression, large)).toEqual(result);
});
