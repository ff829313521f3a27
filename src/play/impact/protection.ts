import { LimitError } from '../../model/limit-error.js';
import type { Gate } from '../protect/gates.js';
import { exceededIn, type Limits } from '../protect/limits.js';
import { type ProtectOptions, protectionOf } from '../protect/protect.js';
import { byDanger, type Protection, type Scenario } from '../protect/protection.js';
import type { ChangedField, Detail } from './effect.js';
import { fateOf, fatesChanged, trendOf, withoutPraise } from './fates.js';
import { changedWithOtherSteps } from './other-steps.js';
import type { RolloutState } from './state.js';

export interface ProtectionOptions extends ProtectOptions {
  /** What a bad version may cost. */
  readonly limits?: Limits | undefined;
  /** Whether only what judges versions is compared, because it is not known which requests they get. @default false */
  readonly onlyGates?: boolean;
}

/** What a change does to the protection from bad versions. */
export interface ProtectionChange {
  readonly details: readonly Detail[];
  /** What is not compared, as sentences. */
  readonly notes: readonly string[];
}

const noChange: ProtectionChange = { details: [], notes: [] };

/**
 * Plays updates with a bad version before and after a change, and compares what stops them. A change that no time and no metric depends
 * on is not played, and nothing is said if a state is unknown.
 */
export function protectionChange(
  before: RolloutState,
  after: RolloutState,
  fields: readonly ChangedField[],
  { limits = {}, onlyGates = false, ...options }: ProtectionOptions,
): ProtectionChange {
  if (!fields.some(concernsProtection)) return noChange;
  try {
    const then = protectionIn(before, options);
    const now = then && protectionIn(after, options);
    if (!now) return noChange;
    if (onlyGates) return { details: gatesLost(then, now), notes: [] };
    return {
      details: [
        ...limitsExceeded(then, now, limits),
        ...gatesLost(then, now),
        ...scenariosChanged(then, now),
      ],
      notes: [],
    };
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    return {
      details: [],
      notes: [
        'Whether the change makes the protection from bad versions worse is not compared: it takes too long.',
      ],
    };
  }
}

/** Containers' images and what they read change neither times nor metrics. */
function concernsProtection({ object, field }: ChangedField): boolean {
  return !/^\/(?:ConfigMap|Secret)\//.test(object) && !/\.(?:image|metadata\.annotations\b.*)$/.test(field);
}

/** Undefined if no update can be played, or if it is not known what judges it. */
function protectionIn({ graph, rollout }: RolloutState, options: ProtectOptions): Protection | undefined {
  const { version } = options;
  const its = version === undefined ? graph : graph.forReleases({ ...graph, rolloutsVersion: version });
  const protection = protectionOf(its, rollout, options);
  const isKnown =
    protection.unknown.length === 0 && protection.scenarios.every(({ outcome }) => outcome !== 'stuck');
  return isKnown && protection.scenarios.length > 0 ? protection : undefined;
}

/**
 * Metrics that could stop a bad version and can no more, if others do not take their place. Those whose query measures both versions are not
 * counted on, but stop a version with a large share.
 */
function gatesLost(before: Protection, after: Protection): readonly Detail[] {
  const then = worths(before);
  const now = worths(after);
  return [...then].flatMap(([metric, worth]): readonly Detail[] => {
    const left = now.get(metric);
    if (left === 'full' || left === worth) return [];
    const reason = after.gates.find((one) => one.metric === metric)?.idle;
    // A metric under another name is as good.
    const others = [...now.values()].filter((one) => one === 'full' || worth === 'mixed');
    const earlier = [...then.values()].filter((one) => one === 'full' || worth === 'mixed');
    if (reason === undefined && others.length >= earlier.length) return [];
    const own = before.gates.filter((one) => one.metric === metric && worthOf(one) === worth);
    const analyses = [...new Set(own.map(({ analysis }) => analysis))];
    const limit = worth === 'mixed' ? own[0]?.idle : undefined;
    return [{ kind: 'gate-lost', metric, analyses, reason, limit }];
  });
}

/** What a gate stops: each bad version that it judges in time, or only one with a large share. */
type Worth = 'full' | 'mixed';

function worthOf({ idle, isMixed }: Gate): Worth | undefined {
  return idle === undefined ? 'full' : isMixed ? 'mixed' : undefined;
}

/** Each metric that stops bad versions, with the most that it is worth. */
function worths({ gates }: Protection): ReadonlyMap<string, Worth> {
  const found = new Map<string, Worth>();
  for (const gate of gates) {
    const worth = worthOf(gate);
    if (worth && found.get(gate.metric) !== 'full') found.set(gate.metric, worth);
  }
  return found;
}

/**
 * A version that is bad from the start, and of those that turn bad later the most dangerous one of which that changes. If the steps
 * are others, so are the moments, and what they have in common is compared.
 */
function scenariosChanged(before: Protection, after: Protection): readonly Detail[] {
  const pairs = after.scenarios.map((now, index) => ({ then: before.scenarios[index], now }));
  const isSame =
    before.scenarios.length === pairs.length && pairs.every(({ then, now }) => then?.id === now.id);
  if (!isSame) return changedWithOtherSteps(before, after);
  const [start, ...later] = pairs.flatMap(({ then, now }) => (then ? [{ then, now }] : []));
  const changed = later.filter(({ then, now }) => trendOf(then, now) !== 0);
  const worse = changed.filter(({ then, now }) => trendOf(then, now) > 0);
  const [worst] = (worse.length > 0 ? worse : changed).sort((one, other) => byDanger(one.now, other.now));
  const trend = start ? trendOf(start.then, start.now) : 0;
  // What the first one says of all of them is not said again.
  const isMore =
    start && worst && (trend === 0 || (trend < 0 && worse.length > 0) || trendOf(start.now, worst.now) > 0);
  return withoutPraise([start, isMore ? worst : undefined].flatMap(fatesOf));
}

function fatesOf(pair: { readonly then: Scenario; readonly now: Scenario } | undefined): readonly Detail[] {
  return pair ? fatesChanged(pair.then, pair.now) : [];
}

/** Limits that the Rollout exceeds and did not exceed before. */
function limitsExceeded(before: Protection, after: Protection, limits: Limits): readonly Detail[] {
  const then = new Set(exceededIn(before, limits).map(({ limit }) => limit));
  return exceededIn(after, limits).flatMap(({ limit, allowed, scenario }): readonly Detail[] =>
    then.has(limit) || !scenario ? [] : [{ kind: 'limit-exceeded', limit, allowed, after: fateOf(scenario) }],
  );
}
