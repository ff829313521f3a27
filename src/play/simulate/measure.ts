import { isMap, type JsonMap } from '../../kubernetes/objects/json.js';
import { secondsOf } from '../../kubernetes/objects/time.js';
import { reconcileAnalysisRun } from '../../rollouts/controllers/analysis-run/reconcile.js';
import type { AnalysisRunFullStatus, Asked, Taken } from '../../rollouts/controllers/analysis-run/types.js';
import { emptyResultPhase } from '../../rollouts/analysis/result-phase.js';
import type { AnalysisRunObject } from '../../rollouts/controllers/context.js';
import { defaultMeasure } from './clock.js';
import type { Answered, JudgedMoment } from './failing.js';
import type { Play } from './play.js';
import { placeOfRun } from './run-place.js';

/** A run after the passes of its controller at a moment. */
export interface Measuring {
  readonly status: AnalysisRunFullStatus;
  /** When it is looked at again, in seconds since 1970; infinite if it is not. */
  readonly due: number;
}

/** Passes that follow each other at once: the second one terminates measurements after a failure. */
const maxPasses = 5;

/** The controller of AnalysisRuns at this moment. */
export function measure(run: AnalysisRunObject, { answer }: JudgedMoment, play: Play): Measuring {
  const { now, version, tick, status: ofRollout } = play;
  const place = placeOfRun(run, ofRollout);
  const take = (asked: Asked): Taken =>
    measurementOf(asked, (metric, isQuery) => answer(metric, place, isQuery), play);
  let current = run;
  for (let count = 1; ; count += 1) {
    const { status, isChanged, next } = reconcileAnalysisRun(current, { now, version, take });
    current = { ...current, status };
    if (isChanged && count < maxPasses) continue;
    // What is due at a second is done after it. The end of a Job is an event, at its time.
    const due = next === undefined ? Infinity : Math.max(now, next) + tick;
    return { status, due: Math.min(due, ...jobEnds(run, status, play)) };
  }
}

/** What a provider answers: a query at once, a Job, Kayenta or a plugin after its time. */
function measurementOf(
  { metric, kind, measurement }: Asked,
  answer: (metric: string, isQuery: boolean) => Answered,
  play: Play,
): Taken {
  const { now } = play;
  const isJob = isMeasuredBy(metric, 'job');
  if (!isJob && !isMeasuredBy(metric, 'kayenta') && !isMeasuredBy(metric, 'plugin'))
    return { phase: phaseOf(answer(metric.name, true), metric, play) };
  const ends = endOf(kind === 'start' ? undefined : measurement, play);
  if (kind !== 'terminate' && now < ends) return { phase: 'Running', ...(!isJob && { resumeAt: ends }) };
  return { phase: kind === 'terminate' ? 'Successful' : phaseOf(answer(metric.name, false), metric, play) };
}

function isMeasuredBy(metric: JsonMap, name: string): boolean {
  const { provider } = metric;
  return isMap(provider) && name in provider;
}

/** When a measurement that takes time ends; one that is yet to begin does so now. */
function endOf(measurement: Asked['measurement'], { now, assumptions }: Play): number {
  const began = measurement ? (secondsOf(measurement.startedAt ?? '') ?? now) : Math.floor(now);
  return began + (assumptions.measure ?? defaultMeasure);
}

/** When the Jobs of a run end that have not yet. */
function jobEnds(
  { spec }: AnalysisRunObject,
  { metricResults = [] }: AnalysisRunFullStatus,
  play: Play,
): readonly number[] {
  const metrics = (spec.metrics ?? []).filter(isMap).filter((metric) => isMeasuredBy(metric, 'job'));
  return metrics.flatMap(({ name }) => {
    const last = metricResults.find((result) => result.name === name)?.measurements?.at(-1);
    if (!last || last.finishedAt !== undefined) return [];
    const ends = endOf(last, play);
    return ends > play.now ? [ends] : [];
  });
}

function phaseOf(answered: Answered, metric: Asked['metric'], play: Play): Taken['phase'] {
  switch (answered) {
    case 'success':
      return 'Successful';
    case 'failure':
      return 'Failed';
    case 'error':
      return 'Error';
    case 'inconclusive':
      return 'Inconclusive';
    case 'empty':
      return emptyResultPhase(metric, play.version) ?? 'Error';
  }
}
