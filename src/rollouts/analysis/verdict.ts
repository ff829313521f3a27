import type { Field } from '../../model/field.js';
import type { Graph } from '../../repository/graph/graph.js';
import { defaultArguments } from '../../kubernetes/kinds/analysis.js';
import { answersOf } from './answers.js';
import { outcomeOver } from './classes.js';
import { conditionsOf } from './conditions.js';
import { decisiveNumbers, type Interval, intervalsWhere, type Numbers, resultOf } from './decide.js';
import type { Condition, Flaw } from './expression/condition.js';
import { any, type Type } from './expression/types.js';
import { GoList, type Value } from './expression/values.js';
import { hasNoCondition } from './conditionless.js';
import { type TemplateMetric, withoutArguments } from './metrics.js';
import { isFilledWithoutFailures } from './promql/doubts.js';
import { isNaNWhenIdle } from './promql/nan.js';
import { answerWithoutSamples } from './promql/without-samples.js';
import { decisiveLists } from './series.js';

/** What the conditions of a metric say whatever its number is; `none` if it has no condition. */
export type ConditionVerdict =
  | { readonly id: 'none' }
  | {
      readonly id: 'always' | 'never' | 'overlap';
      readonly key: 'successCondition' | 'failureCondition';
      readonly value: string;
    };

/**
 * Whether the conditions of a metric have one answer for every number that its provider can return; undefined where they
 * distinguish numbers, or where that is not known.
 */
export function verdictOn(metric: TemplateMetric, graph: Graph): ConditionVerdict | undefined {
  const { field, answers } = metric;
  if (!answers) return undefined;
  const fields = { success: field.at('successCondition'), failure: field.at('failureCondition') };
  if (hasNoCondition(field)) return answers.refuses ? undefined : { id: 'none' };
  return answers.numbers && verdictOnNumbers(fields, metric, answers.numbers, graph);
}

function verdictOnNumbers(
  fields: { readonly success: Field; readonly failure: Field },
  metric: TemplateMetric,
  numbers: Numbers,
  graph: Graph,
): ConditionVerdict | undefined {
  const success = outcomeOf(fields.success, metric, numbers, graph);
  const failure = outcomeOf(fields.failure, metric, numbers, graph);
  const hasSuccess = (fields.success.text ?? '') !== '';
  const hasFailure = (fields.failure.text ?? '') !== '';
  if (hasSuccess && success === 'false') return { id: 'never', key: 'successCondition', value: 'false' };
  if (hasFailure && failure === 'true') return { id: 'never', key: 'failureCondition', value: 'true' };
  if (hasSuccess && hasFailure) return overlapOf(fields, metric, numbers, graph);
  if (success === 'true') return { id: 'always', key: 'successCondition', value: 'true' };
  return failure === 'false' ? { id: 'always', key: 'failureCondition', value: 'false' } : undefined;
}

/** Both conditions, asked for the same numbers. */
function overlapOf(
  { success, failure }: { readonly success: Field; readonly failure: Field },
  metric: TemplateMetric,
  numbers: Numbers,
  graph: Graph,
): ConditionVerdict | undefined {
  const [one, ...others] = conditionsOf(success.text ?? '', metric, graph);
  const [another, ...more] = conditionsOf(failure.text ?? '', metric, graph);
  if (!one || !another || others.length + more.length > 0) return undefined;
  const answers = resultsFor([one, another], numbers)?.map(
    (result) => [one.answer(result).kind, another.answer(result).kind] as const,
  );
  if (!answers?.flat().every((kind) => kind === 'true' || kind === 'false')) return undefined;
  if (answers.every(([isSuccess, isFailure]) => isSuccess === 'false' || isFailure === 'true'))
    return { id: 'overlap', key: 'failureCondition', value: 'true' };
  return answers.every(([isSuccess, isFailure]) => isSuccess === 'true' && isFailure === 'false')
    ? { id: 'always', key: 'successCondition', value: 'true' }
    : undefined;
}

/** What decides conditions: numbers, or lists where a query can have several series. */
function resultsFor(conditions: readonly Condition[], numbers: Numbers): readonly Value[] | undefined {
  return numbers.shape === 'list'
    ? decisiveLists(conditions, numbers)?.map((one) => new GoList(one, 'float'))
    : decisiveNumbers(conditions, numbers);
}

/**
 * The numbers for which neither the successCondition nor the failureCondition of a metric holds, so that its measurement is inconclusive;
 * none where that is not known.
 */
export function gapsIn({ field, answers, ...metric }: TemplateMetric, graph: Graph): readonly Interval[] {
  const numbers = answers?.numbers;
  const texts = ['successCondition', 'failureCondition'].map((key) => field.at(key).text ?? '');
  const read = texts.map((text) => (text === '' ? [] : conditionsOf(text, metric, graph)));
  const [[success, ...others] = [], [failure, ...more] = []] = read;
  if (!numbers || !success || !failure || others.length + more.length > 0) return [];
  let isKnown = true;
  const found = intervalsWhere([success, failure], numbers, (number) => {
    const kinds = [success, failure].map((one) => one.answer(resultOf(number, numbers)).kind);
    isKnown &&= kinds.every((kind) => kind === 'true' || kind === 'false');
    return kinds.every((kind) => kind === 'false');
  });
  return isKnown ? (found ?? []) : [];
}

/** How a condition ends for every number; undefined where that is not known, or where arguments make several conditions of it. */
function outcomeOf(
  { text }: Field,
  metric: TemplateMetric,
  numbers: Numbers,
  graph: Graph,
): ReturnType<typeof outcomeOver> {
  if (text === undefined || text === '') return undefined;
  const [condition, ...others] = conditionsOf(text, metric, graph);
  if (!condition || others.length > 0) return undefined;
  return outcomeOver(condition, numbers.shape === 'list' ? 'series' : 'numbers', numbers);
}

/** What a measurement is for a good version without requests. */
export interface NaNPhase {
  readonly phase: 'failure' | 'inconclusive';
  /** What the query answers. */
  readonly shape: Numbers['shape'];
  /** Whether the query answers NaN only while its series are missing, as before the first request. */
  readonly isMissing: boolean;
  /** Whether a condition is an error until the query has its first sample. */
  readonly isErrorFirst: boolean;
}

/**
 * What a measurement certainly is whose query answers NaN without requests; undefined if it is a success then, an error, or if the query
 * does not answer NaN.
 */
export function phaseOfNaN(metric: TemplateMetric, graph: Graph): NaNPhase | undefined {
  const { field, template } = metric;
  const query = field.at('provider', 'prometheus', 'query').text;
  if (query === undefined || field.at('provider', 'prometheus', 'rangeQuery').exists) return undefined;
  // A Rollout can give another value, but rarely one that is another operation. A whole query is one.
  const isArgument = /^\s*\{\{[^{}]*\}\}\s*$/.test(query);
  const plain = withoutArguments(query, isArgument ? undefined : defaultArguments(template));
  const answers = answersOf({ provider: 'prometheus', query: plain, isRange: false });
  const numbers = answers?.numbers;
  const phase = numbers && phaseWithNaN(metric, numbers, graph);
  if (!phase) return undefined;
  const { shape } = numbers;
  const withoutSamples = answerWithoutSamples(plain);
  if (isNaNWhenIdle(plain)) {
    if (isFilledWithoutFailures(plain)) return undefined;
    const isErrorFirst = withoutSamples === undefined && failsOnEmpty({ ...metric, answers }, graph);
    return { phase, shape, isMissing: false, isErrorFirst };
  }
  return Number.isNaN(withoutSamples) ? { phase, shape, isMissing: true, isErrorFirst: false } : undefined;
}

/** What a measurement is whose result is NaN; undefined if it is a success, an error, or not known. */
function phaseWithNaN(
  { field, ...metric }: TemplateMetric,
  numbers: Numbers,
  graph: Graph,
): NaNPhase['phase'] | undefined {
  const [success, failure] = (['successCondition', 'failureCondition'] as const).map((key) => {
    const text = field.at(key).text ?? '';
    if (text === '') return 'none';
    const outcomes = conditionsOf(text, metric, graph).map((one) => outcomeOver(one, 'NaN', numbers));
    // A condition that is an error for an example of an argument gets other arguments.
    const able = outcomes.filter((one) => one !== 'error');
    const [first] = able.length > 0 ? able : outcomes;
    return able.every((one) => one === first) ? first : undefined;
  });
  const isFailure = failure === 'true' || (success === 'false' && failure === 'none');
  if (isFailure && success !== 'error' && success !== undefined) return 'failure';
  return success === 'false' && failure === 'false' ? 'inconclusive' : undefined;
}

/** Whether a condition of a metric certainly is an error for a result without a sample. */
export function failsOnEmpty({ field, answers, ...metric }: TemplateMetric, graph: Graph): boolean {
  const numbers = answers?.numbers;
  if (numbers?.shape !== 'list') return false;
  return ['successCondition', 'failureCondition'].some((key) => {
    const text = field.at(key).text ?? '';
    const conditions = text === '' ? [] : conditionsOf(text, metric, graph);
    return conditions.length > 0 && conditions.every((one) => outcomeOver(one, 'empty', numbers) === 'error');
  });
}

/**
 * The condition by which a metric certainly fails for a result without a sample, where none is an error; undefined if it does not, or if
 * that is not known.
 */
export function failingOnEmpty(
  { field, answers, ...metric }: TemplateMetric,
  graph: Graph,
): 'successCondition' | 'failureCondition' | undefined {
  const numbers = answers?.numbers;
  if (numbers?.shape !== 'list') return undefined;
  const [success, failure] = (['successCondition', 'failureCondition'] as const).map((key) => {
    const text = field.at(key).text ?? '';
    if (text === '') return 'none';
    const [first, ...others] = conditionsOf(text, metric, graph).map((one) =>
      outcomeOver(one, 'empty', numbers),
    );
    return others.every((one) => one === first) ? first : undefined;
  });
  if ([success, failure].some((one) => one === 'error' || one === undefined)) return undefined;
  if (failure === 'true') return 'failureCondition';
  return success === 'false' && failure === 'none' ? 'successCondition' : undefined;
}

/**
 * Whether a metric certainly passes for a result without a sample, although its conditions distinguish numbers. Datadog answers
 * nil where it has no points, Prometheus an empty list.
 */
export function passesOnEmpty({ field, answers, ...metric }: TemplateMetric, graph: Graph): boolean {
  const numbers = answers?.numbers;
  if (!numbers) return false;
  const isDatadog = field.at('provider', 'datadog').exists;
  if (numbers.shape !== 'list' && !isDatadog) return false;
  return passesFor(field, metric, graph, (one) => outcomeOver(one, isDatadog ? 'nil' : 'empty', numbers));
}

/** Whether a measurement without a result is an error or a failure, so that a metric cannot pass where nothing is measured. */
export function requiresResult(metric: TemplateMetric, graph: Graph): boolean {
  if (failsOnEmpty(metric, graph)) return true;
  const { field, answers } = metric;
  const numbers = answers?.numbers;
  const text = field.at('successCondition').text ?? '';
  if (numbers?.shape !== 'list' || text === '') return false;
  const conditions = conditionsOf(text, metric, graph);
  return conditions.length > 0 && conditions.every((one) => outcomeOver(one, 'empty', numbers) === 'false');
}

/** Whether a metric certainly passes for a number that its query has where nothing was measured. */
export function passesOn(
  number: number,
  { field, answers, ...metric }: TemplateMetric,
  graph: Graph,
): boolean {
  const numbers = answers?.numbers;
  return (
    numbers !== undefined &&
    passesFor(field, metric, graph, (one) => one.answer(resultOf(number, numbers)).kind)
  );
}

function passesFor(
  field: Field,
  metric: Pick<TemplateMetric, 'template'>,
  graph: Graph,
  outcome: (condition: Condition) => string | undefined,
): boolean {
  const [success, failure] = (['successCondition', 'failureCondition'] as const).map((key) => {
    const text = field.at(key).text ?? '';
    return text === '' ? undefined : conditionsOf(text, metric, graph).map(outcome);
  });
  if (!success && !failure) return false;
  const holds = (all: readonly (string | undefined)[] | undefined, kind: string): boolean =>
    !all || (all.length > 0 && all.every((one) => one === kind));
  return holds(success, 'true') && holds(failure, 'false');
}

/** An error that a condition has for all arguments and all measured values. */
export interface ConditionFlaw {
  readonly first: Extract<Flaw, { kind: 'error' }>;
  readonly conditions: readonly Condition[];
}

/** Why a condition never has an answer; undefined where it can have one, or where that is not known. */
export function flawIn(
  text: string | undefined,
  metric: Pick<TemplateMetric, 'template'>,
  types: readonly Type[],
  graph: Graph,
): ConditionFlaw | undefined {
  if (text === undefined || text === '') return undefined;
  const conditions = conditionsOf(text, metric, graph);
  const flaws = conditions.flatMap((condition) => types.map((type) => condition.flawFor(type)));
  const errors = flaws.flatMap((flaw) => (flaw?.kind === 'error' ? [flaw] : []));
  // An error that occurs for values of any type is reported in preference to one for the first type.
  const always = conditions[0]?.flawFor(any);
  const first = always?.kind === 'error' ? always : errors[0];
  return first && errors.length === flaws.length ? { first, conditions } : undefined;
}
