import { parseDuration } from '../../../kubernetes/kinds/duration.js';
import { isList, isMap, type JsonMap, stringOrEmpty } from '../../../kubernetes/objects/json.js';
import type { AnalysisPhase, ExperimentObject } from '../context.js';
import type { AnalysisStatus, ExperimentStatus, TemplateStatus } from './types.js';

/** A template of an Experiment, as far as its pass reads it. */
export interface Template {
  readonly name: string;
  readonly replicas: number;
}

export interface Analysis {
  readonly name: string;
  readonly isRequired: boolean;
}

/** What the controller reads of an Experiment. Values of another type count as absent. */
export interface ExperimentSpec {
  readonly templates: readonly Template[];
  readonly analyses: readonly Analysis[];
  /** Seconds; undefined for an Experiment without end, also if it is not a duration. */
  readonly duration: number | undefined;
  readonly progressDeadline: number;
  readonly scaleDownDelay: number;
  readonly isAskedToEnd: boolean;
}

export function specOf({ spec }: ExperimentObject): ExperimentSpec {
  const given: JsonMap = isMap(spec) ? spec : {};
  const duration = parseDuration(stringOrEmpty(given['duration']));
  return {
    templates: mapsIn(given['templates']).map(({ name, replicas }) => ({
      name: stringOrEmpty(name),
      replicas: typeof replicas === 'number' ? replicas | 0 : 1,
    })),
    analyses: mapsIn(given['analyses']).map(({ name, requiredForCompletion }) => ({
      name: stringOrEmpty(name),
      isRequired: requiredForCompletion === true,
    })),
    duration: duration === undefined ? undefined : Number(duration) / 1e9,
    progressDeadline: numberOr(given['progressDeadlineSeconds'], 600),
    scaleDownDelay: numberOr(given['scaleDownDelaySeconds'], 30),
    isAskedToEnd: given['terminate'] === true,
  };
}

export function statusOf({ status }: ExperimentObject): ExperimentStatus {
  const given: JsonMap = isMap(status) ? status : {};
  const templates = mapsIn(given['templateStatuses']).map(templateStatusIn);
  const runs = mapsIn(given['analysisRuns']).map(analysisStatusIn);
  const [phase, message, availableAt] = ['phase', 'message', 'availableAt'].map((key) =>
    stringOrEmpty(given[key]),
  );
  return {
    ...(phase && { phase: phase as AnalysisPhase }),
    ...(message && { message }),
    ...(templates.length > 0 && { templateStatuses: templates }),
    ...(runs.length > 0 && { analysisRuns: runs }),
    ...(availableAt && secondsIn(availableAt) !== undefined && { availableAt }),
  };
}

function templateStatusIn(given: JsonMap): TemplateStatus {
  const texts = ['status', 'message', 'lastTransitionTime', 'serviceName', 'podTemplateHash'] as const;
  return {
    name: stringOrEmpty(given['name']),
    replicas: numberOr(given['replicas'], 0),
    updatedReplicas: numberOr(given['updatedReplicas'], 0),
    readyReplicas: numberOr(given['readyReplicas'], 0),
    availableReplicas: numberOr(given['availableReplicas'], 0),
    ...Object.fromEntries(
      texts.flatMap((key) => (stringOrEmpty(given[key]) === '' ? [] : [[key, given[key]]])),
    ),
  };
}

function analysisStatusIn(given: JsonMap): AnalysisStatus {
  const message = stringOrEmpty(given['message']);
  return {
    name: stringOrEmpty(given['name']),
    analysisRun: stringOrEmpty(given['analysisRun']),
    phase: stringOrEmpty(given['phase']),
    ...(message !== '' && { message }),
  };
}

function mapsIn(value: unknown): readonly JsonMap[] {
  return isList(value) ? value.map((item) => (isMap(item) ? item : {})) : [];
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value | 0 : otherwise;
}

export function secondsIn(time: string | undefined): number | undefined {
  const milliseconds = time === undefined ? NaN : Date.parse(time);
  return Number.isNaN(milliseconds) ? undefined : milliseconds / 1000;
}
