import { describe, expect, it } from 'vitest';
import { timestamp } from '../../../../src/kubernetes/objects/time.js';
import type { ExperimentObject } from '../../../../src/rollouts/controllers/context.js';
import { reconcileExperiment } from '../../../../src/rollouts/controllers/experiment/reconcile.js';
import type {
  ExperimentStatus,
  TemplateReplicaSet,
} from '../../../../src/rollouts/controllers/experiment/types.js';

/** The middle of a second, so that what is due at a whole second has happened. */
const start = Date.UTC(2030, 0, 1) / 1000 + 0.5;

function experimentOf(spec: unknown, status?: unknown): ExperimentObject {
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Experiment',
    metadata: { name: 'experiment', namespace: 'default' },
    spec,
    ...(status !== undefined && { status }),
  } as ExperimentObject;
}

/** Plays an Experiment whose pods are available after ten seconds, and whose analyses end as given. */
function played(
  spec: unknown,
  {
    ends = {},
    available = 10,
    seconds = 2000,
  }: { ends?: Readonly<Record<string, readonly [number, string]>>; available?: number; seconds?: number },
): {
  readonly written: readonly (readonly [number, string])[];
  readonly status: ExperimentStatus;
  readonly sets: ReadonlyMap<string, TemplateReplicaSet>;
  readonly terminated: readonly string[];
} {
  const sets = new Map<string, TemplateReplicaSet>();
  const due = new Map<string, number>();
  const started = new Map<string, number>();
  const written: [number, string][] = [];
  const terminated: string[] = [];
  let experiment = experimentOf(spec);
  let now = start;
  for (let passes = 0; passes < 500; passes += 1) {
    const pass = reconcileExperiment(experiment, {
      now,
      replicaSet: (name) => sets.get(name),
      run: (name) => {
        const [after, phase] = ends[name] ?? [Infinity, ''];
        const since = started.get(name);
        if (since === undefined) return undefined;
        if (terminated.includes(name)) return { phase: 'Successful' };
        return { phase: now >= since + after ? phase : 'Running' };
      },
    });
    for (const action of pass.templates) {
      const set = sets.get(action.template) ?? { desired: 0, replicas: 0, ready: 0, available: 0 };
      if (action.kind === 'scale') {
        const { replicas } = action;
        due.set(action.template, now + available);
        sets.set(action.template, {
          ...set,
          desired: replicas,
          replicas,
          ...(replicas === 0 && { ready: 0, available: 0 }),
        });
      } else if (action.kind === 'create') sets.set(action.template, set);
      else
        sets.set(action.template, {
          ...set,
          ...(action.scaleDownAt !== undefined && { scaleDownAt: action.scaleDownAt }),
        });
    }
    for (const { kind, analysis } of pass.analyses)
      if (kind === 'start') started.set(analysis, now);
      else terminated.push(analysis);
    if (pass.status.phase !== written.at(-1)?.[1]) written.push([now - start, pass.status.phase ?? '']);
    experiment = { ...experiment, status: pass.status };
    if (pass.isChanged) continue;
    const times = [
      ...(pass.next === undefined ? [] : [Math.floor(pass.next) + 0.5]),
      ...due.values(),
      ...[...started].map(([name, since]) => since + (ends[name]?.[0] ?? Infinity)),
    ].filter((time) => time > now && time <= start + seconds);
    if (times.length === 0) break;
    now = Math.min(...times);
    for (const [name, time] of due) {
      const set = sets.get(name);
      if (set && time <= now) sets.set(name, { ...set, ready: set.desired, available: set.desired });
      if (time <= now) due.delete(name);
    }
  }
  return { written, status: experiment.status as ExperimentStatus, sets, terminated };
}

const templates = [{ name: 'stable' }, { name: 'canary', replicas: 2 }];

describe('one pass of the Experiment controller', () => {
  it('runs for its duration once all pods are available, and scales down after the delay', () => {
    const { written, status, sets } = played({ templates, duration: '5m' }, {});
    expect(written).toEqual([
      [0, 'Pending'],
      [10, 'Running'],
      [310, 'Successful'],
    ]);
    expect(status.availableAt).toBe(timestamp(start + 10));
    expect([...sets.values()].map(({ desired, scaleDownAt }) => [desired, scaleDownAt])).toEqual([
      [0, Math.floor(start) + 340],
      [0, Math.floor(start) + 340],
    ]);
  });

  it('never ends without a duration and without analyses', () => {
    expect(played({ templates }, {}).written.at(-1)).toEqual([10, 'Running']);
  });

  it.each(['Failed', 'Error', 'Inconclusive'])(
    'ends with an analysis that is %s, and terminates the others',
    (phase) => {
      const { written, terminated } = played(
        { templates, duration: '1h', analyses: [{ name: 'a' }, { name: 'b' }] },
        { ends: { a: [60, phase] } },
      );
      expect(written).toEqual([
        [0, 'Pending'],
        [10, 'Running'],
        [70, phase],
      ]);
      expect(terminated).toEqual(['b']);
    },
  );

  it('waits for its duration after an analysis that succeeds, unless it is required for completion', () => {
    const ends = { a: [60, 'Successful'] } as const;
    expect(
      played({ templates, duration: '1h', analyses: [{ name: 'a' }] }, { ends, seconds: 4000 }).written.at(
        -1,
      ),
    ).toEqual([3610, 'Successful']);
    const required = { name: 'a', requiredForCompletion: true };
    expect(played({ templates, duration: '1h', analyses: [required] }, { ends }).written.at(-1)).toEqual([
      70,
      'Successful',
    ]);
    expect(played({ templates, analyses: [required] }, { ends }).written.at(-1)).toEqual([70, 'Successful']);
  });

  it('is what its required analyses are, even if the duration ends before them', () => {
    const required = { name: 'a', requiredForCompletion: true };
    const { written } = played(
      { templates, duration: '1m', analyses: [required] },
      { ends: { a: [90, 'Successful'] } },
    );
    // The analysis still runs when the templates have ended, and the Experiment remains Running.
    expect(written).toEqual([
      [0, 'Pending'],
      [10, 'Running'],
      [100, 'Successful'],
    ]);
  });

  it('fails if its pods are not available before progressDeadlineSeconds', () => {
    const { written, status } = played({ templates, progressDeadlineSeconds: 60 }, { available: 100 });
    expect(written.at(-1)).toEqual([60, 'Failed']);
    expect(status.message).toBe("Template 'stable' exceeded its progressDeadlineSeconds (60)");
  });

  it('never throws, whatever an Experiment has in it', () => {
    for (const value of [
      null,
      7,
      'x',
      true,
      [],
      {},
      [null],
      [{}],
      [{ name: 7, replicas: 'x' }],
      [{ name: 'a' }],
    ])
      for (const status of [
        undefined,
        value,
        { phase: 'Running', templateStatuses: value, analysisRuns: value, availableAt: value },
      ])
        expect(() =>
          reconcileExperiment(experimentOf({ templates: value, analyses: value, duration: value }, status), {
            now: start,
            replicaSet: () => undefined,
            run: () => undefined,
          }),
        ).not.toThrow();
  });
});
