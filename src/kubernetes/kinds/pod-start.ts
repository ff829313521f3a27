import type { Field } from '../../model/field.js';

/** What makes a pod ready no earlier than at a moment. */
export interface EarliestReady {
  readonly container: Field;
  /** Seconds from the start of the container. */
  readonly seconds: number;
}

/**
 * The container of a pod spec that is ready last if every probe succeeds, and when; undefined if no probe delays any. Until the initial
 * delay of a probe is over, the kubelet does not ask it, and a readiness probe begins after the startup probe.
 * https://kubernetes.io/docs/concepts/configuration/liveness-readiness-startup-probes/
 */
export function earliestReady(podSpec: Field): EarliestReady | undefined {
  const all = podSpec
    .at('containers')
    .items.map((container) => ({ container, seconds: secondsToReady(container) }));
  const [slowest] = all.toSorted((one, another) => another.seconds - one.seconds);
  return slowest && slowest.seconds > 0 ? slowest : undefined;
}

function secondsToReady(container: Field): number {
  const readiness = container.at('readinessProbe');
  const delays = [container.at('startupProbe'), readiness].map((probe) =>
    positiveNumber(probe, 'initialDelaySeconds', 0),
  );
  // So many successes in a row are needed, one in each period.
  const successes = positiveNumber(readiness, 'successThreshold', 1);
  return Math.max(...delays) + (successes - 1) * positiveNumber(readiness, 'periodSeconds', 10);
}

/** A number of a probe; 0 stands for the default. */
function positiveNumber(probe: Field, key: string, byDefault: number): number {
  return Math.max(probe.at(key).number ?? 0, 0) || byDefault;
}
