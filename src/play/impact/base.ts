import type { RolloutsVersion } from '../../kubernetes/objects/version.js';
import type { Assumptions } from '../simulate/clock.js';
import { type End, MainLine } from '../simulate/main-line.js';
import type { Moment } from '../simulate/moment.js';
import { Timeline } from '../simulate/timeline.js';
import type { Frame, FrameKind } from '../simulate/trace.js';
import { withRevision } from '../simulate/update-annotation.js';
import type { RolloutState } from './state.js';

/** A moment at which a change may arrive. */
export interface Start {
  /** The frame of the in-progress rollout; undefined between updates. */
  readonly frame: Frame | undefined;
  readonly moment: Moment;
}

/** The state before a change: the Rollout between updates, and each moment of the update before. */
export interface Base {
  readonly rest: Start | undefined;
  readonly underWay: readonly Start[];
  /** How that update ends; undefined if the first deployment does not complete. */
  readonly end?: End;
  /** Why the Rollout does not run; undefined if it does. */
  readonly problem: string | undefined;
}

/** Frames during an update. */
const inUpdates: ReadonlySet<FrameKind> = new Set([
  'started',
  'scaling',
  'step',
  'running',
  'preview',
  'at-scale',
]);

/** How the controller plays. */
export interface Conditions {
  readonly version: RolloutsVersion;
  /** What the manifests do not say about time, as in `simulate`. */
  readonly assumptions?: Assumptions | undefined;
}

/** A timeline of a state under these conditions. */
export function timelineOf({ setup }: RolloutState, { version, assumptions }: Conditions): Timeline {
  return new Timeline(setup, version, { cachesLag: true, assumptions });
}

/** A main line that also exposes its last moment. */
export class Course extends MainLine {
  get moment(): Moment {
    return this.play.moment;
  }
}

/** Simulates the update to the manifests of a state; the previous revision differs only in its pod template. */
export function baseOf(state: RolloutState, conditions: Conditions): Base {
  const { setup } = state;
  const [refused] = setup.rejections;
  if (refused !== undefined) return { rest: undefined, underWay: [], problem: refused };
  const timeline = timelineOf(state, conditions);
  const start: Moment = { objects: setup.cluster.snapshot(), now: setup.cluster.now };
  const play = timeline.play(start);
  const { template } = play;
  play.template = withRevision(template, '1');
  const course = new Course(timeline, play.moment);
  if (!course.install()) {
    const [frame] = timeline.frames;
    const problem = frame?.errors[0]?.message ?? 'the controller does not settle';
    return { rest: undefined, underWay: [], problem };
  }
  const end = course.deploy(template);
  if (end === 'promoted') course.scaleDown();
  const underWay = timeline.frames.flatMap((frame): readonly Start[] => {
    const moment = timeline.moments.get(frame.id);
    return moment && inUpdates.has(frame.kind) ? [{ frame, moment }] : [];
  });
  if (end === 'promoted')
    return { rest: { frame: undefined, moment: course.moment }, underWay, end, problem: undefined };
  const fresh = new Course(timelineOf(state, conditions), start);
  fresh.install();
  return { rest: { frame: undefined, moment: fresh.moment }, underWay, end, problem: undefined };
}

/** Why the next update of a Rollout that is between updates stops before its end; undefined if it does not. */
export function nextStops(state: RolloutState, moment: Moment, conditions: Conditions): string | undefined {
  const timeline = timelineOf(state, conditions);
  const { template } = timeline.play(moment);
  const end = new Course(timeline, moment).deploy(withRevision(template, 'next'));
  return end === 'stuck' ? stopText(timeline.frames) : undefined;
}

/** Why an update stops at the last of its frames. */
export function stopText(frames: readonly Frame[]): string {
  const { errors: [error] = [], stopsFor = '' } = frames.at(-1) ?? {};
  return error?.message ?? `${stopsFor}.`;
}
