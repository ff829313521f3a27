import { isDeepStrictEqual } from 'node:util';
import { exposureBetween } from '../../../src/play/protect/exposure.js';
import { playUpdate } from '../../../src/play/simulate/play-update.js';
import type { Share } from '../../../src/play/simulate/share.js';
import type { RolloutsVersion } from '../../../src/kubernetes/objects/version.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { textSource } from '../../support/sources.js';
import type { SystemCase } from './cases.js';
import { shareIn } from './shares.js';

/** The state of a system after its controllers have run, as conformance/recorder/common/systems.go prints it. */
export interface SystemMoment {
  /** Seconds since the update began. */
  readonly at: number;
  readonly rollout: {
    readonly phase?: string;
    readonly message?: string;
    readonly abort?: boolean;
    readonly currentStepIndex?: number;
    readonly stableRS?: string;
    readonly currentPodHash?: string;
    readonly pauseConditions?: readonly { readonly reason: string }[];
    readonly active?: string;
  };
  /** Wanted, existing, ready and available pods by hash. */
  readonly replicaSets: Readonly<Record<string, readonly [number, number, number, number]>>;
  readonly routed?: Readonly<Record<string, unknown>>;
  readonly experiments?: Readonly<Record<string, unknown>>;
  readonly runs?: Readonly<Record<string, unknown>>;
  readonly unsettled?: boolean;
}

/** What an update comes to: what is compared of it. */
export interface Outcome {
  readonly end: 'promoted' | 'aborted' | 'inconclusive' | 'stuck' | 'long';
  readonly shares: readonly Share[];
  readonly stopped?: { readonly at: number; readonly message: string };
  /** The integral of the share in seconds, until the last moment at which it changes or a minute later. */
  readonly exposure: number;
  /** The last recorded second, if the update goes on after it (`long`). */
  readonly until?: number;
}

/** What is recorded of systems with one release. */
export interface RecordedSystems {
  readonly seed: number;
  /** Of the first systems of the seed. */
  readonly outcomes: readonly Outcome[];
  /** Of single systems that once differed, of other seeds. */
  readonly others: readonly { readonly seed: number; readonly index: number; readonly outcome: Outcome }[];
}

/** What the recorder saw. */
export function recordedOutcome(given: SystemCase, moments: readonly SystemMoment[]): Outcome {
  const [first, last] = [moments[0], moments.at(-1)];
  if (!first || !last) throw new Error('A recording has no moments.');
  const hash = newHashIn(moments);
  const shares = moments.map((moment) => ({
    at: Math.floor(moment.at),
    share: shareIn(given, moment, hash),
  }));
  const stop = moments.find(({ rollout }) => isAborted(rollout) || isInconclusive(rollout));
  const isLong = moments.length >= given.instants;
  return outcome({
    end: isLong ? 'long' : endOf(last),
    ...(isLong && { until: Math.floor(last.at) }),
    shares,
    ...(stop && {
      stopped: { at: Math.floor(stop.at), message: comparable(stop.rollout.message ?? '') },
    }),
  });
}

function newHashIn(moments: readonly SystemMoment[]): string {
  const updating = moments.find(({ rollout }) => rollout.currentPodHash !== rollout.stableRS);
  return (updating ?? moments.at(-1))?.rollout.currentPodHash ?? '';
}

/** An abort after the promotion, which 1.9 does where old pods stay past the progress deadline, takes nothing back. */
function isAborted({ abort, stableRS, currentPodHash }: SystemMoment['rollout']): boolean {
  return abort === true && stableRS !== currentPodHash;
}

function isInconclusive({ pauseConditions = [] }: SystemMoment['rollout']): boolean {
  return pauseConditions.some(({ reason }) => reason.startsWith('Inconclusive'));
}

function endOf({ rollout }: SystemMoment): Outcome['end'] {
  if (isAborted(rollout)) return 'aborted';
  if (isInconclusive(rollout)) return 'inconclusive';
  return rollout.stableRS === rollout.currentPodHash ? 'promoted' : 'stuck';
}

/** What our simulator plays, until a moment if one is given. */
export function playedOutcome(given: SystemCase, version: RolloutsVersion, until?: number): Outcome {
  const text = given.objects.map((object) => JSON.stringify(object)).join('\n---\n');
  const { graph } = readGraph([textSource('/manifests/all.yaml', text)]);
  const played = playUpdate(graph, graph.rollouts[0]!, { ...given.options, version });
  const { end, stopped } = played;
  if (end === undefined || end === 'step' || end === 'rest')
    throw new Error(`The update ends with ${String(end)}.`);
  const last = until ?? Infinity;
  return outcome({
    end: until === undefined ? end : 'long',
    ...(until !== undefined && { until }),
    shares: played.shares.filter(({ at }) => at <= last),
    ...(stopped &&
      stopped.at <= last && { stopped: { at: stopped.at, message: comparable(stopped.message) } }),
  });
}

/** The words of a provider's error are its own, and the hash of a pod template in the names of objects is another one here. */
function comparable(message: string): string {
  return message.replace(/: "Error Message: .*"$/s, '').replaceAll(hashInName, 'web-HASH');
}

/** H1, or what Kubernetes encodes a hash in, at the end of a name or before another part of it. */
const hashInName = /\bweb-(?:H\d+|[bcdf-hj-np-tv-xz2456789]{5,10})(?=[-"])/g;

function outcome(given: Omit<Outcome, 'exposure'>): Outcome {
  const shares: Share[] = [];
  for (const [index, { at, share }] of given.shares.entries()) {
    // Of several in a second the last one counts.
    if (given.shares[index + 1]?.at === at) continue;
    const rounded = Math.round(share * 1e6) / 1e6;
    if (rounded !== (shares.at(-1)?.share ?? 0)) shares.push({ at, share: rounded });
  }
  const until = (shares.at(-1)?.at ?? 0) + 60;
  return { ...given, shares, exposure: Math.round(exposureBetween(shares, 0, until)) };
}

/** How the played outcome differs from the recorded one; undefined if it does not. */
export function difference(
  given: SystemCase,
  moments: readonly SystemMoment[],
  version: RolloutsVersion,
): { readonly ours: Outcome; readonly upstream: Outcome } | undefined {
  const upstream = recordedOutcome(given, moments);
  const ours = playedOutcome(given, version, upstream.until);
  return isDeepStrictEqual(ours, upstream) ? undefined : { ours, upstream };
}
