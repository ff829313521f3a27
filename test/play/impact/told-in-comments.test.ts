import { describe, expect, it } from 'vitest';
import impactMarkdown from '../../../src/report/impact-markdown.js';
import { impactText } from '../../../src/report/impact-text.js';
import { effectText } from '../../../src/report/impact-words.js';
import { plain } from '../../../src/report/style.js';
import { edited, example, type Files, impactsOf } from './stories.js';
import { blueGreen } from './systems.js';

const host = example('istio-host/corrected');

function comment(before: Files, after: Files): string {
  return impactMarkdown({
    impacts: impactsOf(before, after),
    untouched: 0,
    findings: [],
    notes: [],
    failures: [],
    unknown: [],
    unchecked: [],
    faults: [],
  });
}

describe('a comment', () => {
  it('has the changed fields with their values, and the weights at rest', () => {
    const text = comment(
      host,
      edited(host, ['rollout.yaml', 'podinfo:6.9.0', 'podinfo:6.9.1'], ['rollout.yaml', '10m', '1m']),
    );
    expect(text).toContain(`| Object | Field | Before | After |
| --- | --- | --- | --- |
| Rollout \`catalog\` | \`spec.template.spec.containers[catalog].image\` | \`"ghcr.io/stefanprodan/podinfo:6.9.0"\` | \`"ghcr.io/stefanprodan/podinfo:6.9.1"\` |
| Rollout \`catalog\` | \`spec.strategy.canary.steps[3].pause.duration\` | \`"10m"\` | \`"1m"\` |

<details>`);
    expect(text).toContain(`Weights at rest:

- HTTP route \`primary\` of VirtualService \`catalog\`: Service \`catalog-stable\` 100 %, Service \`catalog-canary\` 0 %
`);
  });

  it('shows no value of a Secret', () => {
    const secret = (value: string): Files => ({
      ...edited(host, [
        'rollout.yaml',
        '          readinessProbe',
        '          envFrom: [{ secretRef: { name: key } }]\n          readinessProbe',
      ]),
      'secret.yaml': `apiVersion: v1\nkind: Secret\nmetadata: { name: key }\nstringData: { key: ${value} }\n`,
    });
    expect(comment(secret('hunter1'), secret('hunter2'))).not.toContain('hunter');
  });
});

describe('a blue-green update', () => {
  const of = (setting: string): Files =>
    edited(blueGreen, ['app.yaml', 'autoPromotionEnabled: false', setting]);
  const bumped = (files: Files): Files => edited(files, ['app.yaml', 'web:1', 'web:2']);

  it.each([
    ['autoPromotionEnabled: false', 'whose preview waits until the Rollout is promoted'],
    ['autoPromotionSeconds: 45', 'whose preview waits until 45 s pass'],
    ['autoPromotionEnabled: true', 'whose new revision gets all requests as soon as its pods are available'],
  ])('%s', (setting, text) => {
    const [impact] = impactsOf(of(setting), bumped(of(setting)));
    const lines = impactText(impact!, plain);
    expect(lines).toContain(`What starts: a blue-green update, ${text}`);
    const titles = lines.find((line) => line.startsWith('frame'));
    expect(titles).toMatch(/active +preview/);
    expect(impact!.effects.map((effect) => effectText(impact!, effect)).join('\n')).toContain(
      'The preview under way is replaced by the new revision, and the update starts over.',
    );
  });
});
