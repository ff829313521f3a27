import type { RolloutsVersion } from '../../../../src/kubernetes/objects/version.js';
import { timestamp } from '../../../../src/kubernetes/objects/time.js';
import { reconcileAnalysisRun } from '../../../../src/rollouts/controllers/analysis-run/reconcile.js';
import type {
  AnalysisRunFullStatus,
  RunWorld,
  Taken,
} from '../../../../src/rollouts/controllers/analysis-run/types.js';
import type { AnalysisRunObject } from '../../../../src/rollouts/controllers/context.js';

/** The middle of the first second of 2030, so that what is due at a whole second has happened. */
export const start = Date.UTC(2030, 0, 1) / 1000 + 0.5;

export function runOf(spec: unknown, status?: unknown): AnalysisRunObject {
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'AnalysisRun',
    metadata: { name: 'run', namespace: 'default' },
    spec,
    ...(status !== undefined && { status }),
  } as AnalysisRunObject;
}

/** The status after each instant at which the controller writes, with the seconds since the start. */
export interface Written {
  readonly at: number;
  readonly status: AnalysisRunFullStatus;
}

/** Plays a run until it ends or only an event could continue it. Answers are used up one by one. */
export function played(
  spec: unknown,
  answers: Readonly<Record<string, readonly Taken['phase'][]>>,
  version: RolloutsVersion = '1.9',
): readonly Written[] {
  const used = new Map<string, number>();
  const take: RunWorld['take'] = ({ metric }) => {
    const index = used.get(metric.name) ?? 0;
    used.set(metric.name, index + 1);
    return { phase: answers[metric.name]?.[index] ?? 'Successful' };
  };
  const written: Written[] = [];
  let run = runOf(spec);
  let now = start;
  for (let passes = 0; passes < 200; passes += 1) {
    const pass = reconcileAnalysisRun(run, { now, version, take });
    if (pass.isChanged) {
      run = { ...run, status: pass.status };
      written.push({ at: now - start, status: pass.status });
    } else if (pass.next === undefined) return written;
    else now = Math.max(pass.next, now) + (pass.next === Math.floor(pass.next) ? 0.5 : 0);
  }
  throw new Error('The run does not end.');
}

export const timeAt = (seconds: number): string => timestamp(start + seconds);
