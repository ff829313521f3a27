import { objectKey, type Snapshot, type Write } from '../../kubernetes/objects/cluster.js';
import { isConflict } from '../../kubernetes/objects/controller-error.js';
import type { KubeObject } from '../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import type { RolloutStatus } from '../../kubernetes/objects/rollout-status.js';
import type { Setup } from './cluster-of.js';
import { managedRoutesIn } from './managed-routes.js';
import { podsOf } from './pods.js';
import type { Frame, FrameError, FrameKind } from './trace.js';

/** The identity and position of a frame. */
export interface Heading {
  readonly id: string;
  readonly kind: FrameKind;
  readonly title: string;
  readonly step?: number | undefined;
  readonly from?: string | undefined;
  readonly event?: string | undefined;
  readonly at?: number | undefined;
}

/** The observable state at a moment. */
export interface Scenery {
  readonly objects: Snapshot;
  readonly rollout: RolloutObject;
  /** The Rollout that determines which pods are the canary's, if that has just changed. */
  readonly roles?: RolloutObject | undefined;
  /** Computed on demand. */
  readonly writes: () => readonly Write[];
  /** The error that ended the last pass. */
  readonly error: string | undefined;
  readonly isSettled: boolean;
  /** Whether an abort is an error. */
  readonly isAbortWrong: boolean;
  readonly rewrites: readonly string[];
}

/** A frame. Expensive parts are computed on demand, because most frames are only counted. */
export function frameOf(setup: Setup, heading: Heading, scenery: Scenery): Frame {
  const { objects, rollout, roles = rollout, writes, error, isSettled, rewrites, isAbortWrong } = scenery;
  const status = rollout.status ?? {};
  let shown: Snapshot | undefined;
  let written: readonly Write[] | undefined;
  return {
    id: heading.id,
    kind: heading.kind,
    title: heading.title,
    step: heading.step,
    from: heading.from,
    event: heading.event,
    at: heading.at,
    weight: setup.isRouted ? weightOf(rollout) : undefined,
    replicas: podsOf(objects, roles),
    routes: managedRoutesIn(objects, rollout),
    get objects() {
      return (shown ??= shownObjects(setup, objects));
    },
    get writes() {
      return (written ??= writes().flatMap((write) => shownWrite(setup, write)));
    },
    phase: status.phase ?? '',
    message: status.message === '' ? undefined : status.message,
    errors: errorsOf(status, error, isAbortWrong),
    isSettled: isSettled && rewrites.length === 0,
    get rewrites() {
      return rewrites.flatMap((key) => shownKey(setup, objects, key));
    },
  };
}

/** The canary's share in percent, converted if the maximum weight is not 100. */
function weightOf({ spec, status }: RolloutObject): number | undefined {
  const weight = status?.canary?.weights?.canary.weight;
  const most = spec.strategy?.canary?.trafficRouting?.maxTrafficWeight ?? 100;
  return weight === undefined ? undefined : (weight * 100) / most;
}

function shownObjects(setup: Setup, objects: Snapshot): Snapshot {
  const shown = new Map<string, KubeObject>();
  for (const object of objects.values()) {
    const own = setup.show(object);
    if (own) shown.set(objectKey(own), own);
  }
  return shown;
}

function shownKey(setup: Setup, objects: Snapshot, key: string): readonly string[] {
  const object = objects.get(key);
  const own = object && setup.show(object);
  return own ? [objectKey(own)] : [];
}

function shownWrite(setup: Setup, { verb, before, after }: Write): readonly Write[] {
  const [old, now] = [before && setup.show(before), after && setup.show(after)];
  return old || now ? [{ verb, ...(old ? { before: old } : {}), ...(now ? { after: now } : {}) }] : [];
}

/** Reasons of the condition Progressing that indicate a failure. */
const badReasons: ReadonlySet<string> = new Set(['ProgressDeadlineExceeded', 'ReplicaSetCreateError']);

export function errorsOf(
  { conditions = [] }: RolloutStatus,
  error: string | undefined,
  isAbortWrong = false,
): FrameError[] {
  const found = conditions.filter(
    ({ type, status, reason = '' }) =>
      (type === 'InvalidSpec' && status === 'True') ||
      (type === 'Progressing' && (badReasons.has(reason) || (isAbortWrong && reason === 'RolloutAborted'))),
  );
  // A pass that finds the spec invalid logs the same message.
  const isLogged = error !== undefined && !found.some(({ type }) => type === 'InvalidSpec');
  return [
    ...found.map(({ type, message = '' }) => ({ condition: type, message, isTransient: false })),
    ...(isLogged ? [{ condition: undefined, message: error, isTransient: isConflict(error) }] : []),
  ];
}
