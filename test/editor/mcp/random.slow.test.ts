import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unfitness } from '../../../src/editor/mcp/schema.js';
import { folderOf, good, rolloutText } from '../../support/command.js';
import { connected } from './connected.js';

/** Mostly what is right. */
function mostly<T>(right: fc.Arbitrary<T>, other: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: right }, { weight: 1, arbitrary: other });
}

const paths = fc.oneof(fc.constantFrom('../x.yaml', '/etc/x.yaml', '.git/a.yaml'), fc.string());
const manifests = fc.constantFrom(good, rolloutText('b', 'maxsurge: 1'), '{{ x }}', 'a: [', '---\n---');
const texts = fc.dictionary(
  mostly(fc.constantFrom('a.yaml', 'b/c.yml'), paths) as fc.Arbitrary<string>,
  mostly(manifests, fc.oneof(fc.string(), fc.anything())),
  { maxKeys: 3 },
);
const folder = mostly(
  fc.constantFrom('.', 'in'),
  fc.oneof(fc.constantFrom('..', '/', 'in/..', ''), fc.string()),
);

/** Arguments that are nearly right, and some that are not. */
const args = fc.record(
  {
    texts: mostly(texts, fc.anything()),
    folder: mostly(folder, fc.anything()),
    before: texts,
    rollout: mostly(fc.constant(['good']), fc.anything()),
    fix: mostly(fc.constantFrom('safe', 'all'), fc.string()),
    frame: fc.oneof(fc.constantFrom('step-0', 'installed', '__proto__'), fc.string()),
    rule: fc.oneof(fc.constantFrom('istio', 'istio/route-exists', '--plugin=x', 'constructor'), fc.string()),
    limit: mostly(fc.integer({ min: 1, max: 200 }), fc.double()),
    offset: mostly(fc.nat(9), fc.integer()),
    fail: mostly(fc.constantFrom([], ['all'], ['pods@1']), fc.array(fc.string(), { maxLength: 2 })),
    'ready-after': mostly(fc.constantFrom('1s', '2m'), fc.string()),
    service: mostly(fc.constant('web'), fc.string()),
    style: mostly(fc.constantFrom('yaml', 'kustomize', 'helm', 'cdk8s'), fc.string()),
    router: mostly(fc.constantFrom('none', 'istio-host', 'alb'), fc.string()),
    image: mostly(fc.constant('acme/web:1'), fc.string()),
    namespace: mostly(fc.constant('shop'), fc.string()),
  },
  { requiredKeys: ['texts', 'rule', 'service', 'style', 'router', 'image', 'namespace'] },
);

test('random arguments lead to an answer that fits its schema, or to a refusal in words', async () => {
  const caller = await connected(folderOf({ 'in/a.yaml': good, 'b.yaml': 'kind: Service\n' }));
  const { tools } = await caller.client.listTools();
  const inputs = new Map(tools.map(({ name, inputSchema }) => [name, inputSchema.properties ?? {}]));
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...inputs.keys()), args, async (name, given) => {
      const own = Object.entries(given).filter(([key]) => key in inputs.get(name)!);
      const plain = JSON.parse(JSON.stringify(Object.fromEntries(own)) ?? '{}') as Record<string, unknown>;
      const { refusal } = await caller.call(name, plain);
      if (refusal === undefined) answered += 1;
      else expect(refusal).toMatch(/\S/);
      expect(refusal ?? '').not.toContain('a bug in rolloutkit');
    }),
    { numRuns: 40, seed: 38 },
  );
  expect(answered).toBeGreaterThan(5);
}, 300_000);

test('a schema takes what fits it alone', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const schema = {
        type: 'object',
        properties: { a: { type: 'integer', minimum: 1 } },
        additionalProperties: false,
      } as const;
      const fits =
        typeof value === 'object' &&
        value !== null &&
        !Array.isArray(value) &&
        Object.entries(value).every(
          ([key, one]) => key === 'a' && (one === undefined || (Number.isInteger(one) && Number(one) >= 1)),
        );
      expect(unfitness(value, schema, 'The arguments') === undefined).toBe(fits);
    }),
    { numRuns: 500, seed: 38 },
  );
});
