/** Functions whose answer is never negative. */
export const neverNegativeOfAny: ReadonlySet<string> = new Set([
  ...[
    'abs',
    'absent',
    'absent_over_time',
    'changes',
    'count_over_time',
    'exp',
    'histogram_count',
    'increase',
    'irate',
  ],
  ...[
    'pi',
    'present_over_time',
    'rate',
    'resets',
    'sqrt',
    'stddev_over_time',
    'stdvar_over_time',
    'time',
    'timestamp',
  ],
  ...[
    'days_in_month',
    'day_of_month',
    'day_of_week',
    'day_of_year',
    'hour',
    'minute',
    'month',
    'year',
    'acos',
  ],
]);
/** Functions whose result is not negative if their vectors are not. */
export const neverNegativeOfSuch: ReadonlySet<string> = new Set([
  ...[
    'avg_over_time',
    'ceil',
    'floor',
    'last_over_time',
    'max_over_time',
    'min_over_time',
    'round',
    'scalar',
  ],
  ...['sort', 'sort_desc', 'sum_over_time', 'vector', 'label_replace', 'label_join', 'histogram_quantile'],
]);
/** Aggregations whose answer is never negative. */
export const alwaysCounts: ReadonlySet<string> = new Set(['count', 'group', 'stddev', 'stdvar']);
/** Operators that compare. */
export const comparisons: ReadonlySet<string> = new Set(['Eql', 'Gte', 'Gtr', 'Lss', 'Lte', 'Neq', 'EqlC']);

/** A part of a query that can have a sign. */
interface Signed {
  readonly isNeverNegative: boolean;
}

/** Whether an operation on two operands answers nothing below 0. */
export function isNeverNegativeAfter(operator: string, one: Signed, another: Signed): boolean {
  // A comparison without bool, and, unless and the remainder answer samples of the left side.
  if (comparisons.has(operator) || ['And', 'Unless', 'Mod', 'Pow'].includes(operator))
    return one.isNeverNegative;
  return ['Add', 'Mul', 'Div', 'Or'].includes(operator) && one.isNeverNegative && another.isNeverNegative;
}
