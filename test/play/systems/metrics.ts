import type { Chance } from '../../argocd/jq/chance.js';
import type { MetricAnswer } from '../../../src/play/simulate/failing.js';
import type { WebAnswer } from '../../rollouts/controllers/analysis-run/cases.js';

type Loose = Readonly<Record<string, unknown>>;

export interface Answers {
  readonly good: WebAnswer;
  readonly bad?: WebAnswer | undefined;
  /** What is answered so that a measurement has a phase; none if no answer gives it. */
  readonly of: Readonly<Partial<Record<MetricAnswer, WebAnswer>>>;
}

const web = (value: number): WebAnswer => ({ status: 200, body: JSON.stringify({ x: value }) });

const vector = (...values: readonly number[]): WebAnswer => ({
  status: 200,
  body: JSON.stringify({
    status: 'success',
    data: {
      resultType: 'vector',
      result: values.map((value) => ({ metric: {}, value: [1, String(value)] })),
    },
  }),
});

const refused: WebAnswer = { status: 500, body: '' };

/** AnalysisTemplates by chance, and what their metrics are answered with. */
export class Metrics {
  readonly templates: Loose[] = [];
  readonly answers: Record<string, Answers> = {};

  constructor(private readonly chance: Chance) {}

  /** An analysis of a new template. One of a step ends by itself; one in the background need not. */
  analysis(of: 'step' | 'background'): Loose {
    return { templates: [{ templateName: this.template(of) }] };
  }

  template(of: 'step' | 'background'): string {
    const { chance } = this;
    const name = `check-${this.templates.length}`;
    const metrics = Array.from({ length: chance.in(25) ? 2 : 1 }, () => this.metric(of));
    this.templates.push({
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'AnalysisTemplate',
      metadata: { name, namespace: 'shop' },
      spec: { metrics, ...(chance.in(6) && { dryRun: [{ metricName: chance.of(['.*', 'm0', 'm1']) }] }) },
    });
    return name;
  }

  private metric(of: 'step' | 'background'): Loose {
    const { chance } = this;
    const name = `m${Object.keys(this.answers).length}`;
    const schedule = this.schedule(of);
    const limits = {
      ...(chance.in(45) && { failureLimit: chance.of([0, 1, 2, 3]) }),
      ...(chance.in(25) && { inconclusiveLimit: chance.of([0, 1, 2]) }),
      ...(chance.in(25) && { consecutiveErrorLimit: chance.of([0, 1, 2, 6]) }),
      ...(chance.in(15) && { consecutiveSuccessLimit: chance.of([0, 1, 2, 3]) }),
    };
    return { name, ...schedule, ...limits, ...(chance.in(15) ? this.job(name) : this.query(name)) };
  }

  /** A Job is complete or failed, and nothing else. */
  private job(name: string): Loose {
    this.answers[name] = { good: refused, of: { failure: refused } };
    const template = {
      spec: { containers: [{ name: 'check', image: 'check:1' }], restartPolicy: 'Never' },
    };
    return { provider: { job: { spec: { template } } } };
  }

  private query(name: string): Loose {
    const { chance } = this;
    const isWeb = chance.in(50);
    const value = isWeb ? 'result.x' : 'result[0]';
    const [hasSuccess, hasFailure] = chance.of([
      [true, false],
      [true, false],
      [false, true],
      [true, true],
    ] as const);
    const answer = isWeb ? web : vector;
    this.answers[name] = {
      good: answer(5),
      of: {
        failure: answer(0),
        error: refused,
        ...(hasSuccess && hasFailure && { inconclusive: answer(1.5) }),
        // A web metric has no empty result; the simulator takes it for an error.
        empty: isWeb ? refused : vector(),
      },
    };
    const guard = !isWeb && chance.in(40) ? 'len(result) == 0 || ' : '';
    return {
      ...(hasSuccess && { successCondition: `${guard}${value} > 2` }),
      ...(hasFailure && { failureCondition: `${value} < 1` }),
      provider: isWeb
        ? { web: { url: `http://stub/${name}` } }
        : { prometheus: { address: 'http://stub', query: name } },
    };
  }

  private schedule(of: 'step' | 'background'): Loose {
    const { chance } = this;
    const initialDelay = chance.in(25) ? { initialDelay: chance.of(['5s', '30s', '1m']) } : {};
    const interval = chance.of(['10s', '15s', '30s', '1m', '90s']);
    const isEndless = of === 'background' && chance.in(70);
    if (isEndless) return { ...initialDelay, interval };
    const count = chance.of([1, 1, 2, 3, 5]);
    if (count === 1)
      return { ...initialDelay, ...(chance.in(50) && { count }), ...(chance.in(10) && { count, interval }) };
    return { ...initialDelay, count, interval };
  }
}
