import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { deleteNatively } from '../../../src/argocd/jq/native.js';
import { judgeJq } from '../../../src/argocd/jq/syntax.js';
import { JqRunError, withSortedKeys } from '../../../src/argocd/jq/values.js';
import { runJq } from '../../../src/argocd/jq/worker.js';

const names = ['name', 'weight', 'route', 'http'] as const;

/** Documents of few names, so that paths meet something; no texts where jq and gojq differ on indices of texts. */
const { document } = fc.letrec<{ document: unknown; scalar: unknown; list: unknown; map: unknown }>(
  (tie) => ({
    scalar: fc.constantFrom(null, true, false, 0, 1, 20, -3),
    list: fc.array(tie('document'), { maxLength: 4 }),
    map: fc.dictionary(fc.constantFrom(...names), tie('document'), { maxKeys: 4 }),
    document: fc.oneof({ maxDepth: 4, depthIdentifier: 'document' }, tie('scalar'), tie('list'), tie('map')),
  }),
);

const index = fc.constantFrom('0', '1', '-1', '2');
const bounds = fc.constantFrom('1:', ':1', '0:2', '-1:', ':-1', '1:1');
const suffix = fc.oneof(
  fc.constantFrom(...names).map((name) => `.${name}`),
  fc.constantFrom(...names).map((name) => `["${name}"]`),
  fc.constantFrom('[]', '[]?'),
  fc.constantFrom(...names).map((name) => `.${name}?`),
  index.map((at) => `[${at}]`),
  bounds.map((at) => `[${at}]?`),
);
const chain = fc
  .array(suffix, { minLength: 1, maxLength: 4 })
  .map((suffixes) => suffixes.join(''))
  .map((text) => (text.startsWith('.') ? text : `.${text}`));

const { query } = fc.letrec<{ condition: string; query: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    chain,
    fc
      .tuple(chain, fc.constantFrom('==', '!=', '<', '>='), fc.constantFrom('1', '20', 'null', 'true', '[]'))
      .map((parts) => parts.join(' ')),
    fc
      .tuple(tie('condition'), fc.constantFrom('and', 'or'), tie('condition'))
      .map((parts) => parts.join(' ')),
    tie('condition').map((inner) => `(${inner} | not)`),
    chain.map((path) => `(${path} | type) == "object"`),
    fc.tuple(chain, chain).map(([path, other]) => `any(${path}; . == 1 or ${other})`),
    chain.map((path) => `[${path}] == [1]`),
  ),
  query: fc.oneof(
    { maxDepth: 3 },
    chain,
    fc.constantFrom('..', '.. | .weight?', 'empty'),
    tie('condition').map((met) => `select(${met})`),
    fc.tuple(tie('query'), tie('query')).map(([left, right]) => `${left} | ${right}`),
    fc.tuple(tie('query'), tie('query')).map(([left, right]) => `(${left}, ${right})`),
    fc.tuple(tie('condition'), tie('query')).map(([met, then]) => `if ${met} then ${then} else empty end`),
    tie('query').map((inner) => `first(${inner})`),
    tie('query').map((inner) => `(${inner})?`),
    fc.tuple(chain, tie('query')).map(([source, body]) => `${source} as $x | ${body}`),
  ),
}));

/** The result, or undefined where the expression fails. */
function native(expression: string, value: unknown): unknown {
  const judgement = judgeJq(expression);
  if (judgement.verdict !== 'ok' || !judgement.paths) throw new Error(`${expression} is no jq.`);
  try {
    return deleteNatively(judgement.paths, value);
  } catch (error) {
    if (error instanceof JqRunError) return undefined;
    throw error;
  }
}

function jq(expression: string, value: unknown): unknown {
  const outcome = runJq(`del(${expression})`, JSON.stringify(withSortedKeys(value)), 20_000);
  if (typeof outcome === 'string' || ![0, 5].includes(outcome.exitCode))
    throw new Error(JSON.stringify(outcome));
  return outcome.exitCode === 0 ? JSON.parse(outcome.stdout) : undefined;
}

it('deletes what jq deletes', { timeout: 60_000 }, () => {
  let deletions = 0;
  fc.assert(
    fc.property(query, document, (expression, value) => {
      const ours = native(expression, value);
      if (ours !== undefined && !isDeepStrictEqual(ours, value)) deletions += 1;
      expect(ours).toEqual(jq(expression, value));
    }),
    { seed: 20_261_121, numRuns: 1000 },
  );
  expect(deletions).toBeGreaterThan(100);
});
