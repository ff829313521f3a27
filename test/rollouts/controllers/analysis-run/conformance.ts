import { isDeepStrictEqual } from 'node:util';
import { goJson } from '../../../../src/kubernetes/objects/go-json.js';
import { createMergePatch } from '../../../../src/kubernetes/apply/json-merge-patch.js';
import { applyMergePatch } from '../../../../src/kubernetes/objects/merge-patch.js';
import { type JsonMap, withoutEmpty } from '../../../../src/kubernetes/objects/json.js';
import type { RolloutsVersion } from '../../../../src/kubernetes/objects/version.js';
import { fromJson, GoList, type Value } from '../../../../src/rollouts/analysis/expression/values.js';
import { type MetricConditions, judge } from '../../../../src/rollouts/analysis/judge.js';
import { reconcileAnalysisRun } from '../../../../src/rollouts/controllers/analysis-run/reconcile.js';
import type {
  Asked,
  MeasurementStatus,
  MetricResultStatus,
  RunPass,
  Taken,
} from '../../../../src/rollouts/controllers/analysis-run/types.js';
import type { AnalysisRunObject } from '../../../../src/rollouts/controllers/context.js';
import type { RunCase, WebAnswer } from './cases.js';

/** What the real controller did at one instant. */
export interface Instant {
  /** Seconds since 2030-01-01T00:00:00Z. */
  readonly at: number;
  readonly events?: readonly string[];
  readonly statuses?: readonly unknown[];
  readonly next: number | null;
  readonly deleted?: boolean;
}

const epoch = Date.UTC(2030, 0, 1) / 1000;
const uid = '00000000-0000-4000-8000-000000000001';
/** An interval below a second is due again in the same one: the recorder stops here, too. */
const mostPasses = 25;

/** How our controller differs from what was recorded; undefined if it does not. */
export function difference(
  given: RunCase,
  instants: readonly Instant[],
  version: RolloutsVersion,
  { isShort = false } = {},
): { readonly at: number; readonly ours: unknown; readonly upstream: unknown } | undefined {
  const stubs = new Stubs(given, version);
  const form = isShort ? short : normal;
  let run = {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'AnalysisRun',
    metadata: { name: 'run', namespace: 'default', uid },
    spec: given.spec,
  } as AnalysisRunObject;
  for (const instant of instants) {
    for (const event of instant.events ?? [])
      if (event === 'terminate') run = { ...run, spec: { ...run.spec, terminate: true } };
      else stubs.end(event);
    const statuses: unknown[] = [];
    let pass: RunPass | undefined;
    for (let passes = 0; passes < mostPasses && pass?.isChanged !== false; passes += 1) {
      const recorded = instant.statuses?.[passes];
      stubs.recorded = isShort
        ? (recorded as ShortStatus | undefined)
        : recorded === undefined
          ? undefined
          : short(recorded);
      pass = reconcileAnalysisRun(run, {
        now: epoch + instant.at,
        version,
        take: (asked) => stubs.take(asked),
        problemOf,
      });
      run = { ...run, status: pass.status };
      if (pass.isChanged) statuses.push(form(pass.status));
      for (const limit of pass.collects) stubs.collect(limit);
    }
    const next = pass?.next === undefined ? null : pass.next - epoch;
    const ours = { statuses, next };
    const upstream = {
      statuses: isShort ? (instant.statuses ?? []) : (instant.statuses ?? []).map(normal),
      next: instant.next,
    };
    if (!isDeepStrictEqual(statuses, upstream.statuses) || !isClose(next, instant.next))
      return { at: instant.at, ours, upstream };
  }
  return undefined;
}

function isClose(one: number | null, other: number | null): boolean {
  if (one === null || other === null) return one === other;
  return Math.abs(one - other) < 1e-3;
}

/** A status with its results by name: upstream measures side by side. */
function normal(status: unknown): JsonMap {
  const plain = withoutEmpty(JSON.parse(JSON.stringify(status))) as JsonMap | undefined;
  if (!Array.isArray(plain?.['metricResults'])) return plain ?? {};
  const results = plain['metricResults'] as readonly { readonly name: string }[];
  return { ...plain, metricResults: [...results].sort((a, b) => (a.name < b.name ? -1 : 1)) };
}

/** A status in short: of the measurements their number and the last one, because those before were the last one earlier. */
function short(status: unknown): ShortStatus {
  const { metricResults, ...rest } = normal(status);
  if (!Array.isArray(metricResults)) return rest;
  const results = (metricResults as readonly MetricResultStatus[]).map(
    ({ name, measurements = [], ...result }) => [
      name,
      {
        ...result,
        ...(measurements.length > 0 && { measured: measurements.length, last: measurements.at(-1) }),
      },
    ],
  );
  return { ...rest, results: Object.fromEntries(results) as ShortStatus['results'] };
}

type ShortStatus = JsonMap & {
  readonly results?: Readonly<Record<string, { readonly last?: MeasurementStatus }>>;
};

/**
 * Instants as they are kept in a file: each status as what it changes in the one before, in short.
 * @public scripts/analysis-runs.mjs
 */
export function kept(instants: readonly Instant[]): readonly Instant[] {
  let before: JsonMap = {};
  return instants.map(({ statuses, ...instant }) => ({
    ...instant,
    ...(statuses && {
      statuses: statuses.map((status) => {
        const now = short(status);
        const patch = createMergePatch(before, now);
        before = now;
        return patch;
      }),
    }),
  }));
}

/** The instants of a file with the status that each has in short. */
export function read(instants: readonly Instant[]): readonly Instant[] {
  let before: JsonMap = {};
  return instants.map(({ statuses, ...instant }) => ({
    ...instant,
    ...(statuses && {
      statuses: statuses.map((patch) => (before = applyMergePatch(before, patch as JsonMap))),
    }),
  }));
}

function problemOf({ provider }: Asked['metric']): string | undefined {
  const { prometheus } = provider as Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;
  return prometheus?.['address'] === 'stub' ? 'prometheus address is not is url format' : undefined;
}

/** The services and Jobs that metrics measure. */
class Stubs {
  private readonly answers: Map<string, readonly WebAnswer[]>;
  /** The status that upstream wrote in the pass. */
  recorded: ShortStatus | undefined;
  private readonly jobs: { readonly name: string; condition: string }[] = [];

  constructor(
    given: RunCase,
    private readonly version: RolloutsVersion,
  ) {
    this.answers = new Map(Object.entries(given.answers));
  }

  end(event: string): void {
    const [, name, condition = ''] = event.split(' ');
    for (const job of this.jobs) if (job.name === name) job.condition = condition;
  }

  /** The oldest Jobs beyond a number are deleted. */
  collect(limit: number): void {
    this.jobs.splice(0, Math.max(this.jobs.length - limit, 0));
  }

  take(asked: Asked): Taken {
    const { metric, measurement, earlier } = asked;
    const provider = metric['provider'] as Readonly<Record<string, Readonly<Record<string, string>>>>;
    if (provider['job']) {
      const noted = measurement?.metadata?.['job-name'] as string | undefined;
      const name = noted ?? `${uid}.${metric.name}.${earlier + 1}`;
      if (!measurement) this.jobs.push({ name, condition: '' });
      const job = this.jobs.find((one) => one.name === name);
      if (!job) return { phase: 'Error', message: `job.batch "${name}" not found` };
      if (job.condition === '') return { phase: 'Running' };
      return { phase: job.condition === 'Complete' ? 'Successful' : 'Failed' };
    }
    const { web, prometheus } = provider;
    if (web) return this.takeWeb(metric, web['url'] ?? '');
    return this.takePrometheus(metric, prometheus?.['query'] ?? '');
  }

  private answer(key: string): WebAnswer {
    const [first, ...others] = this.answers.get(key) ?? [];
    if (others.length > 0) this.answers.set(key, others);
    return first ?? { status: 0, body: '' };
  }

  private takeWeb(metric: Asked['metric'], url: string): Taken {
    const { status, body } = this.answer(url.replace('http://stub/', ''));
    if (status === 0) return { phase: 'Error', message: `Get "${url}": connection refused` };
    if (status < 200 || status >= 300)
      return { phase: 'Error', message: `received non 2xx response code: ${status}` };
    let json: unknown;
    try {
      json = JSON.parse(body);
    } catch {
      return { phase: 'Successful', value: body };
    }
    return this.judged(metric, fromJson(json), goJson(json));
  }

  private takePrometheus(metric: Asked['metric'], query: string): Taken {
    const { status, body } = this.answer(query);
    if (status !== 200) return { phase: 'Error', message: `server_error: server error: ${status}` };
    const { data } = JSON.parse(body) as {
      data: { resultType: string; result: { value: [number, string] }[] | [number, string] };
    };
    if (data.resultType === 'scalar')
      return this.judged(metric, Number(data.result[1]), (data.result as [number, string])[1]);
    const values = (data.result as { value: [number, string] }[]).map(({ value }) => value[1]);
    const numbers = values.map((value) => Number(value.replace('Inf', 'Infinity')));
    return this.judged(metric, new GoList(numbers, 'float'), `[${values.join(',')}]`);
  }

  private judged(metric: Asked['metric'], result: Value, value: string): Taken {
    const { successCondition, failureCondition } = metric as MetricConditions;
    const judgement = judge({ successCondition, failureCondition }, result, this.version);
    if (judgement.phase === 'unknown') throw new Error(judgement.why);
    return judgement.phase === 'Error'
      ? { phase: 'Error', message: this.recordedMessage(metric.name) }
      : { phase: judgement.phase, value };
  }

  /** The evaluator's message for a condition is not compared: ours has other words. */
  private recordedMessage(name: string): string {
    return this.recorded?.results?.[name]?.last?.message ?? '';
  }
}
