import { describe, expect, it } from 'vitest';
import type { ViolationCode } from '../../src/rollouts/controllers/validation/violation.js';
import { rules } from '../../src/rules/index.js';
import { typedRule } from '../../src/rules/rule.js';
import { upstream, voices } from '../../src/rules/voices.js';

/** What holds of types is checked when the tests are compiled: an error that is expected and does not come is one. */
describe('what the controller rejects is said by one rule', () => {
  const speakers = Object.entries(voices).map(([code, speaker]) => [
    code,
    speaker === upstream ? upstream : speaker.meta.name,
  ]);

  it('the one that has the voice for it, or by that which has upstream’s words for all', () => {
    const claims = rules.flatMap(({ meta, voices: own = {} }) =>
      Object.keys(own).map((code) => [code, meta.name]),
    );
    expect(claims.sort()).toEqual(speakers.filter(([, name]) => name !== upstream).sort());
    expect(rules.map(({ meta }) => meta.name)).toContain(upstream);
  });

  it('so that a voice for what is no violation does not compile', () => {
    const meta = {
      name: 'test/voice',
      description: 'Require nothing.',
      why: '',
      consequence: 'invalid-spec',
      severity: 'error',
      messages: { found: 'Found.' },
      links: [],
    } as const;
    // @ts-expect-error: misspelt.
    typedRule({ meta, voices: { 'step-wieght': () => undefined } });
    const rule = typedRule({ meta, voices: { 'step-weight': () => undefined } });
    // @ts-expect-error: it has no voice for it.
    const speaks: { readonly [Code in ViolationCode]?: unknown } & { replicas: unknown } = rule.voices;
    expect(Object.keys(speaks)).toEqual(['step-weight']);
  });
});
