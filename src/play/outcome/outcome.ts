import type { Snapshot } from '../../kubernetes/objects/cluster.js';
import { podHashLabel, scaleDownDeadlineAnnotation } from '../../kubernetes/objects/keys.js';
import { isOf, kinds, type KubeObject, type Labels } from '../../kubernetes/objects/object.js';
import { hasFailed } from '../drift/judged.js';
import { type Lane, objectAsResource } from '../impact/lanes.js';
import { updateServices } from '../impact/state.js';
import { flowsIn, type Gap } from '../impact/traffic.js';
import type { Frame } from '../simulate/trace.js';
import { astray, laneName } from './astray.js';

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
  | 'less-capacity'
  /** A canary with a router gets all requests at once: the update stops nowhere before. */
  | 'at-once'
  /** Weights in Git send requests elsewhere than the controller does between updates. */
  | 'astray';

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

/**
 * The frames in which an aborted update has a share of the requests, and nothing follows that takes it away: neither another frame nor the
 * deadline of its pods.
 */
export function weightsThatStay(frames: readonly Frame[]): readonly Frame[] {
  const continued = new Set(frames.map(({ from }) => from));
  return frames.filter(
    ({ id, kind, from, weight = 0, isSettled, objects }) =>
      kind === 'aborted' &&
      from !== undefined &&
      isSettled &&
      weight > 0 &&
      !continued.has(id) &&
      ![...objects.values()].some(isToGo),
  );
}

/** Whether a ReplicaSet is scaled down at a deadline. */
function isToGo(object: KubeObject): boolean {
  const { [scaleDownDeadlineAnnotation]: deadline = '' } = object.metadata.annotations ?? {};
  return isOf(object, kinds.replicaSet) && deadline !== '';
}

/** The frames in which the Rollout is deleted and the routers keep the share of the canary. */
export function weightsLeftBehind(frames: readonly Frame[]): readonly Frame[] {
  return frames.filter(({ kind, weight = 0 }) => kind === 'deleted' && weight > 0);
}

/** The available pods of all revisions. */
function availableIn({ replicas: { stable, canary, others } }: Frame): number {
  return stable.available + canary.available + others.available;
}

function desiredIn({ replicas: { stable, canary, others } }: Frame): number {
  return stable.desired + canary.desired + others.desired;
}

/** The last frame of an update that does not end in a promotion, although all goes well. */
export function unfinished(frames: readonly Frame[]): Frame | undefined {
  const main = frames.filter(({ from }) => from === undefined);
  return main.some(({ kind }) => kind === 'promoted') ? undefined : main.at(-1);
}

/** A frame at which the update waits or rests with fewer available pods than before it. */
export interface LessCapacity {
  readonly frame: Frame;
  readonly available: number;
  readonly before: number;
}

/** The frames at which the update waits or rests with fewer available pods than before it. */
export function lessCapacity(frames: readonly Frame[]): readonly LessCapacity[] {
  const installed = frames.find(({ kind }) => kind === 'installed');
  if (!installed) return [];
  const before = availableIn(installed);
  return frames.flatMap((frame) => {
    const available = availableIn(frame);
    // Pods that a step has asked for are on their way, and maxUnavailable allows that.
    const lasting = frame.kind === 'step' ? desiredIn(frame) : available;
    const isLess = frame.from === undefined && rests.has(frame.kind) && available < before;
    return isLess && lasting < before ? [{ frame, available, before }] : [];
  });
}

/** The frame in which a canary with a router takes all requests without a stop before. Without steps no weight is ever set. */
export function atOnce(frames: readonly Frame[]): Frame | undefined {
  const main = frames.filter(({ from }) => from === undefined);
  if (main.some(({ kind }) => stops.has(kind))) return undefined;
  return main.find(({ kind, weight }) => takesAll.has(kind) && weight !== undefined);
}

const takesAll: ReadonlySet<Frame['kind']> = new Set(['at-scale', 'promoted']);

const stops: ReadonlySet<Frame['kind']> = new Set(['step', 'running', 'preview', 'inconclusive', 'stuck']);

const rests: ReadonlySet<Frame['kind']> = new Set(['step', 'preview', 'at-scale', 'promoted', 'scaled-down']);

/** Requests of an object's route that no pod answers. */
export interface Unanswered extends Gap {
  readonly lane: Lane;
}

/**
 * Requests that no pod answers at a moment of an update. Callers of a Service that the update takes its pods from, such as the
 * one of the canary, are not such requests; neither are those while pods are lost.
 */
function unanswered({ frame, objects }: Shot, servicesOfUpdates: ReadonlySet<string>): readonly Unanswered[] {
  if (kindsWithoutPods.has(frame.kind)) return [];
  return flowsIn(objects, new Set()).flatMap(({ lane, gaps }) =>
    servicesOfUpdates.has(lane.object) ? [] : gaps.map((gap) => ({ lane, ...gap })),
  );
}

const kindsWithoutPods: ReadonlySet<Frame['kind']> = new Set(['canary-lost', 'deleted', 'invalid']);

/**
 * Requests that certainly no pod answers at a frame of a simulation. Its objects are those that the Rollout names, so a subset
 * may be defined elsewhere, and a Service without the hash of a revision may select pods of other workloads.
 */
export function unansweredAt(frame: Frame): readonly Unanswered[] {
  const { objects } = frame;
  const rollouts = [...objects.values()].filter((object) => isOf(object, kinds.rollout));
  const ofUpdates = rollouts.flatMap((object) =>
    updateServices(objectAsResource(object), object.metadata.namespace),
  );
  return unanswered({ frame, objects }, new Set(ofUpdates)).filter(({ lane, leg, why }) => {
    // Where a router splits the requests, they enter there, and the Services only hold its targets.
    if (frame.weight !== undefined && lane.object === leg.service) return false;
    const { spec } = (objects.get(leg.service) ?? {}) as { readonly spec?: { readonly selector?: Labels } };
    return why === 'no-port' || (why !== 'no-subset' && spec?.selector?.[podHashLabel] !== undefined);
  });
}

/** All that is wrong with the course of an update and its branches. */
export function outcomesOf(
  shots: readonly Shot[],
  servicesOfUpdates: ReadonlySet<string>,
): readonly Outcome[] {
  const frames = shots.map(({ frame }) => frame);
  const of = (kind: OutcomeKind, some: readonly Frame[]): readonly Outcome[] =>
    some.map((frame) => ({ kind, frame, what: '' }));
  return [
    ...frames
      .filter(hasFailed)
      .flatMap((frame) =>
        frame.errors
          .filter(({ isTransient }) => !isTransient)
          .map(({ message }): Outcome => ({ kind: 'refused', frame, what: message })),
      ),
    ...of('restless', frames.filter(isRestless)),
    ...of('unfinished', [unfinished(frames) ?? []].flat()),
    ...shots.flatMap((shot) =>
      unanswered(shot, servicesOfUpdates).map(({ lane: { object, route }, leg, why }): Outcome => ({
        kind: 'unanswered',
        frame: shot.frame,
        what: [object, route, leg.service, leg.subset ?? '', why].join(' '),
      })),
    ),
    ...of('weight-stays', weightsThatStay(frames)),
    ...of('left-behind', weightsLeftBehind(frames)),
    ...of(
      'less-capacity',
      lessCapacity(frames).map(({ frame }) => frame),
    ),
    ...of('at-once', [atOnce(frames) ?? []].flat()),
    ...astray(frames).map(({ frame, lane }): Outcome => ({ kind: 'astray', frame, what: laneName(lane) })),
  ];
}
