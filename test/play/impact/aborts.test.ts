import { describe, expect, it } from 'vitest';
import { effectText } from '../../../src/report/impact-words.js';
import { simulation } from '../../../src/play/simulate/simulate.js';
import { application, blueGreen } from './systems.js';
import { edited, type Files, graphsOf, impactsOf } from './stories.js';
import { itWhole } from '../../support/whole.js';

/** A pre-promotion analysis that measures each minute, and a controller that aborts what makes no progress in 10 minutes. */
const analysed = (count: number): Files => ({
  ...edited(
    blueGreen,
    [
      'app.yaml',
      'autoPromotionEnabled: false',
      'prePromotionAnalysis: { templates: [{ templateName: web }] }',
    ],
    ['app.yaml', '  replicas: 4\n', '  replicas: 4\n  progressDeadlineAbort: true\n'],
  ),
  'analysis.yaml': `apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata: { name: web, namespace: shop }
spec:
  metrics:
    - name: successes
      interval: 1m
      count: ${count}
      successCondition: result[0] >= 0.99
      provider: { prometheus: { address: 'http://prometheus:9090', query: 'sum(rate(ok[1m]))' } }
`,
  ...application(),
});

const image = (files: Files): Files => edited(files, ['app.yaml', 'web:1', 'web:2']);

const said = (before: Files, after: Files): readonly string[] => saidOf(impactsOf(before, after));

const saidOf = (impacts: ReturnType<typeof impactsOf>): readonly string[] =>
  impacts.flatMap((impact) =>
    impact.effects
      .filter(({ detail }) => ['aborts', 'stops', 'waits', 'sync-fails'].includes(detail.kind))
      .map((effect) => `${effect.severity} ${effect.when.join()} ${effectText(impact, effect)}`),
  );

/**
 * 15 measurements take 14 minutes, and 5 take 4; the default of progressDeadlineSeconds is 600.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go (calculateRolloutConditions)
 */
describe('an update that the controller aborts', () => {
  const aborts = 'The controller aborts the update after progressDeadlineSeconds without progress.';

  it('ends as simulate says', () => {
    const [before, after] = [analysed(5), image(analysed(15))];
    const { graphs } = graphsOf(before, after);
    const ends = [graphs.before, graphs.after].map(
      (graph) => simulation(graph, graph.rollouts[0]!, { branches: false }).end,
    );
    expect(ends).toEqual(['promoted', 'aborted']);
    const impacts = impactsOf(before, after);
    expect(new Set(impacts[0]!.arrivals.map(({ course }) => course.end))).toEqual(new Set(['aborted']));
    expect(saidOf(impacts)).toEqual([expect.stringContaining(aborts)]);
    expect(saidOf(impacts)[0]).toMatch(/^error rest,/);
  });

  it('does not end so where there is time', () => {
    expect(said(analysed(5), image(analysed(5)))).toEqual([]);
  });

  it('is no news if updates ended so before', () => {
    expect(said(analysed(15), image(analysed(15)))).toEqual([
      expect.stringMatching(/^info rest.*The controller aborts the update/),
    ]);
  });

  itWhole('fails the sync, and later waves are not applied', () => {
    const later = (files: Files): Files =>
      edited(files, [
        'app.yaml',
        '  name: web-preview\n  namespace',
        '  name: web-preview\n  annotations: { argocd.argoproj.io/sync-wave: "1" }\n  namespace',
      ]);
    expect(said(analysed(5), later(image(analysed(15))))[0]).toContain(
      `${aborts} The sync fails then, and Service "web-preview" of later waves is not applied.`,
    );
    const { course } = impactsOf(analysed(5), later(image(analysed(15))))[0]!.arrivals[0]!;
    expect([course.end, course.waiting, course.frames.at(-1)?.kind]).toEqual(['aborted', [], 'aborted']);
  });
});
