import { memoize } from '../../model/memo.js';
import { goJson } from '../../kubernetes/objects/go-json.js';
import type {
  AnalysisRunArgument,
  CanaryStep,
  CanaryStrategy,
  ExperimentStep,
  LabelSelector,
  PodMetadata,
  RolloutAnalysis,
  RolloutObject,
  StringMatch,
} from '../../kubernetes/objects/rollout-object.js';
import { isAtLeast, type RolloutsVersion } from '../../kubernetes/objects/version.js';

/**
 * A hash that identifies a list of steps: of the JSON that Go writes, in the alphabet that Kubernetes uses for hashes.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/conditions/conditions.go (ComputeStepHash)
 */
export function stepHash({ spec: { strategy = {} } }: RolloutObject, version: RolloutsVersion): string {
  const { blueGreen, canary } = strategy;
  if (blueGreen || !canary) return '';
  return isAtLeast(version, '1.9') ? hashOfSteps(canary) : hashOfStepsOf18(canary);
}

const hashOfSteps = memoize(({ steps = [] }: CanaryStrategy): string => hashOf(steps.map(stepOf)));

/** Up to 1.8 the run metadata of an analysis is not a pointer, so Go always writes it. */
const hashOfStepsOf18 = memoize(({ steps = [] }: CanaryStrategy): string =>
  hashOf(
    steps.map((step) =>
      stepOf(step.analysis ? { ...step, analysis: { analysisRunMetadata: {}, ...step.analysis } } : step),
    ),
  ),
);

function hashOf(steps: readonly object[]): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(steps.length === 0 ? 'null' : goJson(steps)))
    hash = Math.imul(hash ^ byte, 0x01000193);
  return [...String(hash >>> 0)].map((digit) => letters[digit.charCodeAt(0) % letters.length]).join('');
}

/** https://github.com/kubernetes/apimachinery/blob/v0.34.1/pkg/util/rand/rand.go (SafeEncodeString) */
const letters = 'bcdfghjklmnpqrstvwxz2456789';

/**
 * The fields of a step in Go's order. Undefined ones are left out; a struct that is not a pointer is written even if empty.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/types.go (CanaryStep)
 */
function stepOf(given: CanaryStep): object {
  const { setWeight, pause, experiment, analysis, setCanaryScale, setHeaderRoute, setMirrorRoute, plugin } =
    withoutNulls(given);
  return {
    setWeight,
    pause: pause && { duration: pause.duration },
    experiment: experiment && experimentOf(experiment),
    analysis: analysis && analysisOf(analysis),
    setCanaryScale: setCanaryScale && {
      weight: setCanaryScale.weight,
      replicas: setCanaryScale.replicas,
      matchTrafficWeight: setCanaryScale.matchTrafficWeight,
    },
    setHeaderRoute: setHeaderRoute && {
      name: setHeaderRoute.name,
      match: list(setHeaderRoute.match, ({ headerName = '', headerValue }) => ({
        headerName,
        headerValue: headerValue ? matchOf(headerValue) : null,
      })),
    },
    setMirrorRoute: setMirrorRoute && {
      name: setMirrorRoute.name ?? '',
      match: list(setMirrorRoute.match, ({ method, path, headers }) => ({
        method: method && matchOf(method),
        path: path && matchOf(path),
        headers: headers && map(headers, matchOf),
      })),
      percentage: setMirrorRoute.percentage,
    },
    plugin: plugin && { name: plugin.name, config: sorted(plugin.config) },
  };
}

function experimentOf(experiment: ExperimentStep): object {
  return {
    templates: (experiment.templates ?? []).map(
      ({ name, specRef = '', replicas, metadata, selector, weight, service }) => ({
        name,
        specRef,
        replicas,
        metadata: metadataOf(metadata),
        selector: selector && selectorOf(selector),
        weight,
        service: service && { name: service.name },
      }),
    ),
    duration: experiment.duration,
    analyses: list(
      experiment.analyses,
      ({ name, templateName, clusterScope, args, requiredForCompletion }) => ({
        name,
        templateName,
        clusterScope,
        args: list(args, argumentOf),
        requiredForCompletion: requiredForCompletion || undefined,
      }),
    ),
    dryRun: list(experiment.dryRun, ({ metricName }) => ({ metricName })),
    analysisRunMetadata: metadataOf(experiment.analysisRunMetadata),
    scaleDownDelaySeconds: experiment.scaleDownDelaySeconds,
  };
}

function analysisOf(analysis: RolloutAnalysis): object {
  const { analysisRunMetadata } = analysis;
  return {
    templates: list(analysis.templates, ({ templateName = '', clusterScope }) => ({
      templateName,
      clusterScope,
    })),
    args: list(analysis.args, argumentOf),
    dryRun: list(analysis.dryRun, ({ metricName }) => ({ metricName })),
    measurementRetention: list(analysis.measurementRetention, ({ metricName, limit = 0 }) => ({
      metricName,
      limit,
    })),
    analysisRunMetadata: analysisRunMetadata && metadataOf(analysisRunMetadata),
  };
}

function argumentOf({ name, value, valueFrom }: AnalysisRunArgument): object {
  const { podTemplateHashValue, fieldRef } = valueFrom ?? {};
  return {
    name,
    value,
    valueFrom: valueFrom && {
      podTemplateHashValue,
      fieldRef: fieldRef && { fieldPath: fieldRef.fieldPath },
    },
  };
}

function matchOf({ exact, prefix, regex }: StringMatch): StringMatch {
  return { exact, prefix, regex };
}

function metadataOf({ labels, annotations }: PodMetadata = {}): object {
  return { labels: labels && map(labels), annotations: annotations && map(annotations) };
}

function selectorOf({ matchLabels, matchExpressions }: LabelSelector): object {
  return {
    matchLabels: matchLabels && map(matchLabels),
    matchExpressions: list(matchExpressions, ({ key, operator, values }) => ({
      key,
      operator,
      values: list(values),
    })),
  };
}

function list<Item>(
  items: readonly Item[] | undefined,
  of: (item: Item) => unknown = (item) => item,
): unknown {
  return items && items.length > 0 ? items.map(of) : undefined;
}

/** A map with sorted keys; an empty one is left out. */
function map<Value>(
  values: Readonly<Record<string, Value>>,
  of: (value: Value) => unknown = (value) => value,
): object | undefined {
  const entries = Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.length > 0 ? Object.fromEntries(entries.map(([key, value]) => [key, of(value)])) : undefined;
}

/** A value written as it was read, with sorted map keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, field]) => [key, sorted(field)]),
  );
}

function withoutNulls(step: CanaryStep): CanaryStep {
  return JSON.parse(JSON.stringify(step), (_, value: unknown) => value ?? undefined) as CanaryStep;
}
