import type { RolloutsVersion } from '../../kubernetes/objects/version.js';
import { blueGreen } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { ManagedRoute } from '../../rollouts/routers/router.js';
import type { Share } from '../simulate/share.js';
import { exposureBetween } from './exposure.js';
import type { Gate } from './gates.js';

/** How long a bad version of a Rollout lives, and how much traffic it gets. */
export interface Protection {
  readonly rollout: {
    readonly namespace: string | undefined;
    readonly name: string;
    readonly file: string;
    /** The field that findings about it point to. */
    readonly field: Field;
  };
  readonly version: RolloutsVersion;
  /** What the times rest on, in seconds. */
  readonly assumptions: Readonly<Record<'readyAfter' | 'measure' | 'showsAfter', number>>;
  /** What judges a new version; those that are idle stop none. */
  readonly gates: readonly Gate[];
  /** Analyses whose templates are not known, in words. They are taken for successful. */
  readonly unknown: readonly string[];
  /** The share of the new version in an update that goes well, in seconds since the update began. */
  readonly shares: readonly Share[];
  /** Routes of steps by which it gets requests beside its share, in the order in which an update that goes well sets them. */
  readonly routes: readonly RouteInUpdate[];
  /** First the version that is bad from the start, then those that turn bad at each step. Empty if no update can be played. */
  readonly scenarios: readonly Scenario[];
  /** Those of versions that turn bad between the steps, in the order of time; empty if not asked for. */
  readonly between: readonly Scenario[];
  /** What is written for routers that are not simulated, each in a few words; the shares assume that it is as the controller asks. */
  readonly unsimulated: readonly string[];
  /** The requests of all traffic in a second, if that was given. */
  readonly requestsPerSecond: number | undefined;
  /** Requests to which the weights do not apply, as sentences: what a bad version gets of them is not known. */
  readonly unweighted: readonly string[];
  /** What the result does not show, as sentences. */
  readonly notes: readonly string[];
}

/** A header or mirror route while an update has it. */
export interface RouteInUpdate extends ManagedRoute {
  /** The frame of simulate from which on it exists: `step-1`. */
  readonly id: string;
  /** For a reader: `steps[1]`. */
  readonly title: string;
  /** From when on, and until when it exists, in seconds since the update began; undefined if that is not known. */
  readonly at: number | undefined;
  readonly until: number | undefined;
}

/** Whether the shares of the update are those of all requests, so that what a bad version costs is known. */
export function isCostKnown({ unweighted }: Pick<Protection, 'unweighted'>): boolean {
  return unweighted.length === 0;
}

/**
 * How many requests a bad version gets, a part of one counting as one; with a person until the update waits. Undefined if that has no end
 * or is not known.
 */
export function requestsOf(
  { requestsPerSecond, unweighted }: Pick<Protection, 'requestsPerSecond' | 'unweighted'>,
  { exposure }: Pick<Scenario, 'exposure'>,
): number | undefined {
  if (requestsPerSecond === undefined || exposure === undefined || unweighted.length > 0) return undefined;
  return Math.ceil(exposure * requestsPerSecond - 1e-6);
}

/** What is not checked where weights do not apply to all requests, in a few words. */
export function followingOf(rollout: Resource): string {
  return blueGreen(rollout).exists
    ? `which requests reach the active Service of Rollout "${rollout.name}"`
    : `which requests follow the weights of Rollout "${rollout.name}"`;
}

/** How an update with a bad version ends. */
export type ScenarioOutcome =
  /** The controller aborts it. */
  | 'aborted'
  /** The controller pauses it and waits for a person, because an analysis is inconclusive. */
  | 'paused'
  /** Nothing judges it, but the update waits for a person before it is complete. */
  | 'person'
  /** Nothing stops it. */
  | 'promoted'
  /** It makes no progress, and the version keeps its share. */
  | 'stuck';

/** A version that turns bad at a moment, and what happens then. */
export interface Scenario {
  /** `start`, or the frame of simulate at which it turns bad: `step-3`. */
  readonly id: string;
  /** For a reader: `from the start`, `at steps[3]`. */
  readonly title: string;
  /** When it turns bad, in seconds since the update began. */
  readonly at: number;
  readonly outcome: ScenarioOutcome;
  /** What stops it: the analysis that fails, or the step that waits for a person; undefined if nothing does. */
  readonly by: string | undefined;
  /** Seconds from turning bad until that happens; undefined if nothing happens. */
  readonly noticed: number | undefined;
  /** The share of all requests that it gets then, in percent; the largest from then on if it is aborted. */
  readonly share: number;
  /**
   * The answers that it gives, as the seconds in which all traffic has as many requests; undefined if they have no end. With `person` until the
   * update waits for the person.
   */
  readonly exposure: number | undefined;
  /** Seconds from turning bad until the last request; undefined if it never comes. */
  readonly gone: number | undefined;
  /** The share of the version from the moment on at which it turns bad, in seconds since the update began. */
  readonly shares: readonly Share[];
}

/** Orders scenarios and Rollouts: the least protected first. */
export function byDanger(one: Scenario, another: Scenario): number {
  return compared(rankOf(one), rankOf(another));
}

function compared(left: readonly number[], right: readonly number[]): number {
  const index = left.findIndex((value, at) => value !== right[at]);
  return index === -1 ? 0 : right[index]! - left[index]!;
}

const ranks: Readonly<Record<ScenarioOutcome, number>> = {
  promoted: 4,
  stuck: 3,
  person: 1,
  paused: 0,
  aborted: 0,
};
/** What is not known may be as bad as what nothing stops. */
const unknownRank = 2;

/** What has no end is compared by what it costs in this time. */
const hour = 3600;

function rankOf({ outcome, at, share, shares, exposure, noticed }: Scenario): readonly number[] {
  // How long a person takes is not known, so the share at which the update waits decides.
  if (outcome === 'person') return [ranks.person, share, exposure ?? 0, noticed ?? 0];
  if (exposure === undefined) return [ranks[outcome], Infinity, exposureBetween(shares, at, at + hour)];
  return [ranks[outcome], exposure, noticed ?? Infinity];
}

/** Whether it is not known if anything stops a version that is bad from the start. */
export function isUnknown(protection: Pick<Protection, 'scenarios' | 'unknown'>): boolean {
  const start = firstScenario(protection);
  if (!start) return true;
  return protection.unknown.length > 0 && start.outcome !== 'aborted' && start.outcome !== 'paused';
}

/** The scenario in which a bad version costs most. */
export function worstOf({ scenarios }: Pick<Protection, 'scenarios'>): Scenario | undefined {
  return scenarios.toSorted(byDanger)[0];
}

/** The scenario of a version that is bad from the start. */
export function firstScenario({ scenarios }: Pick<Protection, 'scenarios'>): Scenario | undefined {
  return scenarios[0];
}

/**
 * Rollouts, those first that protect least from a version that is bad from the start; those of which it is not known come before those
 * that are protected.
 */
export function byLeastProtected(protections: readonly Protection[]): readonly Protection[] {
  return protections
    .map((protection) => ({ protection, rank: dangerOf(protection) }))
    .sort((one, another) => compared(one.rank, another.rank))
    .map(({ protection }) => protection);
}

function dangerOf(protection: Protection): readonly number[] {
  const [start, worst] = [firstScenario(protection), worstOf(protection)];
  if (!start || !worst || isUnknown(protection)) return [unknownRank, 0, 0, 0];
  const [rank, cost = 0, next = 0, last = 0] = rankOf(start);
  return [rank ?? 0, cost, next, last, ...rankOf(worst)];
}

/** A version with the moment at which it turns bad, as the subject of a sentence. */
export function versionIn({ id, title }: Pick<Scenario, 'id' | 'title'>): string {
  return id === 'start' ? 'A version that is bad from the start' : `A version that turns bad ${title}`;
}
