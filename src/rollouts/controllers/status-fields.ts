import { mergePatch } from '../../kubernetes/objects/merge-patch.js';
import type {
  BlueGreenStatus,
  CanaryStatus,
  RolloutStatus,
} from '../../kubernetes/objects/rollout-status.js';

type All<Fields> = { -readonly [field in keyof Required<Fields>]: Fields[field] };

/**
 * A copy of a status with all of its fields set. All intermediate statuses of a pass share one object layout in V8 this way; `{
 * ...status, phase }` would make a new layout at each place and slow down every access.
 */
function statusCopy(status: RolloutStatus): All<RolloutStatus> {
  return {
    abort: status.abort,
    abortedAt: status.abortedAt,
    pauseConditions: status.pauseConditions,
    controllerPause: status.controllerPause,
    currentPodHash: status.currentPodHash,
    currentStepHash: status.currentStepHash,
    currentStepIndex: status.currentStepIndex,
    stableRS: status.stableRS,
    promoteFull: status.promoteFull,
    restartedAt: status.restartedAt,
    observedGeneration: status.observedGeneration,
    workloadObservedGeneration: status.workloadObservedGeneration,
    collisionCount: status.collisionCount,
    replicas: status.replicas,
    updatedReplicas: status.updatedReplicas,
    readyReplicas: status.readyReplicas,
    availableReplicas: status.availableReplicas,
    HPAReplicas: status.HPAReplicas,
    selector: status.selector,
    phase: status.phase,
    message: status.message,
    conditions: status.conditions,
    canary: status.canary,
    blueGreen: status.blueGreen,
    alb: status.alb,
    albs: status.albs,
  };
}

function canaryCopy(status: CanaryStatus): All<CanaryStatus> {
  return {
    weights: status.weights,
    stablePingPong: status.stablePingPong,
    currentExperiment: status.currentExperiment,
    currentStepAnalysisRunStatus: status.currentStepAnalysisRunStatus,
    currentBackgroundAnalysisRunStatus: status.currentBackgroundAnalysisRunStatus,
  };
}

/** A status with some fields replaced, also by undefined. */
export function statusWith(status: RolloutStatus, fields: RolloutStatus): RolloutStatus {
  return Object.assign(statusCopy(status), fields);
}

/** The same for the canary part of a status. */
export function canaryWith(status: CanaryStatus | undefined, fields: CanaryStatus): CanaryStatus {
  return Object.assign(canaryCopy(status ?? {}), fields);
}

/** An empty status. */
export const noStatus: RolloutStatus = statusCopy({});

const noCanaryStatus: CanaryStatus = canaryCopy({});

export const noBlueGreenStatus: { readonly [field in keyof Required<BlueGreenStatus>]: undefined } = {
  activeSelector: undefined,
  previewSelector: undefined,
  scaleUpPreviewCheckPoint: undefined,
  prePromotionAnalysisRunStatus: undefined,
  postPromotionAnalysisRunStatus: undefined,
};

/** The merge patch between two statuses as Go writes them, without empty values; undefined if they are equal. */
export function statusPatch(before: RolloutStatus = noStatus, after: RolloutStatus): object | undefined {
  return patchOf(statusFields, before, after);
}

/** A status as Go writes it. */
export function withoutZeros(status: RolloutStatus): RolloutStatus {
  return statusPatch(undefined, status) ?? {};
}

/** The fields of a struct with those of nested structs. */
type Fields = readonly (readonly [name: string, inner: Fields | undefined])[];

function fieldTree(struct: object, inner: Readonly<Record<string, object>> = {}): Fields {
  return Object.keys(struct).map((name) => [name, inner[name] && fieldTree(inner[name])]);
}

const statusFields = fieldTree(noStatus, { canary: noCanaryStatus, blueGreen: noBlueGreenStatus });

type Struct = Readonly<Record<string, unknown>>;

function patchOf(fields: Fields, before: object, after: object): Struct | undefined {
  let patch: Record<string, unknown> | undefined;
  for (const [name, inner] of fields) {
    const [old, value] = [(before as Struct)[name], (after as Struct)[name]];
    if (old === value) continue;
    const hadNone = isZero(name, old, inner);
    if (isZero(name, value, inner)) {
      if (!hadNone) (patch ??= {})[name] = null;
      continue;
    }
    const known = hadNone ? undefined : old;
    const change = inner
      ? patchOf(inner, known ?? {}, value as object)
      : known === undefined
        ? value
        : mergePatch(known, value);
    if (change !== undefined) (patch ??= {})[name] = change;
  }
  return patch;
}

/** Counts for which Go distinguishes zero from absent. */
const pointers: ReadonlySet<string> = new Set(['currentStepIndex', 'collisionCount']);

function isZero(name: string, value: unknown, inner: Fields | undefined): boolean {
  if (value == null || value === '' || value === false) return true;
  if (value === 0) return !pointers.has(name);
  if (Array.isArray(value)) return value.length === 0;
  return inner?.every(([field, fields]) => isZero(field, (value as Struct)[field], fields)) ?? false;
}
