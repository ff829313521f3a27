import { describe, expect, it } from 'vitest';
import { effectText } from '../../src/report/impact-words.js';
import { impactsOf } from './stories.js';
import { host, stories } from './story-list.js';
import { replicaOnly } from './systems.js';

describe('what a change does', () => {
  it.each(Object.entries(stories))('%s', (_name, { before, after, effects, says }) => {
    const impacts = impactsOf(before, after);
    const found = impacts.flatMap((impact) => impact.effects);
    const texts = impacts.flatMap((impact) => impact.effects.map((effect) => effectText(impact, effect)));
    const kinds = found.map(({ severity, detail }) => `${severity} ${detail.kind}`);
    expect({ kinds, texts }).toEqual({ kinds: effects, texts: expect.any(Array) as string[] });
    for (const part of says) expect(texts.join('\n')).toContain(part);
  });

  it('nothing is said of a Rollout that a change does not touch', () => {
    expect(impactsOf(host, { ...host, 'README.md': 'Other words.' })).toEqual([]);
    expect(
      impactsOf(host, { ...host, 'other.yaml': replicaOnly['app.yaml']! }).map(
        ({ rollout: { name } }) => name,
      ),
    ).toEqual(['web']);
  });
});
