import type { AnyStep, Duration } from './steps.js';
import {
  defined,
  type Existing,
  type ManifestContext,
  type Manifest,
  namedManifest,
  type Raw,
  refuse,
} from './manifest.js';
import type {
  ArgumentSource,
  DryRun,
  MeasurementRetention,
  TemplateArgument,
  UpstreamProviders,
} from './upstream-types.js';
import type { Labels } from '../../kubernetes/objects/object.js';
import { isSameJson } from '../../kubernetes/objects/json.js';

/** A provider with all its fields. */
type Provider<K extends keyof UpstreamProviders> = NonNullable<UpstreamProviders[K]>;

/** What measures: one of these, in the form of the AnalysisTemplate's own field. */
export interface MetricProvider {
  /** A query of Prometheus. */
  readonly prometheus?: Provider<'prometheus'> & {
    /** The URL, with its scheme. @default - that of the environment of the controller */
    readonly address?: string;
    /** The query, in PromQL. */
    readonly query: string;
  };
  /** What a URL answers. */
  readonly web?: Provider<'web'> & {
    /** The URL, with its scheme. */
    readonly url: string;
    /** Which part of the answer is the result, such as `{$.status}`. @default - all of it */
    readonly jsonPath?: string;
  };
  /** A Job, whose end is the result: its `metadata` and `spec`. */
  readonly job?: Provider<'job'>;
  /** A query of Datadog. */
  readonly datadog?: Provider<'datadog'>;
  /** A query of New Relic. */
  readonly newRelic?: Provider<'newRelic'>;
  /** A query of Wavefront. */
  readonly wavefront?: Provider<'wavefront'>;
  /** Queries of CloudWatch. */
  readonly cloudWatch?: Provider<'cloudWatch'>;
  /** A query of Graphite. */
  readonly graphite?: Provider<'graphite'>;
  /** A query of InfluxDB. */
  readonly influxdb?: Provider<'influxdb'>;
  /** A query of SkyWalking. */
  readonly skywalking?: Provider<'skywalking'>;
  /** A comparison of two versions by Kayenta. */
  readonly kayenta?: Provider<'kayenta'>;
  /** Plugins by their names. What each is given is its own, so it may have any fields. */
  readonly plugin?: Raw;
}

/** A metric of an analysis, in the form of the AnalysisTemplate's own field. */
export interface Metric {
  /** The name, unique among the metrics of a template. */
  readonly name: string;
  /** What measures: one provider by its name, in upstream's form. */
  readonly provider: MetricProvider;
  /**
   * The time between two measurements, such as `30s` or `5m`.
   * @default - one measurement
   */
  readonly interval?: Duration;
  /**
   * The time before the first measurement.
   * @default - none
   */
  readonly initialDelay?: Duration;
  /**
   * The number of measurements. A run that must end needs it beside `interval`.
   * @default - 1 without `interval`, no end with it
   */
  readonly count?: number | string;
  /**
   * The expression by which a measurement is good, such as `result[0] >= 0.99`.
   * @default - all that is not a failure
   */
  readonly successCondition?: string;
  /**
   * The expression by which a measurement is a failure.
   * @default - all that is not a success
   */
  readonly failureCondition?: string;
  /**
   * The number of failures that are tolerated; one more fails the metric, -1 tolerates all.
   * @default - 0
   */
  readonly failureLimit?: number | string;
  /**
   * The number of measurements that are neither good nor a failure and are tolerated.
   * @default - 0
   */
  readonly inconclusiveLimit?: number | string;
  /**
   * The number of measurements in a row that may end with an error.
   * @default - 4
   */
  readonly consecutiveErrorLimit?: number | string;
  /**
   * The number of good measurements in a row that end the metric with success.
   * @default - 0: it is not used
   */
  readonly consecutiveSuccessLimit?: number | string;
}

/** An analysis to make: what is measured, and of what. It may stand where its name would in a step. */
export interface AnalysisTemplateProps {
  /** @default - the name of the Rollout, followed by that of the first metric */
  readonly name?: string;
  /**
   * Labels beside those of all objects: `metadata.labels`.
   * @default - none
   */
  readonly labels?: Labels;
  /** @default - none */
  readonly annotations?: Labels;
  /** What is measured; at least one metric. */
  readonly metrics: readonly Metric[];
  /**
   * The arguments that its texts name, with a value or without.
   * @default - none
   */
  readonly args?: readonly TemplateArgument[];
  /**
   * Metrics that are measured without an effect on the result, by names or patterns.
   * @default - none
   */
  readonly dryRun?: readonly DryRun[];
  /**
   * How many measurements of each metric are kept.
   * @default - 10
   */
  readonly measurementRetention?: readonly MeasurementRetention[];
}

/** An analysis of the same app that is made apart, in the form of the Rollout's own field. */
export interface AnalysisTemplateRef {
  /** The name of the AnalysisTemplate. */
  readonly templateName: string;
  /**
   * Whether it is a ClusterAnalysisTemplate.
   * @default - false
   */
  readonly clusterScope?: boolean;
  /** Not beside `templateName`. */
  readonly name?: never;
  /** Not beside `templateName`. */
  readonly metrics?: never;
}

/** An analysis that is not of the same app, as `fromExisting` names it. */
export interface ExistingAnalysis extends Existing {
  /** Not of an existing one. */
  readonly metrics?: never;
}

/** An argument of an analysis: a value, or where it comes from. */
export interface AnalysisArgument {
  /** The name, as `{{args.name}}` in the texts of the template. */
  readonly name: string;
  /**
   * Its value.
   * @default - that of the template, or `valueFrom`
   */
  readonly value?: string;
  /**
   * Where the value comes from: `podTemplateHashValue` or `fieldRef`.
   * @default - `value`
   */
  readonly valueFrom?: ArgumentSource;
}

/** An analysis as a step or before and after a promotion: one run, which has to succeed. */
export interface AnalysisStep {
  /** The analyses that run: to make, by the names of their templates, or existing ones. */
  readonly templates: readonly (AnalysisTemplateProps | AnalysisTemplateRef | ExistingAnalysis)[];
  /**
   * The arguments of all templates.
   * @default - those of the templates
   */
  readonly args?: readonly AnalysisArgument[];
  /**
   * Metrics that are measured without an effect on the result, by names or patterns.
   * @default - none
   */
  readonly dryRun?: readonly DryRun[];
  /**
   * How many measurements of each metric are kept.
   * @default - 10
   */
  readonly measurementRetention?: readonly MeasurementRetention[];
  /**
   * Labels and annotations of the AnalysisRuns.
   * @default - none
   */
  readonly analysisRunMetadata?: {
    /** @default - none */
    readonly labels?: Labels;
    /** @default - none */
    readonly annotations?: Labels;
  };
}

/** An analysis beside the steps, which aborts the update when it fails. */
export interface BackgroundAnalysis extends AnalysisStep {
  /**
   * The step with which it begins, counted from 0. It moves along with its step when a route is added before it.
   * @default - the one after the first weight: before that, the new version has no requests that could be measured
   */
  readonly startingStep?: number;
}

/** An analysis as the Rollout of this name has it: templates by their names. */
export function analysisByName(rollout: string, analysis: AnalysisStep): Raw {
  return {
    ...analysis,
    templates: analysis.templates.map((template) => {
      const name = template.metrics === undefined ? template.name : templateName(rollout, template);
      return name === undefined ? template : { templateName: name };
    }),
  };
}

/**
 * An analysis beside the steps as the Rollout has it. The controller counts all steps, also those of added routes, and starts with
 * the first one by default.
 */
export function backgroundByName(
  rollout: string,
  { startingStep, ...analysis }: BackgroundAnalysis,
  steps: readonly AnyStep[],
): Raw {
  const start = startingStep ?? stepAfterFirstWeight(steps);
  return { ...analysisByName(rollout, analysis), ...(start !== 0 && { startingStep: start }) };
}

/** The step after the first weight, or the weight itself where it is the last step; 0 without a weight. */
function stepAfterFirstWeight(steps: readonly AnyStep[]): number {
  const first = steps.findIndex(({ setWeight = 0 }) => setWeight > 0);
  return Math.max(0, Math.min(first + 1, steps.length - 1));
}

function templateName(rollout: string, { name, metrics }: AnalysisTemplateProps): string {
  return name ?? [rollout, ...metrics.slice(0, 1).map((metric) => metric.name)].join('-');
}

/**
 * The AnalysisTemplates of all analyses of a Rollout, each once, in the order of their first use.
 * @throws {UnfitProps} for two of one name that differ, and for one that measures nothing
 */
export function analysisTemplates(
  rollout: string,
  context: ManifestContext,
  analyses: readonly (AnalysisStep | undefined)[],
): readonly Manifest[] {
  const byName = new Map<string, AnalysisTemplateProps>();
  for (const template of analyses.flatMap((analysis) => analysis?.templates ?? [])) {
    if (template.metrics === undefined) continue;
    const name = templateName(rollout, template);
    if (template.metrics.length === 0) refuse(`Analysis "${name}" has no metrics; give at least one.`);
    const other = byName.get(name);
    if (other && !isSameJson(other, template))
      refuse(`Two different analyses are named "${name}"; give them different names.`);
    byName.set(name, template);
  }
  return [...byName].map(([name, { metrics, args, dryRun, measurementRetention, labels, annotations }]) =>
    namedManifest(
      name,
      context,
      ['argoproj.io/v1alpha1', 'AnalysisTemplate'],
      { ...(labels && { labels }), ...(annotations && { annotations }) },
      { spec: defined({ args, dryRun, measurementRetention, metrics }) },
    ),
  );
}
