import { isMap } from '../kubernetes/objects/json.js';
import { workloadGenerationAnnotation } from '../kubernetes/objects/keys.js';

/** What Argo CD shows of the health of a Rollout. */
export type RolloutHealth = 'Healthy' | 'Progressing' | 'Suspended' | 'Degraded';

const ofPhase: Readonly<Record<string, RolloutHealth>> = {
  Healthy: 'Healthy',
  Progressing: 'Progressing',
  Paused: 'Suspended',
  Degraded: 'Degraded',
};

/**
 * The health of a live Rollout by the status that its controller has written; undefined without a phase, which only releases before
 * 1.0 leave out.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/resource_customizations/argoproj.io/Rollout/health.lua
 */
export function rolloutHealth(live: object): RolloutHealth | undefined {
  const { metadata, spec, status } = live as Readonly<Record<string, unknown>>;
  const said = isMap(status) ? status : {};
  const meta = isMap(metadata) ? metadata : {};
  const isObserved = isMap(status) && isGenerationObserved(said['observedGeneration'], meta['generation']);
  if (!isObserved || !isWorkloadObserved(meta, spec, said)) return 'Progressing';
  return ofPhase[String(said['phase'])];
}

/** A greater number is not a generation, but a hash, as releases before 0.10 wrote it. */
function isGenerationObserved(observed: unknown, generation: unknown): boolean {
  const number = Number(String(observed));
  return Number.isNaN(number) || typeof generation !== 'number' || number >= generation;
}

function isWorkloadObserved(
  { annotations }: Readonly<Record<string, unknown>>,
  spec: unknown,
  status: Readonly<Record<string, unknown>>,
): boolean {
  if (!isMap(spec) || spec['workloadRef'] == null || !isMap(annotations)) return true;
  const written = annotations[workloadGenerationAnnotation];
  return String(written) === String(status['workloadObservedGeneration']);
}
