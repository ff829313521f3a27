import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { type PlayedUpdate, type PlayOptions, playUpdate } from '../simulate/play-update.js';
import type { Failing } from '../simulate/failing.js';
import { abortReason, metricIn } from '../simulate/abort-reason.js';
import type { Frame } from '../simulate/trace.js';
import { exposureBetween, lastRequest, shareAt, sharesFrom } from './exposure.js';
import { type Gates, gatesOf } from './gates.js';
import { gatesInTime } from './in-time.js';
import { type Fineness, momentsBetween } from './moments.js';
import type { Protection, RouteInUpdate, Scenario } from './protection.js';
import { assumedShares, unsimulatedRouters } from '../../rollouts/routers/others.js';

export interface ProtectOptions extends Omit<PlayOptions, 'fail'> {
  /** How many moments between the steps are looked at, and how many updates may be played for them; none if absent. */
  readonly between?: Fineness;
  /** Whether only a version that is bad from the start is played, which is faster. @default false */
  readonly onlyFromStart?: boolean;
  /** Requests to which the weights of the Rollout do not apply, as sentences. */
  readonly unweighted?: readonly string[] | undefined;
  /** The requests of all traffic in a second. */
  readonly requestsPerSecond?: number | undefined;
}

/**
 * Plays an update with a version that is bad from the start, and with one that turns bad at each step: what notices it, after how long,
 * and how much traffic it gets until then. Gates that can fail answer with failures from that moment on; a person who is waited for promotes at
 * once. Throws a LimitError if the input is too large.
 */
export function protectionOf(
  graph: Graph,
  rollout: Resource,
  { between, onlyFromStart = false, unweighted = [], requestsPerSecond, ...options }: ProtectOptions = {},
): Protection {
  const written = gatesOf(graph, rollout);
  const fixed = written.gates.flatMap(({ metric, place, fixed: answer }): readonly Failing[] =>
    answer ? [{ what: metric, place, answer }] : [],
  );
  const good = playUpdate(graph, rollout, { ...options, fail: fixed });
  const { trace, shares } = good;
  const found = gatesInTime(written, good);
  // Steps that follow each other at once are one moment.
  const played = new Map<number, PlayedUpdate>();
  const play = (at: number): PlayedUpdate => {
    const known = played.get(at);
    if (known) return known;
    const bad = failuresFrom(found, at);
    const update =
      bad.length === 0 ? good : playUpdate(graph, rollout, { ...options, fail: [...fixed, ...bad] });
    played.set(at, update);
    return update;
  };
  const all = turnsOf(good);
  const turns = (onlyFromStart ? all.slice(0, 1) : all).map((turn) => ({ ...turn, update: play(turn.at) }));
  const moments = between ? momentsBetween(turns, { ...between, end: endOf(good), play }) : [];
  const unsimulated = turns.length === 0 ? [] : unsimulatedRouters(rollout);
  return {
    rollout: { ...trace.rollout, file: rollout.source.name, field: rollout.at('metadata', 'name') },
    version: trace.version,
    assumptions: trace.assumptions,
    ...found,
    shares,
    routes: routesIn(good),
    scenarios: turns.map(scenarioOf),
    between: moments.map(inSeconds).map(scenarioOf),
    unsimulated: unsimulated.map(({ writes }) => writes),
    requestsPerSecond,
    unweighted: turns.length === 0 ? [] : unweighted,
    notes: [...trace.notes, ...assumedShares(unsimulated)],
  };
}

/** A moment at which a version turns bad, and the update in which it does. */
type PlayedTurn = Turn & { readonly update: PlayedUpdate };

function inSeconds({ at, update }: Pick<PlayedTurn, 'at' | 'update'>): PlayedTurn {
  return { id: `second-${at}`, title: `at ${at} s`, at, update };
}

/** The header and mirror routes of an update that goes well, each once for each time that it is set. */
function routesIn({ trace }: PlayedUpdate): readonly RouteInUpdate[] {
  const frames = trace.frames.filter(({ from }) => from === undefined);
  return frames.flatMap((frame, index) => {
    const earlier = new Set(frames[index - 1]?.routes.map(({ name }) => name));
    return frame.routes.flatMap((route): readonly RouteInUpdate[] => {
      if (earlier.has(route.name)) return [];
      const end = frames.slice(index).find(({ routes }) => !routes.some(({ name }) => name === route.name));
      const title = frame.step === undefined ? frame.title : `steps[${frame.step}]`;
      return [{ ...route, id: frame.id, title, at: frame.at, until: end?.at }];
    });
  });
}

/** When an update that succeeds settles. */
function endOf({ trace }: PlayedUpdate): number {
  return Math.max(0, ...trace.frames.flatMap(({ from, at }) => (from === undefined ? (at ?? []) : [])));
}

/**
 * The metrics that can stop a bad version, failing from a moment on. They measure its pods, so before one is ready they say nothing of
 * it; an experiment has pods of its own, and its analyses start when these are ready.
 */
function failuresFrom({ gates }: Gates, at: number): readonly Failing[] {
  return gates.flatMap(({ metric, place, isOfExperiment, idle, bad }): readonly Failing[] =>
    idle === undefined
      ? [{ what: metric, place, answer: bad, fromTime: at, needsPods: !isOfExperiment }]
      : [],
  );
}

/** A moment at which a version turns bad. */
type Turn = Pick<Scenario, 'id' | 'title' | 'at'>;

/** The beginning of the update, and each step; none if the update does not begin. */
function turnsOf({ trace, end }: PlayedUpdate): readonly Turn[] {
  if (end === undefined) return [];
  const turns = trace.frames.flatMap(({ id, kind, step, at, from }): readonly Turn[] => {
    if (from !== undefined || at === undefined || (kind !== 'step' && kind !== 'preview')) return [];
    return [{ id, title: step === undefined ? 'at the preview' : `at steps[${step}]`, at }];
  });
  return [{ id: 'start', title: 'from the start', at: 0 }, ...turns];
}

function scenarioOf({ update, ...own }: PlayedTurn): Scenario {
  const { shares, stopped, end } = update;
  const { at } = own;
  const turn = { ...own, shares: sharesFrom(shares, at) };
  if (stopped && stopped.at >= at) {
    const gone = lastRequest(shares, at);
    return {
      ...turn,
      outcome: end === 'inconclusive' ? 'paused' : 'aborted',
      by: metricIn(stopped.message) ?? abortReason(stopped.message) ?? 'progressDeadlineSeconds',
      noticed: stopped.at - at,
      share: Math.max(
        percentAt(update, stopped.at - 1),
        end === 'inconclusive' ? 0 : percentOnTheWayBack(update, stopped.at),
      ),
      exposure: gone === undefined ? undefined : exposureBetween(shares, at, gone),
      gone: gone === undefined ? undefined : gone - at,
    };
  }
  const person = personAfter(update, own);
  if (person)
    return {
      ...turn,
      outcome: 'person',
      by: person.step === undefined ? 'the preview' : `steps[${person.step}]`,
      noticed: person.at - at,
      share: (update.awaited.get(person.id) ?? shareAt(shares, person.at)) * 100,
      exposure: exposureBetween(shares, at, person.at),
      gone: undefined,
    };
  const last = shares.at(-1)?.share ?? 0;
  const isStuck = end !== 'promoted' && last === 0;
  return {
    ...turn,
    outcome: end === 'promoted' ? 'promoted' : 'stuck',
    by: undefined,
    noticed: undefined,
    share: last * 100,
    exposure: isStuck ? 0 : undefined,
    gone: isStuck ? 0 : undefined,
  };
}

/**
 * The largest share in percent that a version still gets once the controller has aborted its update: with dynamicStableScale the requests
 * go back as the stable pods start.
 */
function percentOnTheWayBack({ shares }: PlayedUpdate, aborted: number): number {
  const left = shares.filter(({ at }, index) => at >= aborted && (shares[index + 1]?.at ?? Infinity) > at);
  return Math.max(0, ...left.map(({ share }) => share * 100));
}

function percentAt({ shares }: PlayedUpdate, moment: number): number {
  return shareAt(shares, moment) * 100;
}

/**
 * The first frame from a moment on at which the update waits for a person. A person promotes at once, so a frame of the same second may be
 * earlier than the one at which the version turns bad.
 */
function personAfter({ trace: { frames } }: PlayedUpdate, { id, at: from }: Turn): WaitingFrame | undefined {
  const first = Math.max(
    0,
    frames.findIndex((frame) => frame.id === id),
  );
  return frames
    .slice(first)
    .find(
      (frame): frame is WaitingFrame =>
        frame.waitsForPerson === true &&
        frame.from === undefined &&
        frame.at !== undefined &&
        frame.at >= from,
    );
}

type WaitingFrame = Frame & { readonly at: number };
