import { isMap } from '../../kubernetes/objects/json.js';
import { secondsOf } from '../../kubernetes/objects/time.js';
import { reconcileAnalysisRun } from '../../rollouts/controllers/analysis-run/reconcile.js';
import type { AnalysisRunFullStatus, Asked, Taken } from '../../rollouts/controllers/analysis-run/types.js';
import { emptyResultPhase } from '../../rollouts/analysis/result-phase.js';
import type { AnalysisRunObject } from '../../rollouts/controllers/context.js';
import { defaultMeasure } from './clock.js';
import type { Answered, Judged } from './failing.js';
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
export function measure(run: AnalysisRunObject, { answer }: Judged, play: Play): Measuring {
  const { now, version, tick, status: ofRollout } = play;
  const place = placeOfRun(run, ofRollout);
  const take = (asked: Asked): Taken =>
    measurementOf(asked, (metric, isQuery) => answer(metric, place, isQuery), play);
  let current = run;
  for (let count = 1; ; count += 1) {
    const { status, isChanged, next } = reconcileAnalysisRun(current, { now, version, take });
    current = { ...current, status };
    // What is due at a second is done after it.
    if (!isChanged || count === maxPasses)
      return { status, due: next === undefined ? Infinity : Math.max(now, next) + tick };
  }
}

/** Providers whose measurements take long. */
const slow: readonly string[] = ['job', 'kayenta'];

/** What a provider answers: a query at once, a Job or Kayenta after its time. */
function measurementOf(
  { metric, kind, measurement }: Asked,
  answer: (metric: string, isQuery: boolean) => Answered,
  play: Play,
): Taken {
  const provider = isMap(metric['provider']) ? metric['provider'] : {};
  const isSlow = slow.some((name) => name in provider);
  const { now, assumptions } = play;
  if (!isSlow) return { phase: phaseOf(answer(metric.name, true), metric, play) };
  const began = kind === 'start' ? Math.floor(now) : (secondsOf(measurement?.startedAt ?? '') ?? now);
  const ends = began + (assumptions.measure ?? defaultMeasure);
  if (kind !== 'terminate' && now < ends) return { phase: 'Running', resumeAt: ends };
  return { phase: kind === 'terminate' ? 'Successful' : phaseOf(answer(metric.name, false), metric, play) };
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
