import { isList, isMap } from '../../kubernetes/objects/json.js';
import type { PodTemplate } from '../../kubernetes/objects/rollout-object.js';
import type { ReplicaSetObject } from '../../rollouts/controllers/context.js';
import type { Trace } from './trace.js';

/** What the manifests do not say about time, in seconds. */
export interface Assumptions {
  /** From the creation of a pod until it is ready; by default its probes decide. */
  readonly readyAfter?: number | undefined;
  /** How long a measurement by a Job, Kayenta or a plugin takes; by default a minute. */
  readonly measure?: number | undefined;
  /** From the moment at which a version turns bad until queries show it; by default none. */
  readonly showsAfter?: number | undefined;
  /** How long after the end of a time the controller looks: at once, or a second later where clocks have whole seconds. */
  readonly tick?: number | undefined;
  /** Whether analyses and experiments succeed in no time. */
  readonly isInstant?: boolean | undefined;
}

/** A clock that only pauses and delays move, in whole seconds, as in recordings of the controller. */
export const standing: Assumptions = { readyAfter: 0, tick: 1, isInstant: true };

/** Less than the seconds of timestamps, and after a moment that they name. */
export const defaultTick = 0.001;

/** The time until a pod without probes is ready; a probe has the same period by default. */
const defaultReadyAfter = 10;
/** The time that a measurement by a Job, Kayenta or a plugin takes: what a plugin does is its own matter. */
export const defaultMeasure = 60;

/** Times of a cluster have four digits for a year; no probe is later. */
const longest = 2 ** 31;

/**
 * The seconds until a pod is ready: its slowest container. Each passes its first probe, one period after its initial delay, and the
 * readiness probe begins after the startup probe.
 * https://kubernetes.io/docs/concepts/configuration/liveness-readiness-startup-probes/
 */
export function readyAfter({ spec = {} }: PodTemplate, { readyAfter: given }: Assumptions): number {
  if (given !== undefined) return given;
  const containers = isList(spec['containers']) ? spec['containers'].filter(isMap) : [];
  const seconds = containers.flatMap(({ startupProbe, readinessProbe }): readonly number[] => {
    const [startup, readiness] = [probeOf(startupProbe), probeOf(readinessProbe)];
    const started = startup ? startup.delay + startup.period : 0;
    if (!readiness) return startup ? [started] : [];
    return [Math.max(started, readiness.delay) + readiness.period];
  });
  return seconds.length === 0 ? defaultReadyAfter : Math.max(...seconds);
}

/** All assumptions for a pod template, with their defaults. */
export function assumedFor(template: PodTemplate | undefined, given: Assumptions = {}): Trace['assumptions'] {
  const { measure = defaultMeasure, showsAfter = 0 } = given;
  return { readyAfter: readyAfter(template ?? {}, given), measure, showsAfter };
}

function probeOf(probe: unknown): { readonly delay: number; readonly period: number } | undefined {
  if (!isMap(probe)) return undefined;
  const { initialDelaySeconds, periodSeconds } = probe;
  return { delay: secondsIn(initialDelaySeconds) ?? 0, period: secondsIn(periodSeconds) || 10 };
}

function secondsIn(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 ? Math.min(value, longest) : undefined;
}

/** When the pods of a ReplicaSet that it lacks become ready and available. */
export interface Starting {
  /** The wanted number of pods. */
  readonly replicas: number;
  readonly readyAt: number;
  readonly availableAt: number;
}

/** The pods that are about to start, by the name of their ReplicaSet. */
export type StartingPods = ReadonlyMap<string, Starting>;

/** The pods that start, of which some were known before; others were created now. */
export function startingPods(
  replicaSets: readonly ReplicaSetObject[],
  known: StartingPods,
  now: number,
  secondsOf: (replicaSet: ReplicaSetObject) => number,
): StartingPods {
  const starting = new Map<string, Starting>();
  for (const replicaSet of replicaSets) {
    const { metadata, spec, status } = replicaSet;
    if ((status?.availableReplicas ?? 0) >= spec.replicas) continue;
    const before = known.get(metadata.name);
    const readyAt = now + secondsOf(replicaSet);
    starting.set(
      metadata.name,
      before && before.replicas >= spec.replicas
        ? before
        : { replicas: spec.replicas, readyAt, availableAt: readyAt + (spec.minReadySeconds ?? 0) },
    );
  }
  return starting;
}
