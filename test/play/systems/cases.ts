import { Chance } from '../../argocd/jq/chance.js';
import type { MetricAnswer, Failing } from '../../../src/play/simulate/failing.js';
import type { PlayOptions } from '../../../src/play/simulate/play-update.js';
import { Metrics, type Answers } from './metrics.js';
import { managedStep, readyProbe, routerOf, type Routing, services } from './routing.js';

type Loose = Readonly<Record<string, unknown>>;

/** When something goes wrong, as conformance/recorder/common/systems.go reads it. */
export interface Onset {
  readonly seconds?: number;
  readonly step?: number;
}

/** A Rollout with all it needs, as the recorder reads it, and the options with which our simulator plays the same. */
export interface SystemCase {
  readonly objects: readonly Loose[];
  readonly update: Loose;
  readonly readyAfter: number;
  /** From the creation of a Job until it ends. */
  readonly jobSeconds: number;
  readonly metrics: Readonly<Record<string, Answers & { readonly from?: Onset }>>;
  readonly noPods?: Onset;
  readonly instants: number;
  readonly options: PlayOptions;
}

/** Systems by chance, the same ones for a seed. */
export function randomSystems(count: number, seed: number): readonly SystemCase[] {
  const chance = new Chance(seed);
  return Array.from({ length: count }, () => new System(chance).build());
}

const mostInstants = 400;

const metadata = { name: 'web', namespace: 'shop' };
const rollout = { apiVersion: 'argoproj.io/v1alpha1', kind: 'Rollout' };
const deployment = { apiVersion: 'apps/v1', kind: 'Deployment' };

class System {
  private readonly metrics: Metrics;
  private readonly replicas: number;
  private readonly readyAfter: number;
  private readonly jobSeconds: number;

  constructor(private readonly chance: Chance) {
    this.metrics = new Metrics(chance);
    this.replicas = 1 + chance.below(8);
    // Rarely at the same moment as a measurement: what comes first then is a race.
    this.readyAfter = chance.of([3, 7, 11, 19, 43]);
    // Never at the same moment as anything else.
    this.jobSeconds = chance.of([4.25, 17.25, 41.25]);
  }

  build(): SystemCase {
    const { chance, readyAfter, jobSeconds, metrics } = this;
    const isBlueGreen = chance.in(25);
    const routing = routerOf(chance, isBlueGreen);
    const strategy = isBlueGreen ? { blueGreen: this.blueGreen() } : { canary: this.canary(routing) };
    // A probe says the same as the option.
    const hasProbe = chance.in(50);
    const fail = this.failings();
    const noPods = fail.find(({ what }) => what === 'pods');
    const hasWorkload = chance.in(12);
    return {
      objects: [
        ...this.workload(strategy, hasProbe, hasWorkload),
        ...services(isBlueGreen),
        ...routing.objects,
        ...metrics.templates,
      ],
      update: {
        ...(hasWorkload ? deployment : rollout),
        metadata,
        spec: { template: { metadata: { annotations: { 'rolloutkit/revision': '2' } } } },
      },
      readyAfter,
      jobSeconds,
      metrics: Object.fromEntries(
        Object.entries(metrics.answers).map(([name, answers]) => {
          const failing = fail.find(({ what }) => what === 'all' || what === name);
          return [
            name,
            failing ? { ...answers, bad: answers.of[failing.answer], from: onsetOf(failing) } : answers,
          ];
        }),
      ),
      ...(noPods && { noPods: onsetOf(noPods) }),
      instants: mostInstants,
      options: { fail, assumptions: { measure: jobSeconds, ...(!hasProbe && { readyAfter }) } },
    };
  }

  /** The Rollout, and the Deployment that has its pod template if it does not. */
  private workload(strategy: Loose, hasProbe: boolean, hasWorkload: boolean): readonly Loose[] {
    const { chance, replicas, readyAfter } = this;
    const deadline = chance.in(30) ? chance.of([40, 60, 120, 300]) : undefined;
    const probe = hasProbe ? { readinessProbe: readyProbe(chance, readyAfter) } : {};
    const container = { name: 'web', image: 'web:1', ports: [{ containerPort: 80 }], ...probe };
    const pods = {
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [container] } },
    };
    const workload = { ...deployment, metadata, spec: { replicas: 0, ...pods } };
    const one = {
      ...rollout,
      metadata,
      spec: {
        replicas,
        ...(chance.in(25) && { minReadySeconds: chance.of([1, 5, 15, 30]) }),
        ...(deadline !== undefined && { progressDeadlineSeconds: deadline }),
        ...(chance.in(30) && { progressDeadlineAbort: true }),
        ...(hasWorkload ? { workloadRef: { ...deployment, name: metadata.name } } : pods),
        strategy,
      },
    };
    return hasWorkload ? [one, workload] : [one];
  }

  private canary(routing: Routing): Loose {
    const { chance, metrics } = this;
    const { canary, isRouted } = routing;
    const steps = this.steps(routing);
    const isDynamic = isRouted && chance.in(25);
    const startingStep = chance.in(50) ? { startingStep: chance.below(steps.length + 1) } : {};
    return {
      ...canary,
      ...(chance.in(40) && { maxSurge: chance.of([1, 2, '25%', '100%']) }),
      ...(chance.in(30) && { maxUnavailable: chance.of([1, '50%', 1]) }),
      ...(isDynamic && { dynamicStableScale: true }),
      ...(isRouted && chance.in(30) && { abortScaleDownDelaySeconds: chance.of([0, 5, 60]) }),
      ...(isRouted && !isDynamic && chance.in(30) && { scaleDownDelaySeconds: chance.of([0, 1, 5, 60]) }),
      ...(chance.in(45) && { analysis: { ...startingStep, ...metrics.analysis('background') } }),
      ...(steps.length > 0 && { steps }),
    };
  }

  private steps({ isRouted, managed, isShared }: Routing): readonly Loose[] {
    const { chance } = this;
    let [weight, said] = [0, 0];
    return Array.from({ length: chance.below(7) }, () =>
      chance.way<Loose>([
        [
          6,
          () => {
            weight = Math.min(100, weight + chance.of([1, 5, 10, 20, 25, 33, 50]));
            said = chance.in(6) ? chance.of([0, 100]) : weight;
            return { setWeight: said };
          },
        ],
        [4, () => ({ pause: { duration: chance.of(['10s', '30s', '1m', 45, '90', '5m', '2m30s']) } })],
        [1, () => ({ pause: {} })],
        [3, () => ({ analysis: this.metrics.analysis('step') })],
        [
          isRouted ? 1 : 0,
          () => ({
            setCanaryScale: chance.of<Loose>([{ replicas: 2 }, { weight: 50 }, { matchTrafficWeight: true }]),
          }),
        ],
        [managed.length > 0 ? 2 : 0, () => managedStep(chance, managed)],
        // Nothing has more than all requests.
        [1, () => ({ experiment: this.experiment(isShared && said <= 66) })],
      ]),
    );
  }

  private experiment(isShared: boolean): Loose {
    const { chance } = this;
    const hasWeights = isShared && chance.in(60);
    const hasAnalyses = chance.in(60);
    const isRequired = hasAnalyses && chance.in(50);
    const templates = [
      { name: 'baseline', specRef: 'stable' },
      { name: 'candidate', specRef: 'canary' },
    ].slice(chance.below(2));
    const weighted = chance.below(templates.length);
    return {
      templates: templates.map((template, index) => ({
        ...template,
        ...(chance.in(30) && { replicas: 1 + chance.below(2) }),
        // Several come into a VirtualService in any order.
        ...(hasWeights && index === weighted && { weight: chance.of([1, 5, 10, 15]) }),
      })),
      ...((!isRequired || chance.in(50)) && { duration: chance.of(['20s', '1m', '3m']) }),
      ...(hasAnalyses && {
        analyses: [
          {
            name: 'check',
            templateName: this.metrics.template(isRequired ? 'step' : 'background'),
            ...(isRequired && { requiredForCompletion: true }),
          },
        ],
      }),
    };
  }

  private blueGreen(): Loose {
    const { chance, metrics } = this;
    const automatic = chance.of<Loose>([
      {},
      {},
      { autoPromotionSeconds: chance.of([10, 60, 200]) },
      { autoPromotionEnabled: false },
    ]);
    return {
      activeService: 'web-stable',
      ...(chance.in(70) && { previewService: 'web-canary' }),
      ...automatic,
      ...(chance.in(30) && { scaleDownDelaySeconds: chance.of([0, 5, 60]) }),
      ...(chance.in(30) && { abortScaleDownDelaySeconds: chance.of([0, 5, 60]) }),
      ...(chance.in(20) && { previewReplicaCount: 1 }),
      ...(chance.in(50) && { prePromotionAnalysis: metrics.analysis('step') }),
      ...(chance.in(50) && { postPromotionAnalysis: metrics.analysis('step') }),
    };
  }

  private failings(): readonly Failing[] {
    const { chance, metrics } = this;
    const names = Object.keys(metrics.answers);
    const failings: Failing[] = [];
    if (names.length > 0 && chance.in(75)) {
      const what = chance.in(25) ? 'all' : chance.of(names);
      failings.push({ what, answer: this.answer(what), ...this.onset() });
    }
    if (chance.in(12)) failings.push({ what: 'pods', answer: 'failure', ...this.onset() });
    return failings;
  }

  private answer(what: string): MetricAnswer {
    const { chance, metrics } = this;
    const answer = chance.of<MetricAnswer>([
      'failure',
      'failure',
      'failure',
      'error',
      'inconclusive',
      'empty',
    ]);
    // Without a condition for failures, or without one for successes, no answer is inconclusive.
    const isPossible = Object.entries(metrics.answers).every(
      ([name, { of }]) => (what !== 'all' && what !== name) || of[answer] !== undefined,
    );
    return isPossible ? answer : 'failure';
  }

  /** Never at a whole second, so that no measurement is at the same moment. */
  private onset(): Partial<Failing> {
    const { chance } = this;
    return chance.way<Partial<Failing>>([
      [3, () => ({})],
      [3, () => ({ fromTime: chance.below(300) + 0.5 })],
      [2, () => ({ fromStep: chance.below(5) })],
    ]);
  }
}

function onsetOf({ fromTime, fromStep = 0 }: Failing): Onset {
  if (fromTime !== undefined) return { seconds: fromTime };
  return fromStep === 0 ? { seconds: 0 } : { step: fromStep };
}
