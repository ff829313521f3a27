import { Chance } from '../../../argocd/jq/chance.js';

/** What a web or Prometheus metric is answered with; a status of 0 is a request that fails. */
export interface WebAnswer {
  readonly status: number;
  readonly body: string;
}

export interface JobEnd {
  /** Seconds from its creation; 0 for never. */
  readonly seconds: number;
  readonly condition: 'Complete' | 'Failed';
}

/** An AnalysisRun with what its metrics measure, as conformance/recorder/common/analysis_runs.go reads it. */
export interface RunCase {
  readonly spec: Readonly<Record<string, unknown>>;
  readonly fraction: number;
  readonly answers: Readonly<Record<string, readonly WebAnswer[]>>;
  readonly jobs: Readonly<Record<string, readonly JobEnd[]>>;
  readonly terminateAt: number;
  readonly instants: number;
}

/** AnalysisRuns by chance, the same ones for a seed. */
export function randomRuns(count: number, seed: number): readonly RunCase[] {
  const chance = new Chance(seed);
  return Array.from({ length: count }, () => new Run(chance).build());
}

const names = ['a', 'b', 'p95-latency', 'error-rate', 'a.b', 'sm{{args.kind}}ke'];
const patterns = [
  'a',
  '^a$',
  '.*',
  'error.*',
  'a.b',
  'p\\d+',
  '[',
  '',
  '(',
  'latency|rate',
  'x',
  '^(a|b)$',
  '(?i)A',
  'a)(b',
];
const durations = ['10s', '20s', '1m', '1m30s', '15s', '0s', '500ms', '1.5s', '{{args.interval}}'];
const badDurations = ['1d', '10', '1 minute', 's', '-5s', '1m1', 'µs', '.5.s', '99999999999h', 'é'];

class Run {
  private readonly answers: Record<string, readonly WebAnswer[]> = {};
  private readonly jobs: Record<string, readonly JobEnd[]> = {};

  constructor(private readonly chance: Chance) {}

  /** Whether something happens that happens once in so many times. */
  private one(times: number): boolean {
    return this.chance.below(times) === 0;
  }

  build(): RunCase {
    const { chance } = this;
    const metrics = Array.from({ length: 1 + (this.one(2) ? chance.below(3) : 0) }, (_, index) =>
      this.metric(index),
    );
    const args = this.args();
    return {
      spec: {
        ...(!this.one(60) && { metrics }),
        ...(args.length > 0 && { args }),
        ...(this.one(5) && { dryRun: this.rules(() => ({})) }),
        ...(this.one(4) && {
          measurementRetention: this.rules(() => ({ limit: chance.of([1, 2, 3, 5, 12, 0, -1]) })),
        }),
        ...(this.one(40) && { terminate: true }),
      },
      fraction: chance.of([0, 0, 0.25, 0.5, 0.875]),
      answers: this.answers,
      jobs: this.jobs,
      terminateAt: this.one(5) ? 1 + chance.below(200) : 0,
      instants: 24,
    };
  }

  private args(): readonly unknown[] {
    const { chance } = this;
    const args: unknown[] = [];
    if (!this.one(25))
      args.push({ name: 'interval', value: chance.of(['10s', '30s', '1m', '1m', 'x"y', '5']) });
    if (!this.one(25))
      args.push({ name: 'kind', value: chance.of(['o', 'a', 'o\n', '"', '\u0001', 'é<b>']) });
    if (!this.one(25)) args.push({ name: 'limit', value: chance.of(['0', '1', '2', '-1', 'two', '+1']) });
    if (this.one(40)) args.push({ name: 'late' });
    if (this.one(25)) args.push({ name: 'limit', value: '3' });
    return args;
  }

  private rules(more: () => object): readonly unknown[] {
    const { chance } = this;
    return Array.from({ length: 1 + chance.below(2) }, () => ({
      metricName: chance.of(this.one(4) ? patterns : ['.*', 'a', '^(a|b)$', '.']),
      ...more(),
    }));
  }

  private metric(index: number): Readonly<Record<string, unknown>> {
    const { chance } = this;
    const name = this.one(60) ? 'a' : this.one(6) ? chance.of(names) : (names[index] ?? 'c');
    const kind = chance.of(['web', 'web', 'prometheus', 'job']);
    const key = `m${index}`;
    const conditions = kind === 'job' ? {} : this.conditions(kind);
    const count = this.one(2) ? this.number([1, 2, 3, 5, 8, 14, 0]) : undefined;
    const hasInterval = count === undefined ? this.one(2) : !this.one(12);
    return {
      name,
      ...(hasInterval && { interval: this.duration() }),
      ...(this.one(4) && { initialDelay: this.duration() }),
      ...(count !== undefined && { count }),
      ...(this.one(2) && { failureLimit: this.number([0, 1, 1, 2]) }),
      ...(this.one(3) && { inconclusiveLimit: this.number([0, 1, 2]) }),
      ...(this.one(3) && { consecutiveErrorLimit: this.number([0, 1, 2, 6]) }),
      ...(this.one(5) && { consecutiveSuccessLimit: this.number([0, 1, 2, 3]) }),
      ...(this.one(12) && { failureLimit: -1, consecutiveSuccessLimit: this.number([0, 1, 2]) }),
      ...conditions,
      provider: this.provider(kind, key, name),
    };
  }

  private duration(): string {
    return this.chance.of(this.one(50) ? badDurations : durations);
  }

  private number(numbers: readonly number[]): unknown {
    const { chance } = this;
    if (this.one(30)) return chance.of(['{{args.limit}}', 'two', '1.5', '', '+2', ' 1', -1, -2, '-1']);
    const number = chance.of(numbers);
    return this.one(8) ? String(number) : number;
  }

  private conditions(kind: string): Readonly<Record<string, string>> {
    const { chance } = this;
    const value = kind === 'web' ? 'result.x' : 'result[0]';
    const success = chance.of([
      `${value} > 1`,
      `${value} <= 2`,
      `!isNaN(asFloat(${value})) && ${value} > 1`,
      'true',
      this.one(4) ? `${value} >` : `${value} > 1`,
    ]);
    const failure = chance.of([
      `${value} > 3`,
      `${value} < 1`,
      'false',
      `isNaN(asFloat(${value}))`,
      'result == nil',
    ]);
    return {
      ...(!this.one(6) && { successCondition: success }),
      ...(this.one(3) && { failureCondition: failure }),
    };
  }

  private provider(kind: string, key: string, name: string): unknown {
    const { chance } = this;
    if (this.one(60)) return {};
    const amount = 1 + chance.below(20);
    if (kind === 'job') {
      this.jobs[name.replace('{{args.kind}}', 'o')] = Array.from({ length: amount }, () => ({
        seconds: this.one(15) ? 0 : 1 + chance.below(90),
        condition: this.one(3) ? ('Failed' as const) : ('Complete' as const),
      }));
      const pod = { spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never' } };
      return { job: { spec: { template: pod } }, ...(this.one(60) && { web: { url: 'http://stub/x' } }) };
    }
    this.answers[key] = Array.from({ length: amount }, () =>
      kind === 'web' ? this.web() : this.prometheus(),
    );
    const isBad = this.one(60);
    if (kind === 'web') return { web: { url: `http://stub/${key}${isBad ? '{{args.none}}' : ''}` } };
    return { prometheus: { address: isBad ? 'stub' : 'http://stub', query: key } };
  }

  private web(): WebAnswer {
    const { chance } = this;
    if (this.one(8)) return { status: chance.of([0, 500, 404, 301]), body: '' };
    // Not null: the whole controller crashes at it (webmetric.go, getValue).
    const bodies = [
      '{"x":0}',
      '{"x":2}',
      '{"x":2}',
      '{"x":5}',
      '{"x":2.5}',
      '{}',
      '[]',
      'NaN',
      '<html>',
      '',
      '{"x":null}',
      '{"x":"2"}',
    ];
    return { status: 200, body: this.one(4) ? chance.of(bodies) : chance.of(bodies.slice(0, 4)) };
  }

  private prometheus(): WebAnswer {
    const { chance } = this;
    if (this.one(8)) return { status: 503, body: '' };
    const values = this.one(4)
      ? chance.of([['NaN'], ['+Inf'], ['-Inf'], [], ['0', '2'], ['0.25'], ['-1']])
      : [chance.of(['0', '2', '2', '5'])];
    const result = values.map((value) => ({ metric: {}, value: [1, value] }));
    const data = this.one(20) ? { resultType: 'scalar', result: [1, '2'] } : { resultType: 'vector', result };
    return { status: 200, body: JSON.stringify({ status: 'success', data }) };
  }
}
