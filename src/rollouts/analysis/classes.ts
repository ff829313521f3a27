import { memoizeAnswers } from '../../model/memo.js';
import { decisiveNumbers, type Numbers, resultOf } from './decide.js';
import type { ConditionAnswer, Condition } from './expression/condition.js';
import { float, listOf, stringType } from './expression/types.js';
import { GoList, type Value } from './expression/values.js';
import { decisiveLists, isOfConstants } from './series.js';

/**
 * A class of answers that a provider can give: numbers, the lists of one number or more that a query with several series has, what a
 * division by 0 or a rate without requests gives, no series, no value at all, or a string. Datadog answers nil where it has no points,
 * Prometheus an empty list; a web metric can answer strings.
 */
export type AnswerClass = 'numbers' | 'series' | 'NaN' | 'infinite' | 'empty' | 'nil' | 'strings';

/**
 * How a condition ends for every answer of a class, or that this depends on the answer; undefined where it is not known. It is told class by
 * class, because a condition that is right for numbers may be an error without traffic.
 */
export function outcomeOver(
  condition: Condition,
  answerClass: AnswerClass,
  numbers: Numbers,
): ConditionOutcome {
  const { shape, isNeverNegative, most } = numbers;
  return outcomes(condition, [answerClass, shape, isNeverNegative, most], () =>
    outcomeOfClass(condition, answerClass, numbers),
  );
}

type ConditionOutcome = 'true' | 'false' | 'error' | 'varies' | undefined;

const outcomes = memoizeAnswers<Condition, ConditionOutcome>();

function outcomeOfClass(condition: Condition, answerClass: AnswerClass, numbers: Numbers): ConditionOutcome {
  const values = samplesOf(condition, answerClass, numbers);
  if (!values) {
    const type = answerClass === 'strings' ? stringType : numbers.shape === 'list' ? listOf(float) : float;
    return condition.flawFor(type)?.kind === 'error' ? 'error' : undefined;
  }
  const kinds = new Set<ConditionAnswer['kind']>(values.map((value) => condition.answer(value).kind));
  const [only, another] = kinds;
  if (only === undefined || kinds.has('unknown')) return undefined;
  return another === undefined && only !== 'unknown' ? only : 'varies';
}

/** Answers of a class among which all outcomes are that one of the class can have. */
function samplesOf(
  condition: Condition,
  answerClass: AnswerClass,
  numbers: Numbers,
): readonly Value[] | undefined {
  const asResults = (all: readonly number[]): readonly Value[] => all.map((one) => resultOf(one, numbers));
  switch (answerClass) {
    case 'numbers':
      return decisiveNumbers([condition], numbers)?.map((one) => resultOf(one, numbers));
    case 'series':
      return decisiveLists([condition], numbers)?.map((one) => new GoList(one, 'float'));
    case 'strings':
      return isOfConstants(condition) ? [''] : undefined;
    case 'NaN':
      return asResults([NaN]);
    case 'infinite':
      return asResults(numbers.isNeverNegative ? [Infinity] : [Infinity, -Infinity]);
    case 'empty':
      return [new GoList([], 'float')];
    case 'nil':
      return [null];
  }
}
