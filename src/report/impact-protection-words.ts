import type { Detail, Fate } from '../play/impact/effect.js';
import { versionIn } from '../play/protect/protection.js';
import { shortList } from './conclusions.js';
import { seconds } from './protect-words.js';

type ProtectionDetail = Extract<Detail, { kind: 'less-protected' | 'more-protected' }>;

/** What becomes of a bad version, and what became of it before. */
export function protectionText(detail: ProtectionDetail): string {
  const { kind, before, after, turning } = detail;
  if (turning) return otherStepsText({ ...detail, turning });
  const version = versionIn(after);
  if (isStopped(before) && isStopped(after))
    return `${version} is noticed ${noticedText(before, after)}; it gets ${costText(before, after)}.`;
  if (before.outcome === 'person' && after.outcome === 'person')
    return `${version} ${personText(before, after)}.`;
  return `${version} ${fateText(after, kind === 'less-protected')} (before: ${stopText(before)}).`;
}

function noticedText(before: Fate, after: Fate): string {
  const [then, now] = [before, after].map(({ noticed = 0 }) => seconds(noticed)) as [string, string];
  if (before.by !== after.by)
    return `by ${after.by ?? ''} after ${now} instead of by ${before.by ?? ''} after ${then}`;
  return then === now ? `after ${now} as before` : `after ${now} instead of ${then}`;
}

/** How much a version gets while the update waits for the person who alone stops it, and where that is. */
function personText(before: Fate, after: Fate): string {
  const [then, now] = [before, after].map(({ share }) => `${Math.round(share)} %`) as [string, string];
  const place = `${after.by ?? ''}${after.by === before.by ? '' : ` instead of ${before.by ?? ''}`}`;
  const share =
    then === now ? `${now} of the requests as before` : `${now} of the requests instead of ${then}`;
  return `is stopped only by a person, at ${place}, and has ${share} until then`;
}

function costText(before: Fate, after: Fate): string {
  const [then, now] = [before, after].map(({ exposure }) => requestsText(exposure)) as [string, string];
  return then === now ? `${now} as before` : `${now} instead of ${then.replace(/^.* in /, '')}`;
}

function isStopped({ outcome }: Fate): boolean {
  return outcome === 'aborted' || outcome === 'paused';
}

/** What becomes of a bad version, after its name. */
function fateText(scenario: Fate, isNew: boolean): string {
  const { outcome, by = '', noticed = 0, exposure } = scenario;
  if (isStopped(scenario)) return `is noticed by ${by} after ${seconds(noticed)}`;
  if (outcome === 'person')
    return exposure !== undefined && seconds(exposure) === seconds(0)
      ? `is stopped only by a person, at ${by}`
      : `is stopped only by a person, at ${by}; until then it gets ${requestsText(exposure)}`;
  return `is promoted: nothing stops it${isNew ? ' any more' : ''}`;
}

/** What stops a bad version. */
function stopText(scenario: Fate): string {
  const { outcome, by = '', noticed = 0 } = scenario;
  if (isStopped(scenario)) return `${by} after ${seconds(noticed)}`;
  return outcome === 'person' ? `a person, at ${by}` : 'nothing';
}

function requestsText(exposure: number | undefined): string {
  return exposure === undefined
    ? 'requests without end'
    : `as many requests as all traffic in ${seconds(exposure)}`;
}

/** What becomes of a version that turns bad at a step, where no step of before is the same. */
function otherStepsText({
  kind,
  before,
  after,
  turning,
}: ProtectionDetail & Required<Pick<ProtectionDetail, 'turning'>>): string {
  if (isStopped(before) && isStopped(after)) {
    const version = `${versionIn(after)}, with ${turning.after} % of the requests,`;
    const then = `${seconds(before.exposure ?? 0)}, ${before.title}`;
    return kind === 'less-protected'
      ? `${version} gets ${requestsText(after.exposure)} (before, the most of any that was stopped: ${then}).`
      : `${version} gets ${requestsText(after.exposure)}, the most of any that is stopped (before: ${then}).`;
  }
  const isLess = kind === 'less-protected';
  const stopped = [before, after].some(({ outcome }) => outcome === 'promoted')
    ? 'is stopped'
    : 'the controller stops';
  return `${versionIn(after)}${isLess ? ' or later' : ''} ${fateText(after, isLess)} (the last that ${stopped} turns bad with ${turning.after} % of the requests, before with ${turning.before} %).`;
}

/** A metric that stops nothing any more, and what it stopped. */
export function gateLostText({
  metric,
  analyses,
  reason,
  limit,
}: Extract<Detail, { kind: 'gate-lost' }>): string {
  const what = `Metric "${metric}" of ${shortList(analyses)} stops no bad version any more: ${reason ?? 'it is not measured any more'}.`;
  return limit === undefined
    ? what
    : `${what} Before, it stopped only one whose share of the requests was large enough, because ${limit}.`;
}

/** What of versions that turn bad at steps is compared, and what is not. */
export function notComparedText({
  isReachCompared,
  isCostCompared,
}: Extract<Detail, { kind: 'not-compared' }>): string {
  const reach = 'up to which share of the requests something stops them';
  const cost = 'what those that the controller stops cost at most';
  const of =
    'The steps are others, so versions that turn bad during the update are not compared step by step';
  if (isReachCompared && isCostCompared) return `${of}, only ${reach}, and ${cost}.`;
  if (isReachCompared) return `${of}, only ${reach}; ${cost} is not compared.`;
  if (isCostCompared) return `${of}, only ${cost}; ${reach} is not compared.`;
  return `${of}: only a version that is bad from the start is.`;
}
