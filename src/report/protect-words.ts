import { counted } from '../model/wording.js';
import type { Gate } from '../play/protect/gates.js';
import {
  byDanger,
  isCostKnown,
  isUnknown,
  requestsOf,
  type Protection,
  type Scenario,
  firstScenario,
  versionIn,
  worstOf,
} from '../play/protect/protection.js';
import { type Conclusion, type Level, shortList } from './conclusions.js';
import { durationText } from './durations.js';

/** Rounded up, because part of a second of traffic is not none; sums of shares are not exact. */
export function seconds(value: number): string {
  return durationText(Math.ceil(value - 1e-6));
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
  return failures === undefined ? 'unknown' : counted(failures, 'failure');
}

/** What notices a bad version, after how long, at which share, its exposure, its last request, and what then happens. */
export function scenarioCells(
  scenario: Scenario,
  protection: Pick<Protection, 'unweighted' | 'requestsPerSecond'>,
  hasRequests: boolean,
): readonly string[] {
  const { by, noticed, share, exposure, gone, outcome } = scenario;
  const when = noticed === undefined ? '' : seconds(noticed);
  if (!isCostKnown(protection))
    return [
      ...[by ?? 'nothing', when, 'not known', 'not known', ...(hasRequests ? ['not known'] : [])],
      ...['not known', outcomeWords[outcome]],
    ];
  const requests = requestsOf(protection, scenario);
  return [
    by ?? 'nothing',
    when,
    percent(share),
    exposure === undefined ? 'no end' : seconds(exposure),
    ...(hasRequests ? [requests === undefined ? '' : String(requests)] : []),
    gone === undefined ? (outcome === 'person' ? 'open' : 'never') : seconds(gone),
    outcomeWords[outcome],
  ];
}

/** A version that turns bad late is a lesser risk than one that is bad from the start. */
export function levelOf({ unknown, gates }: Protection, { id, outcome }: Scenario): Level {
  const [isStart, isStopped] = [id === 'start', outcome === 'aborted' || outcome === 'paused'];
  if (isStopped) return 'info';
  if (unknown.length > 0) return isStart ? 'unknown' : 'info';
  if (outcome === 'person') return isStart ? 'warning' : 'info';
  if (outcome === 'promoted' && mixedIn(gates).length > 0) return isStart ? 'unknown' : 'info';
  return isStart ? 'error' : 'warning';
}

/** The metrics of both versions. They may notice a bad one once its share is large, so it is not said that nothing stops it. */
function mixedIn(gates: readonly Gate[]): readonly string[] {
  return [...new Set(gates.flatMap(({ isMixed, metric }) => (isMixed ? [metric] : [])))];
}

/** What a bad version does to a Rollout: one that is bad from the start, and the worst of the others if it is worse. */
export function verdictsOn(protection: Protection): readonly Conclusion[] {
  const [start, worst] = [firstScenario(protection), worstOf(protection)];
  if (!start || !worst)
    return [
      said(
        'unknown',
        'No update of this Rollout can be simulated, so nothing is known; rolloutkit simulate says why.',
      ),
    ];
  if (isUnknown(protection)) return [said('unknown', unknownVerdict(protection, start), start.id)];
  const isWorseLater = byDanger(start, worst) > 0 && start.outcome !== 'promoted';
  const shown = isWorseLater ? [start, worst] : [start];
  const mixed = mixedIn(protection.gates);
  return shown.map((scenario) =>
    said(
      levelOf(protection, scenario),
      isCostKnown(protection)
        ? verdictWords(scenario, mixed, protection)
        : uncostedVerdict(scenario, mixed, protection),
      scenario.id,
    ),
  );
}

/** What becomes of a version of which it is not known how many requests it gets. */
function uncostedVerdict(scenario: Scenario, mixed: readonly string[], protection: Protection): string {
  const { by = '', noticed = 0, outcome } = scenario;
  const version = versionIn(scenario);
  switch (outcome) {
    case 'promoted':
      return verdictWords(scenario, mixed, protection);
    case 'stuck':
      return `${version} stays: the update neither continues nor is aborted.`;
    case 'person':
      return `${version} is stopped only by a person, at ${by}; how many requests it gets is not known.`;
    case 'paused':
    case 'aborted':
      return `${version} is noticed by ${by} after ${seconds(noticed)} at the earliest, if the metric sees requests of it; how many it gets is not known.`;
  }
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

function verdictWords(scenario: Scenario, mixed: readonly string[], protection: Protection): string {
  const { by = '', noticed = 0, share, exposure, outcome } = scenario;
  const version = versionIn(scenario);
  const count = requestsOf(protection, scenario);
  const isEndless = exposure === undefined;
  const number = count === undefined ? '' : ` (about ${counted(count, 'request')})`;
  const requests = isEndless
    ? 'requests without end'
    : `as many requests as all traffic in ${seconds(exposure)}${number}`;
  switch (outcome) {
    case 'promoted':
      return mixed.length === 0
        ? `${version} is promoted: nothing stops it.`
        : `${version} is promoted, unless its share of the requests is large enough for ${shortList(mixed)} to notice it.`;
    case 'stuck':
      return `${version} keeps ${percent(share)} of the requests: the update neither continues nor is aborted.`;
    case 'person':
      // The steps before it take no time.
      if (exposure !== undefined && seconds(exposure) === seconds(0))
        return `${version} is stopped only by a person, at ${by}, and gets ${percent(share)} of all requests until then.`;
      return `${version} is stopped only by a person, at ${by}; until the update waits there, it gets ${requests}, and from then on ${percent(share)} of all requests.`;
    case 'paused':
    case 'aborted':
      return `${version} is noticed by ${by} after ${seconds(noticed)} at the earliest, at ${percent(share)}; it gets ${isEndless ? '' : 'at least '}${requests}.`;
  }
}

/** What is to be said of a Rollout beside the verdicts: what is not known, and what stops good versions. */
function doubtsOn(protection: Protection): readonly Conclusion[] {
  const { unknown, gates } = protection;
  const isTold = isUnknown(protection) && firstScenario(protection) !== undefined;
  const names = unknown.join(' and ');
  const notFound = `The templates of ${names} are not found, so what they measure is not known.`;
  const fixed = gates.filter((gate) => gate.fixed !== undefined).map(({ metric }) => `"${metric}"`);
  const stopped = `Good versions are stopped, too: ${shortList(fixed)} never ${fixed.length === 1 ? 'succeeds' : 'succeed'}.`;
  return [
    ...(unknown.length === 0 || isTold ? [] : [said('unknown', notFound)]),
    ...(isBroken(protection) ? [said('warning', stopped)] : []),
    ...protection.unweighted.map((text) => said('unknown', text)),
    ...besideShare(protection),
    ...measuredMeanwhile(protection),
  ];
}

/** Requests that meet a bad version beside its share, because a route of a step selects them. */
function besideShare({ routes, scenarios }: Protection): readonly Conclusion[] {
  if (scenarios.length === 0) return [];
  // Until is that of an update that goes well; an abort takes the routes away earlier, and a person may be waited for.
  const isWhole = scenarios.every(({ outcome }) => outcome === 'promoted');
  return routes.map(({ kind, name, id, title, until }) => {
    const whose = kind === 'header' ? 'all requests with the header of' : 'copies of the requests of';
    const end =
      until === undefined
        ? ''
        : isWhole
          ? `, until ${seconds(until)} after the update begins`
          : ', until the update is aborted or the route is removed';
    const answers = kind === 'header' ? 'they count' : 'their answers are dropped, and they count';
    const text = `From ${title} on, a bad version gets ${whose} route "${name}", whatever its share is${end}: ${answers} neither in the share nor in the exposure.`;
    return said('info', text, id);
  });
}

/** A background analysis goes on while the update waits for a person, who may promote before it has measured. */
function measuredMeanwhile({ gates, scenarios: [start] }: Protection): readonly Conclusion[] {
  const own = gates.filter(({ idle, isBackground }) => isBackground && idle === undefined);
  if (start?.outcome !== 'person' || own.length === 0) return [];
  const names = shortList(own.map(({ metric }) => `"${metric}"`));
  const text = `While the update waits, ${names} may notice the version first; how long a person takes is not known, so only what happens before counts.`;
  return [said('info', text)];
}

/** Whether the analysis that stops a bad version stops good ones, too. */
export function isBroken({ gates, scenarios: [start] }: Protection): boolean {
  return gates.some(({ fixed }) => fixed !== undefined) && start?.outcome === 'aborted';
}

/** All that is said of a Rollout but what the times rest on. */
export function protectConclusions(protection: Protection): readonly Conclusion[] {
  return [...verdictsOn(protection), ...doubtsOn(protection)];
}

/** What the times of a Rollout rest on, and what they do not show. */
export function protectNotes(protection: Protection): readonly string[] {
  return [...columnNotes(protection), assumptionsText(protection), ...protection.notes];
}

/** What the columns mean that a reader could take for something else. */
function columnNotes(protection: Protection): readonly string[] {
  const { scenarios, gates } = protection;
  const isStopped = ({ id, outcome }: Scenario): boolean =>
    id !== 'start' && (outcome === 'aborted' || outcome === 'paused');
  const isRepeated = gates.some(({ idle, every = 0 }) => idle === undefined && every > 0);
  const hasCost = isCostKnown(protection) && scenarios.some(({ exposure = 0 }) => exposure > 0);
  return [
    ...(hasCost
      ? [
          '"exposure" counts requests as a time of all traffic: a version that has 10 % of the requests for 1m gets as many as the whole service in 6s.',
        ]
      : []),
    ...(isRepeated && scenarios.some(isStopped)
      ? [
          '"after" is the earliest time: a version that turns bad just after a measurement is noticed up to one interval later, and gets requests for as much longer.',
        ]
      : []),
  ];
}

/** The seconds of the longest range that a query covers whose metric can stop a bad version. */
function longestRange(gates: readonly Gate[]): number | undefined {
  const ranges = gates.flatMap(({ idle, range }) =>
    idle === undefined && range !== undefined ? [range] : [],
  );
  return ranges.length === 0 ? undefined : Math.max(...ranges);
}

function assumptionsText({ assumptions, gates }: Protection): string {
  const { readyAfter, measure, showsAfter } = assumptions;
  const range = showsAfter > 0 ? undefined : longestRange(gates);
  const later =
    range === undefined
      ? ''
      : ` Its queries cover up to ${seconds(range)}, so a version that fails only some requests may show so much later; see it with --shows-after ${seconds(range)}.`;
  return `The times assume that pods are ready after ${seconds(readyAfter)}, that a Job, Kayenta or a plugin measures for ${seconds(measure)}, that queries show a bad version after ${seconds(showsAfter)}, and that a person promotes at once.${later}`;
}
