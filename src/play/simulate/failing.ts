import type { Cluster } from '../../kubernetes/objects/cluster.js';
import type { AnalysisTemplateRef, RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import type { FlatTemplate } from '../../rollouts/controllers/analysis-templates.js';
import { stepsOf } from '../../rollouts/controllers/steps.js';
import type { Assumptions } from './clock.js';
import { flatTemplate } from './run-spec.js';

/** What a metric answers that sees a bad version. `empty` is a query without a result. */
export const answers = ['failure', 'error', 'inconclusive', 'empty'] as const;
export type Answer = (typeof answers)[number];

/** What goes wrong in an update: a metric, all metrics (`all`), or pods that never become ready (`pods`). */
export interface Failing {
  readonly what: string;
  /** The only analysis in which the metric does, as `placeOfAnalysis` names it; all of them if absent. */
  readonly place?: string;
  readonly answer: Answer;
  /** From when on: a step, or seconds since the update began; from the beginning if neither is given. */
  readonly fromStep?: number;
  readonly fromTime?: number;
}

/** The names of all metrics that analyses of a Rollout measure. */
export function metricsOf(cluster: Cluster, rollout: RolloutObject): readonly string[] {
  const { canary, blueGreen } = rollout.spec.strategy ?? {};
  const references: readonly (readonly AnalysisTemplateRef[])[] = [
    ...[canary?.analysis, blueGreen?.prePromotionAnalysis, blueGreen?.postPromotionAnalysis].map(
      (analysis) => analysis?.templates ?? [],
    ),
    ...stepsOf(rollout).flatMap(({ analysis, experiment }) => [
      analysis?.templates ?? [],
      experiment?.analyses ?? [],
    ]),
  ];
  const names = references.flatMap((list) =>
    list.flatMap((reference) => namesIn(flatTemplate(cluster, rollout.metadata.namespace, [reference]))),
  );
  return [...new Set(names)].sort();
}

function namesIn(template: FlatTemplate | undefined): readonly string[] {
  return (template?.metrics ?? []).map(({ name }) => name).filter((name) => name !== '');
}

/** What a metric answers. */
export type Answered = Answer | 'success';

/** What runs and pods show of the new version at a moment. */
export interface Judged {
  /** What a metric of an analysis answers; a query may show a fault later than it begins. */
  readonly answer: (metric: string, place: string | undefined, isQuery: boolean) => Answered;
  /** Whether pods that start now never become ready. */
  readonly hasNoPods: boolean;
}

export const healthy: Judged = { answer: () => 'success', hasNoPods: false };

interface Instant {
  readonly began: number;
  readonly now: number;
  /** The current step. */
  readonly step: number;
}

/** What goes wrong in one play of an update. */
export class Failures {
  /** When each has begun, in seconds since 1970. */
  private readonly onsets = new Map<Failing, number>();

  constructor(
    private readonly failings: readonly Failing[],
    private readonly assumptions: Assumptions,
  ) {}

  judged(instant: Instant): Judged {
    if (this.failings.length === 0) return healthy;
    for (const failing of this.failings) this.begin(failing, instant);
    const { now } = instant;
    const { showsAfter = 0 } = this.assumptions;
    const hasBegun = (failing: Failing, after: number): boolean =>
      (this.onsets.get(failing) ?? Infinity) + after <= now;
    return {
      answer: (metric, place, isQuery) =>
        this.failings.find(
          (failing) =>
            (failing.what === 'all' || failing.what === metric) &&
            (failing.place === undefined || failing.place === place) &&
            hasBegun(failing, isQuery ? showsAfter : 0),
        )?.answer ?? 'success',
      hasNoPods: this.failings.some((failing) => failing.what === 'pods' && hasBegun(failing, 0)),
    };
  }

  private begin(failing: Failing, { began, now, step }: Instant): void {
    if (this.onsets.has(failing)) return;
    const { fromTime, fromStep = 0 } = failing;
    if (fromTime !== undefined) this.onsets.set(failing, began + fromTime);
    else if (step >= fromStep) this.onsets.set(failing, fromStep === 0 ? began : now);
  }
}
