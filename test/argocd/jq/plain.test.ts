import fc from 'fast-check';
import { expect, it } from 'vitest';
import { deletePaths } from '../../../src/argocd/jq/jq.js';
import { deleteNatively } from '../../../src/argocd/jq/native.js';
import { deletePlain, plainPath } from '../../../src/argocd/jq/plain.js';
import { judgeJq } from '../../../src/argocd/jq/syntax.js';
import { letsErrorsThrough, runsThrough, tolerant } from '../../../src/argocd/jq/tolerant.js';
import { fromValue } from '../../../src/model/node.js';
import { wholeOr } from '../../support/whole.js';

const names = ['a', 'b', 'c'] as const;

const { document } = fc.letrec<{ document: unknown; list: unknown; map: unknown }>((tie) => ({
  list: fc.array(tie('document'), { maxLength: 3 }),
  map: fc.dictionary(fc.constantFrom(...names), tie('document'), { maxKeys: 3 }),
  document: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'document' },
    fc.constantFrom(null, true, 1, 'text'),
    tie('list'),
    tie('map'),
  ),
}));

const path = fc
  .array(fc.constantFrom('.a', '.b', '.c', '.a?', '.b?', '[]', '[]?'), { minLength: 1, maxLength: 4 })
  .map((steps) => steps.join(''))
  .map((text) => (text.startsWith('.') ? text : `.${text}`));

/** Documents in which most paths lead somewhere. */
const fitting = fc
  .array(fc.dictionary(fc.constantFrom(...names), document, { maxKeys: 3 }), { maxLength: 3 })
  .map((items) => ({ a: items, b: { a: items, b: items }, c: items }));

const query = fc.oneof(
  path,
  fc.tuple(path, path).map(([left, right]) => `${left} | ${right}`),
  fc.tuple(path, path).map(([left, right]) => `${left}, ${right}`),
  fc.tuple(path, path).map(([all, met]) => `${all} | select(${met} == 1)`),
  path.map((inner) => `(${inner})?`),
  fc.tuple(path, path).map(([left, right]) => `${left} // ${right}`),
);

it.each([
  ['.spec.http[].route[].weight', 6],
  ['.spec.http[]? | .route[]?.weight?', 6],
  ['(.spec.http[]).name', 4],
  ['.', undefined],
  ['.spec.http[0]', undefined],
  ['.spec, .status', undefined],
  ['.spec.http[] | select(.name == "a")', undefined],
])('knows the path %s', (expression, length) => {
  const judgement = judgeJq(expression);
  const paths = judgement.verdict === 'ok' ? judgement.paths : undefined;
  expect(paths && plainPath(paths)?.length).toBe(length);
});

it('deletes a path as the evaluator does, and leaves to it what fails', () => {
  let [deleted, left] = [0, 0];
  fc.assert(
    fc.property(query, fc.oneof(document, fitting), (expression, value) => {
      const judgement = judgeJq(expression);
      const paths = judgement.verdict === 'ok' ? judgement.paths : undefined;
      const steps = paths && plainPath(paths);
      if (!steps) return;
      const plain = deletePlain(steps, value);
      if (plain) {
        const native = deleteNatively(paths, value);
        expect(JSON.stringify(plain.ok)).toBe(JSON.stringify(native));
        expect(plain.ok === value).toBe(native === value);
        if (plain.ok !== value) deleted += 1;
      } else {
        expect(() => deleteNatively(paths, value)).toThrow();
        left += 1;
      }
    }),
    { numRuns: wholeOr(10_000, 1000) },
  );
  expect(deleted).toBeGreaterThan(wholeOr(100, 10));
  expect(left).toBeGreaterThan(wholeOr(100, 10));
});

it('keeps the order of keys, keys of any name, and what it does not change', () => {
  const value = JSON.parse(
    '{"z": 1, "__proto__": {"a": 1, "b": 2}, "c": [{"a": [], "d": 3}], "e": {"f": 1}}',
  ) as {
    readonly e: unknown;
  };
  const ok = (text: string): unknown => (deletePaths(text, value) as { readonly ok: unknown }).ok;
  expect(JSON.stringify(ok('.["__proto__"].a'))).toBe(
    '{"z":1,"__proto__":{"b":2},"c":[{"a":[],"d":3}],"e":{"f":1}}',
  );
  expect(JSON.stringify(ok('.c[].d'))).toBe('{"z":1,"__proto__":{"a":1,"b":2},"c":[{"a":[]}],"e":{"f":1}}');
  expect((ok('.c[].d') as { readonly e: unknown }).e).toBe(value.e);
  expect(ok('.c[].x.y')).toBe(value);
});

// https://github.com/itchyny/gojq/blob/v0.12.19/execute.go (pathIntact): a computed value stands for a path only if the document has
// an equal one there. A field without a value stands for null, which JSON would not have.
it.each([
  [
    '.list | "text"',
    { list: [], b: 1 },
    { error: expect.stringContaining('invalid path against: string') as string },
  ],
  ['.list | []', { list: [], b: 1 }, { ok: { b: 1 } }],
  [
    '.list | []',
    { list: [1], b: 1 },
    { error: expect.stringContaining('invalid path against: array') as string },
  ],
  ['select(true) | .a | select(. == null)', { a: undefined, b: 1 }, { ok: { b: 1 } }],
])('%s of %j leads to a path where it is the value there', (expression, value, result) => {
  expect(deletePaths(expression, value)).toEqual(result);
});

it('leaves long lists to the evaluator, which counts steps', () => {
  const steps = plainPath(
    (judgeJq('.[].a') as unknown as { readonly paths: Parameters<typeof plainPath>[0] }).paths,
  )!;
  const items = (count: number): unknown => Array.from({ length: count }, () => ({ a: 1 }));
  expect(deletePlain(steps, items(400))?.ok).toEqual(Array.from({ length: 400 }, () => ({})));
  expect(deletePlain(steps, items(600))).toBeUndefined();
  expect(deletePaths('.[].a', items(600))).toEqual({ ok: Array.from({ length: 600 }, () => ({})) });
});

it('says of no expression that fails for a document that it fits', () => {
  let count = 0;
  fc.assert(
    fc.property(query, document, (expression, value) => {
      if (!runsThrough(expression, fromValue(value))) return;
      count += 1;
      expect(deletePaths(expression, value)).toHaveProperty('ok');
    }),
    { numRuns: 2000 },
  );
  expect(count).toBeGreaterThan(100);
});

it('fits an empty map, of which nothing is selected that later steps could fail for', () => {
  expect(runsThrough('.a[][]', fromValue({ a: {} }))).toBe(true);
  expect(runsThrough('.a[][]', fromValue({ a: { b: null } }))).toBe(false);
});

it('lets through only what does the same as the tolerant expression where it does not fail', () => {
  let count = 0;
  fc.assert(
    fc.property(query, fc.oneof(document, fitting), (expression, value) => {
      const better = tolerant(expression);
      if (!better || !letsErrorsThrough(expression)) return;
      const result = deletePaths(expression, value);
      if (!('ok' in result)) return;
      count += 1;
      expect(deletePaths(better.expression, value)).toEqual(result);
    }),
    { numRuns: wholeOr(10_000, 1000) },
  );
  expect(count).toBeGreaterThan(wholeOr(50, 4));
});

/** `[]` fails for null and for what is neither a list nor an object: also in a condition, which `?` keeps from ending the whole. */
it.each([
  ['.a[].b', '.a[]?.b'],
  ['.a[]? | select(.b[] == 1)', '.a[]? | select((.b[] == 1)?)'],
  ['.a[]? | select(.b | test("x"))', '.a[]? | select((.b | test("x"))?)'],
  ['.a[]? | select(.b == "x")', undefined],
])('goes on where a document lacks what %s needs: %s', (expression, expected) => {
  expect(tolerant(expression)?.expression).toBe(expected);
});

it.each([
  ['.a', true],
  ['.a[].b', true],
  ['.a[] | select(.b == "x")', true],
  ['.a, .b[0]', true],
  // `?` catches an error, `//` takes its place, and `first` may end before it: on either side.
  ['.a?', false],
  ['.a? | .b', false],
  ['.a | .b?', false],
  ['.a, .b?', false],
  ['.a // .b', false],
  ['.a | first(.b)', false],
  ['.a[] | select(.b?)', false],
  ['.a[] | select(.b == .c?)', false],
])('knows whether %s lets an error through', (expression, isOpen) => {
  expect(letsErrorsThrough(expression)).toBe(isOpen);
});

// "{$foo}" stands for {"foo": $foo}. https://jqlang.org/manual/v1.7/#object-construction
it('makes an object of a variable, with its name as the key', () => {
  const expression = 'select(("k" as $x | {$x}) == {"x": "k"}) | .a';
  expect(deletePaths(expression, { a: 1, b: 2 })).toEqual({ ok: { b: 2 } });
});

// https://github.com/itchyny/gojq/blob/v0.12.17/builtin.jq (skip)
it('fails to skip less than nothing', () => {
  expect(deletePaths('select([skip(-1; 1, 2)] == []) | .a', { a: 1 })).toMatchObject({
    error: expect.stringContaining("skip doesn't support negative count") as string,
  });
  expect(deletePaths('select([skip(1; 1, 2)] == [2]) | .a', { a: 1 })).toEqual({ ok: {} });
});
