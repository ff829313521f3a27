import type { Snapshot } from '../../kubernetes/objects/cluster.js';
import { hasFailed } from '../drift/judged.js';
import { flowsIn, type Gap } from '../impact/traffic.js';
import type { Frame } from '../simulate/trace.js';

/** What is wrong with a frame, or with the whole course of an update. */
export type OutcomeKind =
  /** The API server or the controller refuses something. */
  | 'refused'
  /** The controller writes the same again in each pass. */
  | 'restless'
  /** The update does not end in a promotion, although all goes well. */
  | 'unfinished'
  /** Requests that no pod answers. */
  | 'unanswered'
  /** An aborted update still has a share of the requests. */
  | 'weight-stays'
  /** The Rollout is deleted, and its share of the canary remains in the routers. */
  | 'left-behind'
  /** Fewer pods are available than before the update. */
  | 'less-capacity';

export interface Outcome {
  readonly kind: OutcomeKind;
  /** The frame that shows it; the last one of the update for its whole course. */
  readonly frame: Frame;
  /** What it concerns: the key of an object, or upstream's words. */
  readonly what: string;
}

/** A frame with the objects at this moment, which may be more than it shows. */
export interface Shot {
  readonly frame: Frame;
  readonly objects: Snapshot;
}

/** Without canary pods the controller adds and removes header routes in turns, whatever the manifests say. */
export function isRestless({ kind, isSettled, endsItself }: Frame): boolean {
  return !isSettled && endsItself !== true && kind !== 'canary-lost';
}

/** The frames in which an aborted update has a share of the requests, and nothing follows that takes it away. */
export function weightsThatStay(frames: readonly Frame[]): readonly Frame[] {
  const continued = new Set(frames.map(({ from }) => from));
  return frames.filter(
    ({ id, kind, from, weight = 0, isSettled }) =>
      kind === 'aborted' && from !== undefined && isSettled && weight > 0 && !continued.has(id),
  );
}

/** Whether the deletion of the Rollout leaves the canary's share in the routers. */
function leavesWeight({ kind, weight = 0 }: Frame): boolean {
  return kind === 'deleted' && weight > 0;
}

/** The available pods of all revisions. */
function availableIn({ replicas: { stable, canary, others } }: Frame): number {
  return stable.available + canary.available + others.available;
}

/** Whether the update ends in a promotion as long as all goes well. */
function isFinished(frames: readonly Frame[]): boolean {
  return frames.some(({ kind, from }) => kind === 'promoted' && from === undefined);
}

/** The frames at which the update waits or rests with fewer available pods than before it. */
function lessCapacity(frames: readonly Frame[]): readonly Frame[] {
  const installed = frames.find(({ kind }) => kind === 'installed');
  if (!installed) return [];
  const least = availableIn(installed);
  return frames.filter(
    (frame) => frame.from === undefined && rests.has(frame.kind) && availableIn(frame) < least,
  );
}

const rests: ReadonlySet<Frame['kind']> = new Set(['step', 'preview', 'at-scale', 'promoted', 'scaled-down']);

/**
 * Requests that no pod answers at a moment of an update. Callers of a Service that the update takes its pods from, such as the
 * one of the canary, are no such requests; neither are those while pods are lost.
 */
function unanswered({ frame, objects }: Shot, servicesOfUpdates: ReadonlySet<string>): readonly Unanswered[] {
  if (frame.kind === 'canary-lost' || frame.kind === 'deleted' || frame.kind === 'invalid') return [];
  return flowsIn(objects, new Set()).flatMap(({ lane, gaps }) =>
    servicesOfUpdates.has(lane.object)
      ? []
      : gaps.map((gap) => ({ object: lane.object, route: lane.route, gap })),
  );
}

/** Requests of an object's route that no pod answers. */
export interface Unanswered {
  readonly object: string;
  readonly route: string;
  readonly gap: Gap;
}

/** All that is wrong with the course of an update and its branches. */
export function outcomesOf(
  shots: readonly Shot[],
  servicesOfUpdates: ReadonlySet<string>,
): readonly Outcome[] {
  const frames = shots.map(({ frame }) => frame);
  const of = (kind: OutcomeKind, some: readonly Frame[]): readonly Outcome[] =>
    some.map((frame) => ({ kind, frame, what: '' }));
  const last = frames.findLast(({ from }) => from === undefined);
  return [
    ...frames
      .filter(hasFailed)
      .flatMap((frame) =>
        frame.errors
          .filter(({ isTransient }) => !isTransient)
          .map(({ message }): Outcome => ({ kind: 'refused', frame, what: message })),
      ),
    ...of('restless', frames.filter(isRestless)),
    ...of('unfinished', last && !isFinished(frames) ? [last] : []),
    ...shots.flatMap((shot) =>
      unanswered(shot, servicesOfUpdates).map(({ object, route, gap: { leg, why } }): Outcome => ({
        kind: 'unanswered',
        frame: shot.frame,
        what: [object, route, leg.service, leg.subset ?? '', why].join(' '),
      })),
    ),
    ...of('weight-stays', weightsThatStay(frames)),
    ...of('left-behind', frames.filter(leavesWeight)),
    ...of('less-capacity', lessCapacity(frames)),
  ];
}
