import { type Analysis, analyses, isBeforePromotion } from '../../kubernetes/kinds/analysis.js';
import { canary } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { errorLimitOf, failureBudget } from '../../rollouts/analysis/limits.js';
import { metricsRun, type TemplateMetric } from '../../rollouts/analysis/metrics.js';
import { longestRange } from '../../rollouts/analysis/promql/matchers-seen.js';
import { askedVersions } from '../../rollouts/analysis/asked-versions.js';
import { versionsSeen } from '../../rollouts/analysis/sees-canary.js';
import { endOf, type Outlasted, outlasted, outlastedWords } from '../../rollouts/analysis/time-left.js';
import { secondsAt, templatesOf } from '../../rollouts/analysis/timing.js';
import { placeOfAnalysis } from '../simulate/run-place.js';
import { endsInErrors } from '../../rollouts/analysis/conditionless.js';
import { uncalledService } from '../../rollouts/analysis/uncalled-service.js';
import { failsOnEmpty, flawIn, requiresResult, verdictOn } from '../../rollouts/analysis/verdict.js';

/** A metric that a Rollout runs, and whether it can stop a bad version. */
export interface Gate {
  readonly metric: string;
  readonly template: { readonly kind: string; readonly name: string };
  /** In words: `the background analysis`, `steps[2]`. */
  readonly analysis: string;
  /** Whether it goes on while the update waits. */
  readonly isBackground: boolean;
  /** Whether it judges the pods of an experiment. */
  readonly isOfExperiment: boolean;
  /** The step at which the analysis starts, if it goes on while the update waits. */
  readonly startingStep: number | undefined;
  /** The analysis, as the simulator names it. */
  readonly place: string;
  /** Seconds from the start of the analysis until the first measurement; undefined if an argument gives them. */
  readonly first: number | undefined;
  /** Seconds between two measurements; 0 if it is measured once; undefined if an argument gives them. */
  readonly every: number | undefined;
  /** Seconds of the longest range that its query covers; undefined if it has none, or if an argument gives it. */
  readonly range: number | undefined;
  /** How many failed measurements fail it; undefined if that is not known. */
  readonly failures: number | undefined;
  /** Why it stops no bad version, as a clause; undefined if it can stop one. */
  readonly idle: string | undefined;
  /** Whether its query measures both versions: then it notices a bad one only where its share of the requests is large enough. */
  readonly isMixed: boolean;
  /** What its measurements are for a bad version. */
  readonly bad: 'failure' | 'error';
  /** What each of its measurements is whatever the version does; such a gate stops good versions, too. */
  readonly fixed: 'failure' | 'error' | undefined;
  /** Where the metric is written, and what it measures. */
  readonly field: Field;
  readonly answers: TemplateMetric['answers'];
}

/** What a Rollout runs to judge a new version. */
export interface Gates {
  /** Each metric of each analysis, in the order of the Rollout. */
  readonly gates: readonly Gate[];
  /** Analyses whose templates are not found or ambiguous, in words; what they measure is not known. */
  readonly unknown: readonly string[];
}

export function gatesOf(graph: Graph, rollout: Resource): Gates {
  const gates: Gate[] = [];
  const unknown: string[] = [];
  for (const analysis of analyses(rollout)) {
    const templates = templatesOf(analysis, graph);
    if (!templates) unknown.push(analysis.words);
    for (const metric of metricsRun(analysis, templates ?? []))
      gates.push(gateOf(metric, analysis, { graph, rollout }));
  }
  return { gates, unknown };
}

interface RolloutInGraph {
  readonly graph: Graph;
  readonly rollout: Resource;
}

function gateOf(metric: TemplateMetric, analysis: Analysis, place: RolloutInGraph): Gate {
  const { field, name, template } = metric;
  const budget = failureBudget(field);
  const verdict = verdictOf(metric, analysis, place);
  const isRefused = endsInErrors(metric);
  return {
    metric: name,
    template: { kind: template.kind, name: template.name },
    analysis: analysis.words,
    isBackground: analysis.place === 'background',
    isOfExperiment: analysis.place === 'experiment',
    startingStep: analysis.place === 'background' ? startingStepOf(analysis) : undefined,
    place: placeOfAnalysis(analysis),
    first: secondsAt(field.at('initialDelay')),
    every: budget?.number === 1 ? 0 : secondsAt(field.at('interval')),
    range: longestRange(field.at('provider', 'prometheus', 'query').text ?? ''),
    failures: isRefused ? errorLimitOf(field) + 1 : budget && budget.failures + 1,
    ...verdict,
    isMixed: verdict.idle === mixed || verdict.idle === mixedCalls,
    bad: isRefused ? 'error' : 'failure',
    field,
    answers: metric.answers,
  };
}

/** Undefined if it is not a number. */
function startingStepOf({ field }: Analysis): number | undefined {
  const step = field.at('startingStep');
  return step.exists ? step.number : 0;
}

type GateVerdict = Pick<Gate, 'idle' | 'fixed'>;

function verdictOf(metric: TemplateMetric, analysis: Analysis, place: RolloutInGraph): GateVerdict {
  const { field, answers } = metric;
  const idle = (reason: string, fixed?: Gate['fixed']): GateVerdict => ({ idle: reason, fixed });
  if (metric.isDry) return idle('it is a dry run, whose result is only recorded');
  for (const key of ['successCondition', 'failureCondition'] as const)
    if (answers && flawIn(field.at(key).text, metric, answers.types, place.graph))
      return idle(`its ${key} does not compile, so it is an error for good versions, too`, 'error');
  switch (verdictOn(metric, place.graph)?.id) {
    case 'none':
      return idle('it has no condition, so every measurement is successful');
    case 'always':
      return idle('its conditions are a success for every number');
    case 'never':
    case 'overlap':
      return idle('its conditions are a success for no number, so good versions fail, too', 'failure');
    case undefined: {
      const uncalled = uncalledVerdict(metric, analysis, place);
      return uncalled ?? { idle: idleReason(metric, analysis, place), fixed: undefined };
    }
  }
}

/** What a metric is whose query never has a result, because no request is sent to the Service that it selects. */
function uncalledVerdict(
  metric: TemplateMetric,
  analysis: Analysis,
  { graph, rollout }: RolloutInGraph,
): GateVerdict | undefined {
  const { field, template } = metric;
  const query = field.at('provider', 'prometheus', 'query').text;
  if (query === undefined || isBeforePromotion(analysis) || analysis.place === 'experiment') return undefined;
  const service = uncalledService(query, { graph, rollout, analysis, template });
  if (!service) return undefined;
  const why = `its query measures requests to Service "${service.name}", and Istio sends none to it`;
  if (!requiresResult(metric, graph)) return { idle: why, fixed: undefined };
  const fixed = failsOnEmpty(metric, graph) ? 'error' : 'failure';
  return {
    idle: `${why}, so it is ${fixed === 'error' ? 'an error' : 'a failure'} for good versions, too`,
    fixed,
  };
}

/** Why a metric whose conditions can fail stops no bad version; undefined if it can. */
function idleReason(
  metric: TemplateMetric,
  analysis: Analysis,
  { graph, rollout }: RolloutInGraph,
): string | undefined {
  const { field } = metric;
  const budget = failureBudget(field);
  if (budget && budget.failures >= budget.number && !endsInErrors(metric))
    return `it tolerates ${budget.failures} failure${budget.failures === 1 ? '' : 's'} and is measured ${timesWords(budget.number)}`;
  const late = outlasted(metric, endOf(analysis, rollout));
  if (late) return lateWords(late);
  return unseenReason(metric, analysis, { graph, rollout });
}

/** Why a metric says nothing of the new version alone; undefined if it does, or if that is not known. */
function unseenReason(metric: TemplateMetric, analysis: Analysis, place: RolloutInGraph): string | undefined {
  const isOfCanary = canary(place.rollout).exists && analysis.place !== 'experiment';
  if (!isOfCanary && !isBeforePromotion(analysis)) return undefined;
  return askedReason(metric, analysis, place) ?? queryReason(metric, analysis, place);
}

function askedReason(
  metric: TemplateMetric,
  analysis: Analysis,
  { graph, rollout }: RolloutInGraph,
): string | undefined {
  const asked = askedVersions(graph, rollout, analysis, metric);
  if (asked?.versions !== 'stable') return asked && mixedCalls;
  const call = `it calls Service "${asked.service.name}"`;
  return isBeforePromotion(analysis) ? toActive(call) : `${call}, which leads to the stable version alone`;
}

function queryReason(
  { field, template }: TemplateMetric,
  analysis: Analysis,
  { graph, rollout }: RolloutInGraph,
): string | undefined {
  const query = field.at('provider', 'prometheus', 'query').text;
  const seen = query === undefined ? undefined : versionsSeen(query, { graph, rollout, analysis, template });
  if (!seen) return undefined;
  const isStable = seen.versions === 'stable';
  if (!isBeforePromotion(analysis)) return isStable ? 'its query measures the stable version alone' : mixed;
  return isStable
    ? toActive(`its query measures requests to Service "${seen.service.name}"`)
    : 'nothing in its query selects the preview, and before promotion requests of users reach only the old version';
}

function toActive(what: string): string {
  return `${what}, which leads to the old version until promotion`;
}

/** Why a metric cannot fail before something ends its analysis, as a clause. */
export function lateWords(late: Outlasted): string {
  return `it ${outlastedWords(late, 'the analysis')}, and ${late.end.words}`;
}

const mixed = 'its query measures both versions together';
const mixedCalls = 'the Service that it calls has pods of both versions';

function timesWords(number: number): string {
  return number === 1 ? 'once' : `${number} times`;
}
