import type { Snapshot } from '../../kubernetes/objects/cluster.js';
import { kinds } from '../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import type { RolloutStatus } from '../../kubernetes/objects/rollout-status.js';
import { maxPasses } from '../../rollouts/controllers/settle.js';
import type { Moment } from '../simulate/moment.js';
import type { End } from '../simulate/main-line.js';
import type { Timeline } from '../simulate/timeline.js';
import type { Frame } from '../simulate/trace.js';
import { carryOut, type DeliveryRefusal } from './arrival.js';
import { type Conditions, Course, type Start, timelineOf } from './base.js';
import { type Carrier, deliveriesOf, type Delivery, hookRuns, type DeliveryStep } from './delivery.js';
import type { Deliveries } from './delivery.js';
import { type Flow, flowsIn } from './traffic.js';
import type { RolloutState } from './state.js';

/** The state after an event. */
export interface Instant {
  /** The event in words: what was applied, or a pass of the controller. */
  readonly title: string;
  readonly kind: 'before' | 'sync' | 'pass' | 'later';
  readonly status: RolloutStatus;
  readonly objects: Snapshot;
  readonly flows: readonly Flow[];
}

/** What happens after a change arrives at a moment. */
export interface CourseOfChange extends Pick<Deliveries, 'orphans' | 'leftOut'> {
  readonly start: Start;
  /** From the moment before until the update ends. */
  readonly instants: readonly Instant[];
  /** The first of these at which the controller has settled, before an update continues. */
  readonly rested: Instant;
  /** The further course of the update. */
  readonly frames: readonly Frame[];
  /** `rest` if no update is in progress. */
  readonly end: End;
  /** The last moment. */
  readonly moment: Moment;
  readonly steps: readonly DeliveryStep[];
  /** Steps that are not carried out because of a failure or an unconfirmed deletion. */
  readonly undone: ReadonlySet<DeliveryStep>;
  readonly refusals: readonly DeliveryRefusal[];
  /** Objects that are no longer applied after a refusal or an abort of the update. */
  readonly left: readonly Delivery[];
  /** Carriers whose sync fails because the controller aborts the update. */
  readonly aborted: ReadonlySet<Carrier>;
  /** Objects to prune that need a confirmation, and objects that wait for it. */
  readonly unconfirmed: readonly Delivery[];
  readonly held: readonly Delivery[];
  /** Steps that wait for the update to end. */
  readonly waiting: readonly DeliveryStep[];
  readonly unknown: readonly Delivery[];
}

export interface RolloutChange extends Conditions {
  readonly before: RolloutState;
  readonly after: RolloutState;
  readonly carriers: readonly Carrier[];
}

/** Simulates a change that arrives at a moment, and follows the controller to the end of the update. */
export function courseFrom(change: RolloutChange, start: Start): CourseOfChange {
  const { before, after, carriers } = change;
  const { steps, orphans, leftOut } = deliveriesOf(before, after, carriers, start.moment.objects);
  const arrival = new ArrivalOfChange(change, start);
  for (const [index, step] of steps.entries()) arrival.take(step, steps.slice(index + 1));
  const { frames, end, rested, moment } = arrival.finish();
  const { instants, undone, refusals, left, aborted, unconfirmed, held, waiting, unknown } = arrival;
  const failed = new Set([...aborted, ...refusals.map(({ delivery }) => delivery.carrier)]);
  return {
    start,
    instants,
    rested,
    frames,
    end,
    moment,
    steps: [...steps, ...failing(carriers, failed, after)],
    undone,
    orphans,
    leftOut,
    refusals,
    left,
    aborted,
    unconfirmed,
    held,
    waiting,
    unknown,
  };
}

/** The arrival of a change, step by step. Its fields are those of CourseOfChange. */
class ArrivalOfChange {
  readonly instants: Instant[] = [];
  readonly undone = new Set<DeliveryStep>();
  readonly refusals: DeliveryRefusal[] = [];
  readonly left: Delivery[] = [];
  readonly aborted = new Set<Carrier>();
  readonly unconfirmed: Delivery[] = [];
  readonly held: Delivery[] = [];
  readonly waiting: DeliveryStep[] = [];
  readonly unknown: Delivery[] = [];
  private readonly frames: Frame[] = [];
  /** Carriers that have stopped, with what each would still have delivered. */
  private readonly stopped = new Map<Carrier, Delivery[]>();
  private readonly known: ReadonlySet<string>;
  private moment: Moment;
  private rested: Instant | undefined;
  /** How the update was aborted while a sync waited for it. */
  private ended: Followed | undefined;

  constructor(
    private readonly change: RolloutChange,
    { moment }: Start,
  ) {
    this.moment = moment;
    this.known = new Set(moment.objects.keys());
    this.see('', 'before', moment);
  }

  /** Carries out a step; `later` are the steps after it. */
  take(step: DeliveryStep, later: readonly DeliveryStep[]): void {
    const { carrier } = step;
    if (step.unconfirmed.length > 0 && !this.stopped.has(carrier)) {
      this.unconfirmed.push(...step.unconfirmed);
      this.stopped.set(carrier, this.held);
    }
    const undelivered = this.stopped.get(carrier);
    if (undelivered) {
      this.undone.add(step);
      undelivered.push(...step.pruned, ...step.applied.flat());
      return;
    }
    // A hook is assumed to succeed, and its effect on the cluster is unknown.
    if (!delivers(step)) return;
    // What another sync delivers can start the update again.
    this.ended = undefined;
    this.deliver(step);
    const next = later.find(delivers);
    if (next?.carrier === carrier && !carrier.isKubectl && !this.stopped.has(carrier))
      this.awaitHealth(step, later);
  }

  /** The rest of the update, after all steps. */
  finish(): Pick<CourseOfChange, 'frames' | 'end' | 'rested' | 'moment'> {
    this.settled();
    const { course, timeline, end } = this.ended ?? followed(this.change, this.moment);
    if (!this.ended) this.goOn(timeline);
    const rested = this.rested ?? this.instants.at(-1)!;
    if (end === 'promoted') course.scaleDown();
    this.see('', 'later', course.moment);
    const frames = this.ended ? this.frames : [...this.frames, ...timeline.frames];
    return { frames, end, rested, moment: course.moment };
  }

  private deliver(step: DeliveryStep): void {
    const { moments, refusals, unknown } = carryOut(step, this.moment);
    for (const { title, moment } of moments) {
      this.see(step.title === '' ? title : `${step.title}: ${title}`, 'sync', moment);
      this.moment = moment;
    }
    this.refusals.push(...refusals);
    this.unknown.push(...unknown);
    if (refusals.length > 0 && !step.carrier.isKubectl) this.stopped.set(step.carrier, this.left);
  }

  /** Argo CD continues once everything it applied is healthy; a Rollout is not healthy during an update. */
  private awaitHealth({ carrier, applied }: DeliveryStep, later: readonly DeliveryStep[]): void {
    const settled = this.settled();
    if (!applied.flat().some(({ kind }) => kind === 'Rollout')) {
      this.moment = settled;
      return;
    }
    const rest = followed(this.change, this.moment);
    const { course, timeline, end } = rest;
    if (end === 'aborted') {
      // Argo CD fails a sync at a degraded Rollout, and an aborted one is degraded.
      this.aborted.add(carrier);
      this.stopped.set(carrier, this.left);
      this.ended = rest;
      this.frames.push(...timeline.frames);
    } else if (end !== 'rest' && end !== 'step' && timeline.frames.length > 0) {
      this.waiting.push(...later.filter((step) => step.carrier === carrier));
      this.frames.push(...timeline.frames);
    }
    this.goOn(timeline);
    this.moment = course.moment;
  }

  /** Runs passes until one changes nothing, and returns the moment then. `moment` is unchanged. */
  private settled(): Moment {
    let last = this.moment;
    passes(this.change, this.moment, (title, moment) => {
      this.see(title, 'pass', moment);
      last = moment;
    });
    return last;
  }

  private goOn({ frames, moments }: Timeline): void {
    if (frames.length > 0) this.rested ??= this.instants.at(-1);
    for (const { id } of frames) {
      const moment = moments.get(id);
      if (moment) this.see(id, 'later', moment);
    }
  }

  private see(title: string, kind: Instant['kind'], moment: Moment): void {
    this.instants.push(instantOf(this.change, title, kind, moment, this.known));
  }
}

/** Whether a step contains anything except hooks. */
function delivers({ pruned, applied }: DeliveryStep): boolean {
  return pruned.length + applied.length > 0;
}

/** The hooks of syncs that fail. */
function failing(
  carriers: readonly Carrier[],
  failed: ReadonlySet<Carrier>,
  after: RolloutState,
): readonly DeliveryStep[] {
  return carriers
    .filter((carrier) => failed.has(carrier))
    .map((carrier): DeliveryStep => {
      const hooks = hookRuns(carrier, after, (phase) => phase === 'SyncFail');
      return { carrier, title: 'SyncFail', pruned: [], applied: [], unconfirmed: [], hooks };
    })
    .filter(({ hooks }) => hooks.length > 0);
}

/** The events from the moment before until the controller has settled. */
export function arriving({
  instants,
  rested,
}: Pick<CourseOfChange, 'instants' | 'rested'>): readonly Instant[] {
  return instants.slice(1, instants.indexOf(rested) + 1);
}

/** The state after the passes that the controller would have made without the change. */
export function undisturbedFrom(change: RolloutChange, { moment }: Start, makesPasses = true): Instant {
  let last = moment;
  if (makesPasses)
    passes(change, moment, (_title, at) => {
      last = at;
    });
  return instantOf(change, '', 'before', last, new Set(moment.objects.keys()));
}

/** The update from a moment on, as far as it goes. */
interface Followed {
  readonly course: Course;
  readonly timeline: Timeline;
  readonly end: End;
}

function followed(change: RolloutChange, moment: Moment): Followed {
  const timeline = timelineOf(change.after, change);
  const course = new Course(timeline, moment);
  return { course, timeline, end: course.follow() };
}

/** Runs passes until one changes nothing, and reports each. */
function passes(change: RolloutChange, moment: Moment, see: (title: string, moment: Moment) => void): void {
  const play = timelineOf(change.after, change).play(moment);
  for (let count = 1; count <= maxPasses; count += 1) {
    if (!play.pass()) return;
    see(`pass ${count}`, play.moment);
  }
}

function instantOf(
  { after }: RolloutChange,
  title: string,
  kind: Instant['kind'],
  { objects }: Moment,
  known: ReadonlySet<string>,
): Instant {
  const { namespace, name } = after.setup;
  const rollout = [...objects.values()].find(
    ({ kind: own, metadata }) =>
      own === kinds.rollout.kind && metadata.name === name && (metadata.namespace ?? '') === namespace,
  ) as RolloutObject | undefined;
  let flows: readonly Flow[] | undefined;
  return {
    title,
    kind,
    objects,
    status: rollout?.status ?? {},
    get flows() {
      return (flows ??= flowsIn(objects, known));
    },
  };
}
