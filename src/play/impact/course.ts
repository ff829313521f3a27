import type { Snapshot } from '../../kubernetes/objects/cluster.js';
import { kinds } from '../../kubernetes/objects/object.js';
import type { RolloutObject, RolloutStatus } from '../../kubernetes/objects/rollout-object.js';
import type { RolloutsVersion } from '../../kubernetes/objects/version.js';
import { maxPasses } from '../../rollouts/controllers/settle.js';
import type { Moment } from '../simulate/play.js';
import { Timeline } from '../simulate/timeline.js';
import type { Frame } from '../simulate/trace.js';
import { carryOut, type Refusal } from './arrival.js';
import { Course, type Start } from './base.js';
import { type Carrier, deliveriesOf, type Delivery, hookRuns, type Step } from './delivery.js';
import { type Flow, flowsIn } from './traffic.js';
import type { State } from './state.js';

/** Something that happened, and what there was to see then. */
export interface Instant {
  /** In words: what was applied, or that the controller has made a pass. */
  readonly title: string;
  readonly kind: 'before' | 'sync' | 'pass' | 'later';
  readonly status: RolloutStatus;
  readonly objects: Snapshot;
  readonly flows: readonly Flow[];
}

/** What happens when a change arrives at a moment. */
export interface CourseOfChange {
  readonly start: Start;
  /** From the moment before until the update is over. */
  readonly instants: readonly Instant[];
  /** The first of these at which the controller is at rest, before an update goes on. */
  readonly rested: Instant;
  /** What the update that is under way then does, to its end. */
  readonly frames: readonly Frame[];
  /** `rest` where no update is under way. */
  readonly end: 'promoted' | 'step' | 'stuck' | 'rest';
  /** The last moment. */
  readonly moment: Moment;
  readonly steps: readonly Step[];
  /** The steps that a failure, or a deletion that is not confirmed, keeps from being taken. */
  readonly undone: ReadonlySet<Step>;
  readonly orphans: readonly Delivery[];
  readonly refusals: readonly Refusal[];
  /** What is not applied any more after a refusal. */
  readonly left: readonly Delivery[];
  /** What is pruned when it has been confirmed, and what is not delivered before that. */
  readonly unconfirmed: readonly Delivery[];
  readonly held: readonly Delivery[];
  /** Steps that wait for the update to end. */
  readonly waiting: readonly Step[];
  readonly unknown: readonly Delivery[];
  readonly notes: readonly string[];
}

export interface Change {
  readonly before: State;
  readonly after: State;
  readonly carriers: readonly Carrier[];
  readonly version: RolloutsVersion;
}

/** Lets the manifests of a change arrive at a moment, and follows what comes of it. */
export function courseFrom(change: Change, start: Start): CourseOfChange {
  const { before, after, carriers } = change;
  const known = new Set(start.moment.objects.keys());
  const instants: Instant[] = [];
  const see = (title: string, kind: Instant['kind'], moment: Moment): void => {
    instants.push(instantOf(change, title, kind, moment, known));
  };
  see('', 'before', start.moment);
  const { steps, orphans } = deliveriesOf(before, after, carriers, start.moment.objects);
  const refusals: Refusal[] = [];
  const left: Delivery[] = [];
  const waiting: Step[] = [];
  const unknown: Delivery[] = [];
  const unconfirmed: Delivery[] = [];
  const held: Delivery[] = [];
  /** With what is not delivered any more. */
  const stopped = new Map<Carrier, Delivery[]>();
  let moment = start.moment;
  const frames: Frame[] = [];
  let rested: Instant | undefined;
  /** Passes until the controller is at rest, and the moment then. */
  const settled = (): Moment => {
    let last = moment;
    passes(change, moment, (title, at) => {
      see(title, 'pass', at);
      last = at;
    });
    return last;
  };
  const goOn = (timeline: Timeline): void => {
    if (timeline.frames.length > 0) rested ??= instants.at(-1);
    for (const frame of timeline.frames) {
      const at = timeline.moments.get(frame.id);
      if (at) see(frame.id, 'later', at);
    }
  };
  const undone = new Set<Step>();
  for (const [index, step] of steps.entries()) {
    if (step.unconfirmed.length > 0 && !stopped.has(step.carrier)) {
      unconfirmed.push(...step.unconfirmed);
      stopped.set(step.carrier, held);
    }
    const rest = stopped.get(step.carrier);
    if (rest) {
      undone.add(step);
      rest.push(...step.pruned, ...step.applied.flat());
      continue;
    }
    // A hook is taken to succeed, and what it does to the cluster is not known.
    if (!delivers(step)) continue;
    const carried = carryOut(step, moment);
    for (const one of carried.moments) {
      see(step.title === '' ? one.title : `${step.title}: ${one.title}`, 'sync', one.moment);
      moment = one.moment;
    }
    refusals.push(...carried.refusals);
    unknown.push(...carried.unknown);
    if (carried.refusals.length > 0 && !step.carrier.isKubectl) stopped.set(step.carrier, left);
    const next = steps.slice(index + 1).find(delivers);
    if (next?.carrier !== step.carrier || step.carrier.isKubectl || stopped.has(step.carrier)) continue;
    const at = settled();
    // Argo CD goes on when all that it has applied is healthy, and a Rollout is while no update is under way.
    if (!step.applied.flat().some(({ kind }) => kind === 'Rollout')) {
      moment = at;
      continue;
    }
    const { course, timeline, end } = followed(change, moment);
    if ((end === 'promoted' || end === 'stuck') && timeline.frames.length > 0) {
      waiting.push(...steps.slice(index + 1).filter(({ carrier }) => carrier === step.carrier));
      frames.push(...timeline.frames);
    }
    goOn(timeline);
    moment = course.moment;
  }
  settled();
  const { course, timeline, end } = followed(change, moment);
  goOn(timeline);
  rested ??= instants.at(-1);
  if (end === 'promoted') course.scaleDown();
  see('', 'later', course.moment);
  return {
    start,
    instants,
    rested: rested!,
    frames: [...frames, ...timeline.frames],
    end,
    moment: course.moment,
    steps: [...steps, ...failing(carriers, refusals, after)],
    undone,
    orphans,
    refusals,
    left,
    unconfirmed,
    held,
    waiting,
    unknown,
    notes: timeline.notes,
  };
}

/** Whether anything but hooks is in a step. */
function delivers({ pruned, applied }: Step): boolean {
  return pruned.length + applied.length > 0;
}

/** The hooks of syncs that fail. */
function failing(carriers: readonly Carrier[], refusals: readonly Refusal[], after: State): readonly Step[] {
  return carriers
    .filter((carrier) => refusals.some(({ delivery }) => delivery.carrier === carrier))
    .map((carrier): Step => {
      const hooks = hookRuns(carrier, after, (phase) => phase === 'SyncFail');
      return { carrier, title: 'SyncFail', pruned: [], applied: [], unconfirmed: [], hooks };
    })
    .filter(({ hooks }) => hooks.length > 0);
}

/** What happens from the moment before until the controller is at rest. */
export function arriving({
  instants,
  rested,
}: Pick<CourseOfChange, 'instants' | 'rested'>): readonly Instant[] {
  return instants.slice(1, instants.indexOf(rested) + 1);
}

/** What there is when the controller has made the passes that it would have made without the change. */
export function undisturbedFrom(change: Change, { moment }: Start, makesPasses = true): Instant {
  let last = moment;
  if (makesPasses)
    passes(change, moment, (_title, at) => {
      last = at;
    });
  return instantOf(change, '', 'before', last, new Set(moment.objects.keys()));
}

function followed(
  { after, version }: Change,
  moment: Moment,
): { course: Course; timeline: Timeline; end: CourseOfChange['end'] } {
  const timeline = new Timeline(after.setup, version, { cachesLag: true });
  const course = new Course(timeline, moment);
  return { course, timeline, end: course.follow() };
}

/** Passes until one changes nothing, each told. */
function passes(
  { after, version }: Change,
  moment: Moment,
  see: (title: string, moment: Moment) => void,
): void {
  const play = new Timeline(after.setup, version, { cachesLag: true }).play(moment);
  for (let count = 1; count <= maxPasses; count += 1) {
    if (!play.pass()) return;
    see(`pass ${count}`, play.moment);
  }
}

function instantOf(
  { after }: Change,
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
