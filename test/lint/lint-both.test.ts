import { describe, expect, it } from 'vitest';
import { lintBoth } from '../../src/lint/lint-both.js';
import { defineRule, type Rule } from '../../src/rules/rule.js';
import { rolloutText } from '../support/command.js';
import { textSource } from '../support/sources.js';

const meta = {
  description: '',
  why: 'It is so.',
  consequence: 'lost-traffic',
  severity: 'error',
  messages: { found: 'Found.' },
  links: [],
} as const;

/** A rule that tells which Rollouts it was asked for. */
function listening(): { readonly asked: readonly string[]; readonly rule: Rule } {
  const asked: string[] = [];
  const rule = defineRule({
    meta: { ...meta, name: 'test/listens' },
    checkRollout(rollout, { report }) {
      asked.push(rollout.name);
      report(rollout.at('spec'), 'found');
    },
  });
  return { asked, rule };
}

const sources = ['web', 'shop'].map((name) => textSource(`${name}.yaml`, rolloutText(name)));

describe('two states of the same files', () => {
  it('have nothing to judge, and are read all the same', () => {
    const { asked, rule } = listening();
    const { after, before } = lintBoth(sources, sources, [rule]);
    expect(before().findings).toEqual([]);
    expect(after).toMatchObject({ findings: [], rollouts: 2, resources: 2, faults: [] });
    expect(asked).toEqual([]);
  });

  it('are judged where one of them has another text', () => {
    const { asked, rule } = listening();
    const changed = textSource('shop.yaml', rolloutText('shop', 'maxSurge: 2'));
    const { after } = lintBoth([sources[0]!, changed], sources, [rule]);
    expect(asked).toContain('shop');
    expect(after.findings.map(({ place }) => place.source.name)).toEqual(['shop.yaml']);
  });
});
