import type { Gate } from '../play/protect/gates.js';
import {
  byDanger,
  isUnknown,
  type Protection,
  type Scenario,
  startOf,
  versionIn,
  worstOf,
} from '../play/protect/protection.js';
import type { Conclusion, Level } from './conclusions.js';
import { durationText } from './durations.js';

/** Rounded up, because part of a second of traffic is not none. */
export function seconds(value: number): string {
  return durationText(Math.ceil(value));
}

function percent(share: number): string {
  return `${Math.round(share * 10) / 10} %`;
}

/** What then happens to the update. */
export const outcomeWords: Readonly<Record<Scenario['outcome'], string>> = {
  aborted: 'aborted',
  paused: 'paused',
  person: 'waits for a person',
  promoted: 'promoted',
  stuck: 'stuck',
};

/** How a metric is measured: `every 30s, after 1m`. */
export function measuredWords({ first, every }: Pick<Gate, 'first' | 'every'>): string {
  const after =
    first === undefined ? 'at an unknown time' : first === 0 ? '' : `after ${durationText(first)}`;
  const often = every === undefined ? 'unknown' : every === 0 ? 'once' : `every ${durationText(every)}`;
  return after === '' ? often : `${often}, ${after}`;
}

/** How many failed measurements fail a metric. */
export function failuresWords({ failures }: Pick<Gate, 'failures'>): string {
  return failures === undefined ? 'unknown' : `${failures} failure${failures === 1 ? '' : 's'}`;
}

/** What notices a bad version, after how long, at which share, its exposure, its last request, and what then happens. */
export function scenarioCells(scenario: Scenario): readonly string[] {
  const { by, noticed, share, exposure, gone, outcome } = scenario;
  return [
    by ?? 'nothing',
    noticed === undefined ? '' : seconds(noticed),
    percent(share),
    exposure === undefined ? 'no end' : seconds(exposure),
    gone === undefined ? (outcome === 'person' ? 'open' : 'never') : seconds(gone),
    outcomeWords[outcome],
  ];
}

/** A version that turns bad late is a lesser risk than one that is bad from the start. */
export function levelOf({ unknown }: Protection, { id, outcome }: Scenario): Level {
  const [isStart, isStopped] = [id === 'start', outcome === 'aborted' || outcome === 'paused'];
  if (isStopped) return 'info';
  if (unknown.length > 0) return isStart ? 'unknown' : 'info';
  if (outcome === 'person') return isStart ? 'warning' : 'info';
  return isStart ? 'error' : 'warning';
}

/** What a bad version does to a Rollout: one that is bad from the start, and the worst of the others if it is worse. */
export function verdictsOn(protection: Protection): readonly Conclusion[] {
  const [start, worst] = [startOf(protection), worstOf(protection)];
  if (!start || !worst)
    return [
      said(
        'unknown',
        'No update of this Rollout can be simulated, so nothing is known; rolloutkit simulate says why.',
      ),
    ];
  if (isUnknown(protection)) return [said('unknown', unknownVerdict(protection, start), start.id)];
  const shown = byDanger(start, worst) > 0 ? [start, worst] : [start];
  return shown.map((scenario) => said(levelOf(protection, scenario), verdictWords(scenario), scenario.id));
}

function said(level: Level, text: string, ...frames: readonly string[]): Conclusion {
  return { level, text, frames };
}

function unknownVerdict({ unknown }: Protection, { outcome, by = '' }: Scenario): string {
  const rest =
    outcome === 'person'
      ? `the update waits for a person at ${by}`
      : outcome === 'stuck'
        ? 'the update makes no progress and is not aborted'
        : 'nothing else stops it';
  return `Whether a version that is bad from the start is noticed is not known: the templates of ${unknown.join(' and ')} are not found. Without them, ${rest}.`;
}

function verdictWords(scenario: Scenario): string {
  const { by = '', noticed = 0, share, exposure = 0, outcome } = scenario;
  const version = versionIn(scenario);
  const requests = `as many requests as all traffic in ${seconds(exposure)}`;
  switch (outcome) {
    case 'promoted':
      return `${version} is promoted: nothing stops it.`;
    case 'stuck':
      return `${version} keeps ${percent(share)} of the requests: the update neither continues nor is aborted.`;
    case 'person':
      return `${version} is stopped only by a person, at ${by}; until the update waits there, it gets ${requests}, and from then on ${percent(share)} of all requests.`;
    case 'paused':
    case 'aborted':
      return `${version} is noticed by ${by} after ${seconds(noticed)}, at ${percent(share)}; it gets ${requests}.`;
  }
}

/** All that is said of a Rollout: the verdicts, what they rest on, and what they do not show. */
export function protectConclusions(protection: Protection): readonly Conclusion[] {
  const { unknown, notes } = protection;
  const isTold = isUnknown(protection) && startOf(protection) !== undefined;
  return [
    ...verdictsOn(protection),
    ...(unknown.length === 0 || isTold
      ? []
      : [
          said(
            'unknown',
            `The templates of ${unknown.join(' and ')} are not found, so what they measure is not known.`,
          ),
        ]),
    said('info', assumptionsText(protection)),
    ...notes.map((note) => said('info', note)),
  ];
}

function assumptionsText({ assumptions: { readyAfter, measure, showsAfter } }: Protection): string {
  return `The times assume that pods are ready after ${seconds(readyAfter)}, that a Job or Kayenta measures for ${seconds(measure)}, that queries show a bad version after ${seconds(showsAfter)}, and that a person promotes at once.`;
}

/** How many Rollouts are not protected, in words; empty if all are. */
export function unprotectedWords(protections: readonly Protection[]): readonly string[] {
  const kinds: readonly (readonly [is: (one: Protection) => boolean, words: string])[] = [
    [(one) => firstLevel(one) === 'error', 'that nothing protects'],
    [(one) => one.scenarios.length === 0, 'not simulated'],
    [(one) => one.scenarios.length > 0 && firstLevel(one) === 'unknown', 'with analyses that are not known'],
    [(one) => firstLevel(one) === 'warning', 'that only a person protects'],
    [
      (one) => firstLevel(one) === 'info' && verdictsOn(one).some(({ level }) => level === 'warning'),
      'that nothing protects from a version that turns bad later',
    ],
  ];
  return kinds.flatMap(([is, words]) => {
    const count = protections.filter(is).length;
    return count === 0 ? [] : [`${counted(count, 'Rollout')} ${words}`];
  });
}

function firstLevel(protection: Protection): Level | undefined {
  return verdictsOn(protection)[0]?.level;
}

export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
