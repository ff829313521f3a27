import { describe, expect, it } from 'vitest';
import impactJson from '../../../src/report/impact-json.js';
import impactMarkdown from '../../../src/report/impact-markdown.js';
import { effectText } from '../../../src/report/impact-words.js';
import { impactsOf } from './stories.js';
import { host, stories } from './story-list.js';
import { replicaOnly } from './systems.js';
import { isWhole, itWhole } from '../../support/whole.js';

/** The fast tests tell one story in twelve. */
const told = Object.entries(stories).filter((_, index) => isWhole || index % 12 === 1);

describe('what a change does', () => {
  it.each(told)('%s', (_name, { before, after, effects, says }) => {
    const impacts = impactsOf(before, after);
    const found = impacts.flatMap((impact) => impact.effects);
    const texts = impacts.flatMap((impact) => impact.effects.map((effect) => effectText(impact, effect)));
    const kinds = found.map(({ severity, detail }) => `${severity} ${detail.kind}`);
    expect({ kinds, texts }).toEqual({ kinds: effects, texts: expect.any(Array) as string[] });
    for (const part of says) expect(texts.join('\n')).toContain(part);
  });

  it('JSON says what of a sync is not done', () => {
    const { before, after } =
      stories['pruning has to be confirmed: the sync stops, and what comes then is not synced']!;
    const result = { impacts: impactsOf(before, after), untouched: 0, notes: [], failures: [], findings: [] };
    const { rollouts } = JSON.parse(impactJson({ ...result, unchecked: [], unknown: [], faults: [] })) as {
      rollouts: { arrivals: { order: unknown }[] }[];
    };
    expect(rollouts[0]?.arrivals[0]?.order).toEqual([
      {
        application: 'shop',
        stage: '',
        deleted: [],
        applied: ['/Service/shop/web', 'networking.k8s.io/Ingress/shop/web', 'argoproj.io/Rollout/shop/web'],
        hooks: [],
        unconfirmed: ['/Service/shop/web-internal'],
        done: false,
      },
    ]);
  });

  itWhole('the table of a comment names a kind once, however many effects it has', () => {
    const { before, after } =
      stories['hooks run around the change, and the last one waits for the whole update']!;
    const result = { impacts: impactsOf(before, after), untouched: 0, notes: [], failures: [], findings: [] };
    expect(impactMarkdown({ ...result, unchecked: [], unknown: [], faults: [] })).toContain(
      '| `shop/web` | ℹ️ new revision<br>ℹ️ hooks |  |\n',
    );
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
