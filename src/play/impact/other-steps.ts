import { sharesFrom } from '../protect/exposure.js';
import type { Protection, Scenario } from '../protect/protection.js';
import type { Detail } from './effect.js';
import { fateOf, fatesChanged, withoutPraise } from './fates.js';

/** What comparing two states leads to; undefined if they cannot be compared. */
type FigureChange = readonly Detail[] | undefined;

/**
 * What a change of the steps does to bad versions. No moment but the start is in both states, so of versions that turn bad later two figures
 * are compared: up to which share something stops them, and what those that are stopped cost at most. Nothing is called better unless both
 * figures are known and no worse.
 */
export function changedWithOtherSteps(before: Protection, after: Protection): readonly Detail[] {
  const [then] = before.scenarios;
  const [now] = after.scenarios;
  if (!then || !now) return [];
  const start = fatesChanged(then, now);
  // Where nothing is ever stopped, the start tells it of all.
  if ([before, after].some(({ scenarios }) => scenarios.every(({ outcome }) => outcome === 'promoted')))
    return start;
  const [was, is] = [withGoodShares(before), withGoodShares(after)];
  const reach = firstChange(kindsOfStop.map((isStop) => reachChanged(was, is, isStop)));
  const cost = costChanged(was, is);
  const details = [...start, ...(reach ?? []), ...(cost ?? []).filter((one) => !saysAll(start, one))];
  const isKnown = reach !== undefined && cost !== undefined;
  return [
    ...(isKnown ? withoutPraise(details) : details.filter(({ kind }) => kind === 'less-protected')),
    { kind: 'not-compared', isReachCompared: reach !== undefined, isCostCompared: cost !== undefined },
  ];
}

/**
 * A version that is stopped at the second at which it turns bad has no share any more, and one that stays good may be promoted in that
 * second; what counts is the share with which it was noticed.
 */
function withGoodShares(protection: Protection): Protection {
  const { shares, scenarios } = protection;
  return {
    ...protection,
    scenarios: scenarios.map((one) => ({
      ...one,
      shares: one.noticed === 0 ? [{ at: one.at, share: one.share / 100 }] : sharesFrom(shares, one.at),
    })),
  };
}

/** Whether the start tells as much as a later moment: the same direction, and no smaller cost. */
function saysAll(start: readonly Detail[], later: Detail): boolean {
  const costOf = (one: Detail): number =>
    ('after' in one && 'exposure' in one.after ? one.after.exposure : undefined) ?? Infinity;
  return start.some((one) => one.kind === later.kind && costOf(one) >= costOf(later));
}

type IsStop = (scenario: Scenario) => boolean;

const byController: IsStop = ({ outcome }) => outcome === 'aborted' || outcome === 'paused';

/** Anything, and anything but a person. */
const kindsOfStop: readonly IsStop[] = [({ outcome }) => outcome !== 'promoted', byController];

/** The first one that is worse, or else what is known of all. */
function firstChange(comparisons: readonly FigureChange[]): FigureChange {
  const known = comparisons.flatMap((one) => (one ? [one] : []));
  const worse = known.find((details) => details.some(({ kind }) => kind === 'less-protected'));
  if (worse) return worse;
  return known.length < comparisons.length ? undefined : (known.find((details) => details.length > 0) ?? []);
}

/** The last moment at which a version that turns bad is stopped, and the first one from which on none is. */
interface Reach {
  readonly last: Scenario | undefined;
  readonly next: Scenario | undefined;
}

function reachOf({ scenarios }: Protection, isStop: IsStop): Reach {
  const index = scenarios.findLastIndex(isStop);
  return { last: scenarios[index], next: scenarios[index + 1] };
}

/** Less is stopped if the last version that is stopped turns bad at a smaller share. Where each one is stopped, no share is too small. */
function reachChanged(before: Protection, after: Protection, isStop: IsStop): FigureChange {
  const [then, now] = [reachOf(before, isStop), reachOf(after, isStop)];
  const [from, to] = [turningShare(then.last), turningShare(now.last)];
  if (from === to) return [];
  const isLess = to < from;
  const [more, less] = isLess ? [then, now] : [now, then];
  // That of a version that is bad from the start is compared by itself.
  if (!more.last || !less.next || !less.last) return [];
  // A query that measures both versions may stop what counts as promoted.
  if ((isLess ? after : before).gates.some((gate) => gate.isMixed)) return undefined;
  const [was, is] = isLess ? [more.last, less.next] : [less.next, more.last];
  return [changed(isLess, was, is, { before: from, after: to })];
}

/**
 * Compares what versions that the controller stops cost at most. It is more only if one costs more that turns bad at a share at which both
 * states stop all: those that are stopped at larger shares than before may cost more, but were not stopped at all.
 */
function costChanged(before: Protection, after: Protection): FigureChange {
  const [then, now] = [before, after].map(betweenMeasurements);
  const [most, mostNow] = [before, after].map((one) => costliest(one, Infinity));
  if (then === undefined || now === undefined) return undefined;
  // How long a person takes is not known.
  const hasPerson = [before, after].some(({ scenarios }) =>
    scenarios.some(({ outcome }) => outcome === 'person'),
  );
  const noChange: FigureChange = hasPerson ? undefined : [];
  if (!most) return noChange;
  if (!mostNow || most.exposure === Infinity || mostNow.exposure === Infinity) return undefined;
  const limit = Math.min(...[before, after].map(firstShareUnstopped));
  const [common, commonNow] = [before, after].map((one) => costliest(one, limit));
  // Without a share that is always stopped, the first stop is all there is, and a version that is bad from the start meets it.
  if (!common || !commonNow) return common === commonNow ? noChange : undefined;
  const isMore = (one: Costly, other: Costly): boolean => {
    // Moments of other steps fall elsewhere between two measurements, which alone makes a difference of as much.
    const tolerance = (Math.max(then, now) * Math.max(one.share, other.share)) / 100;
    return Math.round(one.exposure) - Math.round(other.exposure) > tolerance;
  };
  if (isMore(commonNow, most)) return [changed(true, most, commonNow)];
  return isMore(common, mostNow) && !hasPerson ? [changed(false, common, mostNow)] : noChange;
}

/** The share from which on the controller does not stop each version that turns bad. */
function firstShareUnstopped({ scenarios }: Protection): number {
  const unstopped = scenarios.filter((one) => !byController(one)).map(turningShare);
  return Math.min(Infinity, ...unstopped);
}

type Costly = Scenario & { readonly exposure: number };

/** Of those that turn bad after the start, at less than a share; infinite where requests have no end. */
function costliest({ scenarios }: Protection, limit: number): Costly | undefined {
  return scenarios
    .slice(1)
    .filter((one) => byController(one) && turningShare(one) < limit)
    .map((one): Costly => ({ ...one, exposure: one.exposure ?? Infinity }))
    .toSorted((one, other) => other.exposure - one.exposure)[0];
}

/** The longest time between two measurements that go on during the steps, in seconds; undefined if it is not known. */
function betweenMeasurements({ gates }: Protection): number | undefined {
  const times = gates.flatMap(({ isBackground, idle, every }) =>
    isBackground && idle === undefined ? [every] : [],
  );
  return times.reduce<number | undefined>(
    (longest, time) => (longest === undefined || time === undefined ? undefined : Math.max(longest, time)),
    0,
  );
}

function changed(
  isLess: boolean,
  before: Scenario,
  after: Scenario,
  turning = { before: turningShare(before), after: turningShare(after) },
): Detail {
  return {
    kind: isLess ? 'less-protected' : 'more-protected',
    before: fateOf(before),
    after: fateOf(after),
    turning,
  };
}

/** The share at which a version turns bad, in whole percent; -1 if there is none. */
function turningShare(scenario: Scenario | undefined): number {
  return scenario ? Math.round((scenario.shares[0]?.share ?? 0) * 100) : -1;
}
