import { typed, GoTypeError } from '../../../kubernetes/apply/remarshal.js';
import { rolloutsType } from '../../../kubernetes/apply/schema-table.js';
import { isList, isMap, type JsonMap, stringOrEmpty } from '../../../kubernetes/objects/json.js';
import type { RolloutsVersion } from '../../../kubernetes/objects/version.js';
import { timestamp } from '../../../kubernetes/objects/time.js';
import type { AnalysisPhase, AnalysisRunObject } from '../context.js';
import type { AnalysisRunFullStatus, MetricResultStatus, MeasurementStatus, RunSummary } from './types.js';

/** The metrics of a run as Go reads them. A value that Go cannot read leaves the metric empty. */
export function metricsIn(
  { spec }: Pick<AnalysisRunObject, 'spec'>,
  version: RolloutsVersion,
): readonly JsonMap[] {
  return listItems(isMap(spec) ? spec['metrics'] : undefined).map((metric) =>
    readAs(metric, 'Metric', version),
  );
}

export function readAs(value: unknown, type: string, version: RolloutsVersion): JsonMap {
  try {
    return typed(value, rolloutsType(type, version));
  } catch (error) {
    if (error instanceof GoTypeError) return typed({}, rolloutsType(type, version));
    throw error;
  }
}

export function listItems(value: unknown): readonly unknown[] {
  return isList(value) ? value : [];
}

/** A measurement while a pass works on it: times are seconds since 1970, those of this pass with their fraction. */
export interface Measurement {
  readonly phase: string;
  readonly message: string;
  readonly startedAt: number | undefined;
  readonly finishedAt: number | undefined;
  readonly value: string;
  readonly metadata: JsonMap | undefined;
  readonly resumeAt: number | undefined;
}

/** What a metric has measured while a pass works on it. */
export interface MetricResult {
  readonly name: string;
  readonly phase: string;
  readonly measurements: readonly Measurement[];
  readonly message: string;
  readonly count: number;
  readonly successful: number;
  readonly failed: number;
  readonly inconclusive: number;
  readonly error: number;
  readonly consecutiveError: number;
  readonly consecutiveSuccess: number;
  readonly isDry: boolean;
  readonly metadata: JsonMap | undefined;
}

/** The status of a run while a pass works on it. */
export interface RunState {
  readonly phase: string;
  readonly message: string;
  readonly results: readonly MetricResult[];
  readonly startedAt: number | undefined;
  readonly completedAt: number | undefined;
  readonly summary: RunSummary;
  readonly drySummary: RunSummary | undefined;
}

export function stateOf({ status }: AnalysisRunObject): RunState {
  const given: JsonMap = isMap(status) ? status : {};
  const drySummary = given['dryRunSummary'];
  return {
    phase: stringOrEmpty(given['phase']),
    message: stringOrEmpty(given['message']),
    results: listItems(given['metricResults']).map(resultIn),
    startedAt: timeIn(given['startedAt']),
    completedAt: timeIn(given['completedAt']),
    summary: summaryIn(given['runSummary']),
    drySummary: isMap(drySummary) ? summaryIn(drySummary) : undefined,
  };
}

function resultIn(value: unknown): MetricResult {
  const given: JsonMap = isMap(value) ? value : {};
  const number = (key: string): number => numberIn(given, key);
  return {
    name: stringOrEmpty(given['name']),
    phase: stringOrEmpty(given['phase']),
    measurements: listItems(given['measurements']).map(measurementIn),
    message: stringOrEmpty(given['message']),
    count: number('count'),
    successful: number('successful'),
    failed: number('failed'),
    inconclusive: number('inconclusive'),
    error: number('error'),
    consecutiveError: number('consecutiveError'),
    consecutiveSuccess: number('consecutiveSuccess'),
    isDry: given['dryRun'] === true,
    metadata: mapIn(given['metadata']),
  };
}

function measurementIn(value: unknown): Measurement {
  const given: JsonMap = isMap(value) ? value : {};
  return {
    phase: stringOrEmpty(given['phase']),
    message: stringOrEmpty(given['message']),
    startedAt: timeIn(given['startedAt']),
    finishedAt: timeIn(given['finishedAt']),
    value: stringOrEmpty(given['value']),
    metadata: mapIn(given['metadata']),
    resumeAt: timeIn(given['resumeAt']),
  };
}

function summaryIn(value: unknown): RunSummary {
  const given: JsonMap = isMap(value) ? value : {};
  const keys = ['count', 'successful', 'failed', 'inconclusive', 'error'] as const;
  return withoutZeros(Object.fromEntries(keys.map((key) => [key, numberIn(given, key)])));
}

function numberIn(map: JsonMap, key: string): number {
  const value = map[key];
  return typeof value === 'number' ? value | 0 : 0;
}

function mapIn(value: unknown): JsonMap | undefined {
  return isMap(value) ? value : undefined;
}

function timeIn(value: unknown): number | undefined {
  const milliseconds = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isNaN(milliseconds) ? undefined : milliseconds / 1000;
}

/** A map without numbers that are 0, which Go leaves out. */
export function withoutZeros(map: Readonly<Record<string, number>>): RunSummary {
  return Object.fromEntries(Object.entries(map).filter(([, number]) => number !== 0));
}

/** A status as it is stored. */
export function storedStatus(state: RunState): AnalysisRunFullStatus {
  const { message, results, startedAt, completedAt, summary, drySummary } = state;
  return {
    ...(state.phase !== '' && { phase: state.phase as AnalysisPhase }),
    ...(message !== '' && { message }),
    ...(results.length > 0 && { metricResults: results.map(storedResult) }),
    ...(startedAt !== undefined && { startedAt: timestamp(startedAt) }),
    ...(Object.keys(summary).length > 0 && { runSummary: summary }),
    ...(drySummary && { dryRunSummary: drySummary }),
    ...(completedAt !== undefined && { completedAt: timestamp(completedAt) }),
  };
}

function storedResult({ isDry, measurements, message, metadata, ...rest }: MetricResult): MetricResultStatus {
  const { name, phase, ...numbers } = rest;
  return {
    name,
    phase,
    ...(measurements.length > 0 && { measurements: measurements.map(storedMeasurement) }),
    ...(message !== '' && { message }),
    ...withoutZeros(numbers),
    ...(isDry && { dryRun: true }),
    ...(isFull(metadata) && { metadata }),
  };
}

/** A measurement as it is stored. */
export function storedMeasurement(measurement: Measurement): MeasurementStatus {
  const { phase, message, startedAt, finishedAt, value, metadata, resumeAt } = measurement;
  return {
    phase,
    ...(message !== '' && { message }),
    ...(startedAt !== undefined && { startedAt: timestamp(startedAt) }),
    ...(finishedAt !== undefined && { finishedAt: timestamp(finishedAt) }),
    ...(value !== '' && { value }),
    ...(isFull(metadata) && { metadata }),
    ...(resumeAt !== undefined && { resumeAt: timestamp(resumeAt) }),
  };
}

function isFull(map: JsonMap | undefined): map is JsonMap {
  return map !== undefined && Object.keys(map).length > 0;
}
