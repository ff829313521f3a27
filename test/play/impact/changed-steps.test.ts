import { describe, expect, it } from 'vitest';
import { changedSteps } from '../../../src/play/impact/changed-steps.js';
import { effectText } from '../../../src/report/impact-words.js';
import { edited, example, impactsOf } from './stories.js';

const files = example('istio-host/corrected');
const steps = `        - setWeight: 5
        - pause: {}
        - setWeight: 50
        - pause:
            duration: 10m
`;

/** What is told of other steps. */
function told(after: string, before = steps): string | undefined {
  const of = (text: string) => edited(files, ['rollout.yaml', steps, text]);
  const [impact] = impactsOf(of(before), of(after));
  const effect = impact?.effects.find(({ detail }) => detail.kind === 'no-revision');
  return impact && effect && effectText(impact, effect).split('the new steps: ')[1];
}

const path = 'spec.strategy.canary.steps';

describe('changed steps', () => {
  it('are found by what they do', () => {
    const [five, pause, fifty] = [{ setWeight: 5 }, { pause: {} }, { setWeight: 50 }];
    expect(changedSteps([five, pause, fifty], [five, pause, fifty])).toEqual([]);
    expect(changedSteps([five, pause, fifty], [pause, fifty])).toEqual([{ before: 0, after: undefined }]);
    expect(changedSteps([five, pause], [five, fifty, pause])).toEqual([{ before: undefined, after: 1 }]);
    expect(changedSteps([five, pause, five], [pause, fifty])).toEqual([
      { before: 0, after: undefined },
      { before: 2, after: 1 },
    ]);
    const analysis = (templateName: string) => ({ analysis: { templates: [{ templateName }] } });
    expect(changedSteps([analysis('a')], [analysis('b')])).toEqual([
      { before: 0, after: undefined },
      { before: undefined, after: 0 },
    ]);
  });

  it('have their new index where a step was inserted before', () => {
    expect(told(`        - setWeight: 1\n${steps.replace('10m', '20m')}`)).toBe(
      `${path}[0] (inserted: setWeight: 1), the pause of ${path}[4] is extended from 10m to 20m.`,
    );
  });

  it('are named by their old index where they are removed', () => {
    expect(told(steps.replace('        - pause: {}\n', '').replace('50', '60'))).toBe(
      `${path}[1] (removed: pause), ${path}[1].setWeight from 50 to 60.`,
    );
  });

  it.each([
    ['duration: 10m', 'duration: 1m', `the pause of ${path}[3] is shortened from 10m to 1m.`],
    ['duration: 10m', 'duration: 600', `the pause of ${path}[3] changes from 10m to 600s.`],
    [
      'pause: {}',
      'pause: { duration: 5m }',
      `the pause of ${path}[1] ends after 5m instead of with a promotion.`,
    ],
  ])('pause: %s becomes %s', (from, to, text) => {
    expect(told(steps.replace(from, to))).toBe(text);
  });

  it('a pause waits for a promotion', () => {
    expect(told(steps.replace('            duration: 10m', '            {}'))).toBe(
      `the pause of ${path}[3] waits for a promotion instead of 10m.`,
    );
  });
});

it('lists longer than people write are compared by index', () => {
  const steps = Array.from({ length: 20_000 }, (_, weight) => ({ setWeight: weight }));
  expect(changedSteps(steps, [...steps.slice(0, 19_999), { pause: {} }])).toEqual([
    { before: 19_999, after: undefined },
    { before: undefined, after: 19_999 },
  ]);
});
