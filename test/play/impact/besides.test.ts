import { describe, expect, it } from 'vitest';
import { effectText } from '../../../src/report/impact-words.js';
import { edited, type Files, impactsOf } from './stories.js';
import { replicaOnly } from './systems.js';

function revisionText(after: Files): string | undefined {
  return impactsOf(replicaOnly, after)
    .flatMap((impact) => impact.effects.map((effect) => ({ impact, effect })))
    .filter(({ effect }) => effect.detail.kind === 'new-revision')
    .map(({ impact, effect }) => effectText(impact, effect))[0];
}

describe('a new revision', () => {
  const image = ['app.yaml', 'web:1', 'web:2'] as const;
  const replicas = ['app.yaml', 'replicas: 4', 'replicas: 6'] as const;
  const because = 'Rollout "web" gets a new revision, because of spec.template.spec.containers[web].image.';

  it('is told with the replicas that change besides', () => {
    expect(revisionText(edited(replicaOnly, image, replicas))).toBe(
      `${because} What changes besides is spec.replicas of Rollout "web", from 4 to 6.`,
    );
  });

  it('is told with the replicas and steps that change besides', () => {
    expect(
      revisionText(edited(replicaOnly, image, replicas, ['app.yaml', 'setWeight: 25', 'setWeight: 50'])),
    ).toBe(
      `${because} What changes besides is spec.replicas, spec.strategy.canary.steps[0].setWeight of Rollout "web".`,
    );
  });
});
