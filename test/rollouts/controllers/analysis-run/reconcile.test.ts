import { describe, expect, it } from 'vitest';
import { reconcileAnalysisRun } from '../../../../src/rollouts/controllers/analysis-run/reconcile.js';
import type { RunState } from '../../../../src/rollouts/controllers/analysis-run/read.js';
import { tasksOf } from '../../../../src/rollouts/controllers/analysis-run/schedule.js';
import { played, runOf, start, timeAt } from './play.js';

const web = { web: { url: 'http://stub' } };

describe('one pass of the AnalysisRun controller', () => {
  it('measures a metric without count and interval once', () => {
    expect(played({ metrics: [{ name: 'one', provider: web }] }, {})).toEqual([
      {
        at: 0,
        status: {
          phase: 'Successful',
          startedAt: timeAt(0),
          completedAt: timeAt(0),
          runSummary: { count: 1, successful: 1 },
          dryRunSummary: {},
          metricResults: [
            {
              name: 'one',
              phase: 'Successful',
              count: 1,
              successful: 1,
              consecutiveSuccess: 1,
              measurements: [{ phase: 'Successful', startedAt: timeAt(0), finishedAt: timeAt(0) }],
            },
          ],
        },
      },
    ]);
  });

  it('repeats after ten seconds what ended in an error, and gives up at the fifth error', () => {
    const errors = Array.from({ length: 9 }, () => 'Error' as const);
    const written = played({ metrics: [{ name: 'one', interval: '1m', provider: web }] }, { one: errors });
    expect(written.map(({ at }) => at)).toEqual([0, 10, 20, 30, 40]);
    expect(written.at(-1)?.status).toMatchObject({
      phase: 'Error',
      message: 'Metric "one" assessed Error due to consecutiveErrors (5) > consecutiveErrorLimit (4)',
    });
  });

  it('tolerates as many failures as failureLimit says, and waits for the interval', () => {
    const metric = {
      name: 'one',
      interval: '1m',
      initialDelay: '30s',
      count: 4,
      failureLimit: 1,
      provider: web,
    };
    const written = played({ metrics: [metric] }, { one: ['Failed', 'Successful', 'Failed'] });
    expect(written.map(({ at, status }) => [at, status.phase])).toEqual([
      [0, 'Running'],
      [30, 'Running'],
      [90, 'Running'],
      [150, 'Failed'],
    ]);
  });

  it('ends other metrics in the pass after the one in which a metric fails, and counts them as successful', () => {
    const endless = { name: 'endless', interval: '1m', provider: web };
    const written = played(
      { metrics: [endless, { name: 'bad', provider: web }] },
      { bad: ['Failed'], endless: ['Successful'] },
    );
    expect(written.map(({ at, status }) => [at, status.phase])).toEqual([
      [0, 'Running'],
      [0, 'Failed'],
    ]);
    expect(written.at(-1)?.status.metricResults?.map(({ phase }) => phase)).toEqual(['Successful', 'Failed']);
  });

  it('takes failures of a dry run for nothing', () => {
    const spec = { metrics: [{ name: 'one-dry', provider: web }], dryRun: [{ metricName: 'dry$' }] };
    const [only, ...others] = played(spec, { 'one-dry': ['Failed'] });
    expect(others).toEqual([]);
    expect(only?.status).toMatchObject({
      phase: 'Successful',
      dryRunSummary: { count: 1, failed: 1 },
      metricResults: [
        {
          dryRun: true,
          phase: 'Failed',
          message: 'Metric assessed Failed due to failed (1) > failureLimit (0)',
        },
      ],
    });
  });

  it.each([
    [{}, 'Analysis spec invalid: no metrics specified'],
    [
      { metrics: [{ name: 'a', interval: '1d', provider: web }] },
      'Analysis spec invalid: metrics[0]: invalid interval string: time: unknown unit "d" in duration "1d"',
    ],
    [
      { metrics: [{ name: 'a', provider: web }], dryRun: [{ metricName: 'b' }] },
      "Analysis spec invalid: dryRun[0]: Rule didn't match any metric name(s)",
    ],
    [
      { metrics: [{ name: '{{args.a}}', provider: web }] },
      'Unable to resolve metric arguments: failed to resolve {{args.a}}',
    ],
  ])('ends in Error before it measures %j', (spec, message) => {
    expect(played(spec, {})).toEqual([{ at: 0, status: { phase: 'Error', message } }]);
  });

  it('counts a run that is terminated before it has measured as successful', () => {
    const spec = { terminate: true, metrics: [{ name: 'a', initialDelay: '1h', provider: web }] };
    expect(played(spec, {}).at(-1)?.status).toMatchObject({ phase: 'Successful', message: 'Run Terminated' });
  });

  /** `ResumeAt.After(now)` of generateMetricTasks: a measurement goes on in the second in which it resumes. */
  it.each([
    [-1, true],
    [0, true],
    [1, false],
  ])('goes on with a measurement that resumes in %d s: %j', (seconds, isMeasured) => {
    const now = 1_900_000_000;
    const unfinished = {
      phase: 'Running',
      message: '',
      startedAt: now - 60,
      finishedAt: undefined,
      value: '',
      metadata: undefined,
      resumeAt: now + seconds,
    };
    const result = { name: 'one', phase: 'Running', measurements: [unfinished] };
    const tasks = tasksOf({ results: [result] } as unknown as RunState, [{ name: 'one' }], {
      now,
      version: '1.9',
      isTerminating: false,
    });
    expect(tasks.length).toBe(isMeasured ? 1 : 0);
  });

  it('never throws, whatever a run has in it', () => {
    const odd = [
      null,
      7,
      'x',
      true,
      [],
      {},
      [null],
      [7],
      { a: 1 },
      ['{{'],
      { name: '{{args.a}}', count: 1e300 },
    ];
    const spec = (value: unknown): readonly unknown[] => [
      value,
      { metrics: value },
      { metrics: [value] },
      { metrics: [{ name: value, provider: value, interval: value, count: value, failureLimit: value }] },
      { metrics: [{ name: 'a', provider: web }], dryRun: value, args: value, measurementRetention: value },
      {
        metrics: [{ name: 'a', provider: web }],
        dryRun: [{ metricName: value }],
        args: [{ name: value, value }],
      },
      { metrics: [{ name: 'a', provider: { job: value } }], terminate: value, ttlStrategy: value },
    ];
    for (const value of odd)
      for (const one of spec(value))
        for (const status of [
          undefined,
          value,
          { metricResults: value, startedAt: value },
          { metricResults: [{ name: 'a', phase: value, measurements: value, count: value }] },
          { metricResults: [{ name: 'a', phase: 'Running', measurements: [value] }] },
          { phase: 'Failed', completedAt: value },
        ]) {
          const pass = reconcileAnalysisRun(runOf(one, status), {
            now: start,
            version: '1.10',
            take: () => ({ phase: 'Running' }),
          });
          expect(JSON.stringify(pass)).toBeTypeOf('string');
        }
  });
});
