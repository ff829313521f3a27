import { describe, expect, it } from 'vitest';
import { protectionOf, type ProtectOptions } from '../../../src/play/protect/protect.js';
import type { Protection, Scenario } from '../../../src/play/protect/protection.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { textSource } from '../../support/sources.js';
import { all, rollout, routing, template } from './system.js';

function protectionIn(yaml: string, options: ProtectOptions = {}): Protection {
  const { graph } = readGraph([textSource('/shop/all.yaml', yaml)]);
  const [one] = graph.rollouts;
  return protectionOf(graph, one!, options);
}

const scenario = ({ scenarios }: Protection, id: string): Omit<Scenario, 'title' | 'id'> => {
  const { at, outcome, by, noticed, share, exposure, gone } = scenarios.find((one) => one.id === id)!;
  return { at, outcome, by, noticed, share, exposure, gone };
};

const without = (text: string, part: string): string => {
  expect(text).toContain(part);
  return text.replace(part, '');
};

const analysis = `      analysis:
        startingStep: 1
        templates: [{ templateName: checkout }]
`;

describe('the protection of a Rollout', () => {
  it('has the figures that docs/protect.md computes by hand', () => {
    const protection = protectionIn(all);
    expect(scenario(protection, 'start')).toEqual({
      at: 0,
      outcome: 'aborted',
      by: 'successes',
      noticed: 40,
      share: 20,
      exposure: 6,
      gone: 40,
    });
    expect(scenario(protection, 'step-2')).toEqual({
      at: 80,
      outcome: 'aborted',
      by: 'successes',
      noticed: 50,
      share: 60,
      exposure: 30,
      gone: 50,
    });
    // Ready at 10 s: 20 %; three pods at 80 s: 60 %; after the second pause the fourth pod is ready at 150 s.
    expect(protection.shares).toEqual([
      { at: 10, share: 0.2 },
      { at: 80, share: 0.6 },
      { at: 150, share: 1 },
    ]);
  });

  it('shows what nothing stops', () => {
    const protection = protectionIn(without(all, analysis));
    expect(protection.gates).toEqual([]);
    expect(scenario(protection, 'start')).toMatchObject({
      outcome: 'promoted',
      by: undefined,
      exposure: undefined,
      gone: undefined,
      share: 100,
    });
  });

  it('counts a person only as a person', () => {
    const waiting = without(all, analysis).replace('pause: { duration: 1m }', 'pause: {}');
    // The weight is 20 from 10 s on, when the update begins to wait.
    expect(scenario(protectionIn(waiting), 'start')).toMatchObject({
      outcome: 'person',
      by: 'steps[1]',
      noticed: 10,
      exposure: 0,
      gone: undefined,
    });
    expect(scenario(protectionIn(waiting), 'step-2')).toMatchObject({ outcome: 'promoted' });
  });

  it.each<[string, string, string, RegExp]>([
    ['a dry run', 'spec:\n  metrics', 'spec:\n  dryRun: [{ metricName: succ.* }]\n  metrics', /dry run/],
    ['a condition that is always true', '>= 0.99', '>= -1', /success for every number/],
    ['no condition', 'successCondition: result[0] >= 0.99', 'count: 5', /no condition/],
    [
      'failures that cannot be counted',
      'failureLimit: 1',
      'failureLimit: 1\n      count: 1',
      /tolerates 1 failures/,
    ],
    ['a query of both versions', '"checkout-canary"}[1m]', '"checkout"}[1m]', /both versions/],
  ])('does not count %s', (_, from, to, reason) => {
    const protection = protectionIn(all.replaceAll(from, to));
    expect(protection.gates).toMatchObject([
      { metric: 'successes', idle: expect.stringMatching(reason) as string },
    ]);
    expect(scenario(protection, 'start').outcome).toBe('promoted');
  });

  it('shows that a condition which does not compile stops good versions, too', () => {
    const protection = protectionIn(all.replace('>= 0.99', '=> 0.99'));
    expect(protection.gates).toMatchObject([
      { fixed: 'error', idle: expect.stringContaining('compile') as string },
    ]);
    // Five errors in a row, 10 s apart, from the start of the analysis at 10 s on: upstream's default of consecutiveErrorLimit is 4.
    expect(scenario(protection, 'start')).toMatchObject({ outcome: 'aborted', by: 'successes', noticed: 50 });
  });

  it('waits for what queries show late', () => {
    // With a window of a minute the measurements at 70 s and 100 s are the first bad ones. The weight is 60 from 80 s on.
    expect(scenario(protectionIn(all, { assumptions: { showsAfter: 60 } }), 'start')).toMatchObject({
      noticed: 100,
      exposure: 0.2 * 70 + 0.6 * 20,
    });
  });

  it('takes all traffic of a blue-green update until it is switched back', () => {
    const blueGreen = rollout.replace(
      /strategy:[^]*$/,
      `strategy:
    blueGreen:
      activeService: checkout-stable
      previewService: checkout-canary
      postPromotionAnalysis: { templates: [{ templateName: checkout }] }
`,
    );
    const once = template.replace('interval: 30s\n      failureLimit: 1', 'initialDelay: 60s');
    // Ready and switched at 10 s; measured a minute later.
    expect(scenario(protectionIn([blueGreen, routing, once].join('---')), 'start')).toMatchObject({
      outcome: 'aborted',
      by: 'successes',
      noticed: 70,
      share: 100,
      exposure: 60,
      gone: 70,
    });
  });

  it('says where a template is not found', () => {
    const protection = protectionIn([rollout, routing].join('---'));
    expect(protection.unknown).toEqual(['the background analysis']);
  });
});
