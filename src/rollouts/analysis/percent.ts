import type { Graph } from '../../repository/graph/graph.js';
import { conditionsOf } from './conditions.js';
import { intervalsWhere, resultOf } from './decide.js';
import type { TemplateMetric } from './metrics.js';

/** A metric that measures percent and passes from a limit that is written as a share. */
export interface ShareOfPercent {
  readonly key: 'successCondition' | 'failureCondition';
  readonly limit: number;
}

/** A lower limit than this one may be meant: a canary that gets half a percent of the requests. */
const lowest = 0.5;

/**
 * Whether a metric whose query is a share in percent passes from a limit between 0.5 and 1 on: it is written for the share itself.
 * An upper limit may be meant, because half a percent of errors can be too much.
 */
export function shareOfPercent(
  { field, answers, template }: TemplateMetric,
  graph: Graph,
): ShareOfPercent | undefined {
  const numbers = answers?.numbers;
  if (numbers?.most !== 100) return undefined;
  const read = (['successCondition', 'failureCondition'] as const).flatMap((key) => {
    const text = field.at(key).text ?? '';
    return text === '' ? [] : [{ key, conditions: conditionsOf(text, { template }, graph) }];
  });
  const [first] = read;
  // Arguments can make several conditions of one.
  if (!first || read.some(({ conditions }) => conditions.length !== 1)) return undefined;
  let isKnown = true;
  const passing = intervalsWhere(
    read.flatMap(({ conditions }) => conditions),
    numbers,
    (number) =>
      read.every(({ key, conditions }) => {
        const kinds = conditions.map((one) => one.answer(resultOf(number, numbers)).kind);
        isKnown &&= kinds.every((kind) => kind === 'true' || kind === 'false');
        return kinds.every((kind) => kind === (key === 'successCondition' ? 'true' : 'false'));
      }),
  );
  const [only, ...others] = passing ?? [];
  if (!isKnown || !only || others.length > 0 || only.to !== undefined) return undefined;
  const { from: limit = 0 } = only;
  return limit >= lowest && limit <= 1 ? { key: first.key, limit } : undefined;
}
