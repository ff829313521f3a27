import type { Cluster } from '../../kubernetes/objects/cluster.js';
import type { AnalysisTemplateRef, RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { stepsOf } from '../../rollouts/controllers/steps.js';
import { durationText } from '../../rollouts/analysis/timing.js';
import type { Assumptions } from './clock.js';
import { templatesMerged } from './run-spec.js';

/** What a metric answers that sees a bad version. `empty` is a query without a result. */
export const answers = ['failure', 'error', 'inconclusive', 'empty'] as const;
export type MetricAnswer = (typeof answers)[number];

/**
 * What goes wrong in an update: a metric, in one template only (`TEMPLATE/METRIC`), all metrics (`all`, `TEMPLATE/all`), or pods that never
 * become ready (`pods`).
 */
export interface Failing {
  readonly what: string;
  /** The only analysis in which the metric does, as `placeOfAnalysis` names it; all of them if absent. */
  readonly place?: string;
  readonly answer: MetricAnswer;
  /** From when on: a step, or seconds since the update began; from the beginning if neither is given. */
  readonly fromStep?: number;
  readonly fromTime?: number;
  /** Whether a measurement fails only while pods of the new version are ready, which are what it measures. @default false */
  readonly needsPods?: boolean;
}

/** A metric that an analysis of a Rollout measures. */
export interface Measured {
  /** The analysis, as `placeOfAnalysis` names it. */
  readonly place: string;
  readonly template: string;
  readonly metric: string;
}

/** All metrics that analyses of a Rollout measure. */
export function measuredIn(cluster: Cluster, rollout: RolloutObject): readonly Measured[] {
  const { namespace } = rollout.metadata;
  return placesOf(rollout).flatMap(({ place, references }) =>
    references.flatMap((reference) =>
      templatesMerged(cluster, namespace, [reference]).flatMap(({ metadata, spec }) =>
        (spec?.metrics ?? [])
          .filter(({ name }) => name !== '')
          .map(({ name }) => ({ place, template: metadata.name, metric: name })),
      ),
    ),
  );
}

interface TemplatePlace {
  readonly place: string;
  readonly references: readonly AnalysisTemplateRef[];
}

function placesOf(rollout: RolloutObject): readonly TemplatePlace[] {
  const { canary, blueGreen } = rollout.spec.strategy ?? {};
  const { prePromotionAnalysis, postPromotionAnalysis } = blueGreen ?? {};
  const named = { analysis: canary?.analysis, prePromotionAnalysis, postPromotionAnalysis };
  return [
    ...Object.entries(named).map(([place, one]) => ({ place, references: one?.templates ?? [] })),
    ...stepsOf(rollout).flatMap(({ analysis, experiment }, index) => [
      { place: `steps.${index}`, references: analysis?.templates ?? [] },
      ...(experiment?.analyses ?? []).map((one) => ({
        place: `steps.${index}.${one.name ?? ''}`,
        references: [one],
      })),
    ]),
  ];
}

/** The names of metrics, and `TEMPLATE/METRIC` of those that two templates have. */
export function metricNames(measured: readonly Measured[]): readonly string[] {
  const templates = new Map<string, Set<string>>();
  for (const { metric, template } of measured)
    templates.set(metric, (templates.get(metric) ?? new Set()).add(template));
  const names = [...templates].flatMap(([metric, its]) => [
    metric,
    ...(its.size > 1 ? [...its].map((template) => `${template}/${metric}`) : []),
  ]);
  return names.sort();
}

/** What of a list names nothing that a Rollout has. */
export function unmetOf(failings: readonly Failing[], measured: readonly Measured[]): readonly string[] {
  return failings
    .map(({ what }) => what)
    .filter((what) => what !== 'all' && what !== 'pods' && !measured.some((one) => isMeant(what, one)));
}

/** The same failure, by analysis if `TEMPLATE/METRIC` or `TEMPLATE/all` names it. */
export function placed(failing: Failing, measured: readonly Measured[]): readonly Failing[] {
  const { what } = failing;
  if (failing.place !== undefined || !what.includes('/')) return [failing];
  if (measured.some(({ metric }) => metric === what)) return [failing];
  return measured
    .filter((one) => isMeant(what, one))
    .map(({ metric, place }) => ({ ...failing, what: metric, place }));
}

function isMeant(what: string, { template, metric }: Measured): boolean {
  return what === metric || what === `${template}/${metric}` || what === `${template}/all`;
}

/** A failure as `--fail` names it. */
function textOf({ what, answer, fromStep, fromTime }: Failing): string {
  const from = fromTime === undefined ? fromStep : durationText(fromTime);
  return `${what}${answer === 'failure' ? '' : `=${answer}`}${from === undefined ? '' : `@${from}`}`;
}

/** What was asked for, and what of it an update plays. */
export interface Asked {
  readonly failing: Failing;
  readonly placed: readonly Failing[];
}

/** Notes about failures that were asked for and did not come: the update is as good as without them. */
export function idleNotes(
  asked: readonly Asked[],
  measured: readonly Measured[],
  failures: Failures,
): readonly string[] {
  return asked.flatMap(({ failing, placed }) => {
    const reason =
      failing.what !== 'pods' && measured.length === 0
        ? 'no analysis of the Rollout has a metric'
        : failures.idleReason(placed);
    return reason === undefined ? [] : [`The failure "${textOf(failing)}" changes nothing: ${reason}.`];
  });
}

/** What a metric answers. */
export type Answered = MetricAnswer | 'success';

/** What runs and pods show of the new version at a moment. */
export interface JudgedMoment {
  /** What a metric of an analysis answers; a query may show a fault later than it begins. */
  readonly answer: (metric: string, place: string | undefined, isQuery: boolean) => Answered;
  /** Whether pods that start now never become ready. */
  readonly hasNoPods: boolean;
}

export const healthy: JudgedMoment = { answer: () => 'success', hasNoPods: false };

interface Instant {
  readonly began: number;
  readonly now: number;
  /** The current step. */
  readonly step: number;
  /** Whether any pod of the new version is ready. */
  readonly hasPods: () => boolean;
}

/** What goes wrong in one play of an update. */
export class Failures {
  /** When each has begun, in seconds since 1970. */
  private readonly onsets = new Map<Failing, number>();
  /** Those that a measurement had, or pods. */
  private readonly applied = new Set<Failing>();
  private latest = 0;

  constructor(
    private readonly failings: readonly Failing[],
    private readonly assumptions: Assumptions,
  ) {}

  judged(instant: Instant): JudgedMoment {
    if (this.failings.length === 0) return healthy;
    for (const failing of this.failings) this.begin(failing, instant);
    const { now, hasPods } = instant;
    this.latest = now;
    const { showsAfter = 0 } = this.assumptions;
    const hasBegun = (failing: Failing, after: number): boolean =>
      (this.onsets.get(failing) ?? Infinity) + after <= now;
    return {
      answer: (metric, place, isQuery) =>
        this.applying(
          (failing) =>
            (failing.what === 'all' || failing.what === metric) &&
            (failing.place === undefined || failing.place === place) &&
            hasBegun(failing, isQuery ? showsAfter : 0) &&
            (failing.needsPods !== true || hasPods()),
        )?.answer ?? 'success',
      hasNoPods: this.applying((failing) => failing.what === 'pods' && hasBegun(failing, 0)) !== undefined,
    };
  }

  /** Why none of these has changed anything in the play, as a clause; undefined if one has. */
  idleReason(failings: readonly Failing[]): string | undefined {
    if (failings.some((failing) => this.applied.has(failing))) return undefined;
    return failings.some((failing) => (this.onsets.get(failing) ?? Infinity) <= this.latest)
      ? 'it affects no measurement'
      : 'the update is over before that';
  }

  private applying(isMeant: (failing: Failing) => boolean): Failing | undefined {
    const found = this.failings.find(isMeant);
    if (found) this.applied.add(found);
    return found;
  }

  private begin(failing: Failing, { began, now, step }: Instant): void {
    if (this.onsets.has(failing)) return;
    const { fromTime, fromStep = 0 } = failing;
    if (fromTime !== undefined) this.onsets.set(failing, began + fromTime);
    else if (step >= fromStep) this.onsets.set(failing, fromStep === 0 ? began : now);
  }
}
