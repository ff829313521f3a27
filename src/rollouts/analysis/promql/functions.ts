/** The types of PromQL. */
export type PromType = 'scalar' | 'vector' | 'matrix' | 'string';

/** A function of PromQL. */
export interface PromFunction {
  readonly parameters: readonly PromType[];
  /** How many arguments may follow beyond all parameters but the last; -1 for any number, 0 where all are needed. */
  readonly variadic: number;
  readonly result: PromType;
}

function take(
  names: string,
  parameters: readonly PromType[],
  variadic = 0,
): readonly [string, PromFunction][] {
  return names.split(' ').map((name) => [name, { parameters, variadic, result: 'vector' }]);
}

/**
 * The functions that releases 2 and 3 of Prometheus both have.
 * https://github.com/prometheus/prometheus/blob/v3.2.1/promql/parser/functions.go
 */
export const functions: ReadonlyMap<string, PromFunction> = new Map<string, PromFunction>([
  ...take(
    'abs absent acos acosh asin asinh atan atanh ceil cos cosh deg exp floor histogram_avg histogram_count histogram_sum ' +
      'histogram_stddev histogram_stdvar ln log10 log2 rad sgn sin sinh sort sort_desc sqrt tan tanh timestamp',
    ['vector'],
  ),
  ...take(
    'absent_over_time avg_over_time changes count_over_time delta deriv idelta increase irate last_over_time max_over_time ' +
      'min_over_time present_over_time rate resets stddev_over_time stdvar_over_time sum_over_time',
    ['matrix'],
  ),
  ...take('days_in_month day_of_month day_of_week day_of_year hour minute month year', ['vector'], 1),
  ...take('clamp', ['vector', 'scalar', 'scalar']),
  ...take('clamp_max clamp_min', ['vector', 'scalar']),
  ...take('histogram_fraction', ['scalar', 'scalar', 'vector']),
  ...take('histogram_quantile', ['scalar', 'vector']),
  ...take('label_replace', ['vector', 'string', 'string', 'string', 'string']),
  ...take('label_join', ['vector', 'string', 'string', 'string'], -1),
  ...take('predict_linear', ['matrix', 'scalar']),
  ...take('quantile_over_time', ['scalar', 'matrix']),
  ...take('round', ['vector', 'scalar'], 1),
  ...take('vector', ['scalar']),
  ['scalar', { parameters: ['vector'], variadic: 0, result: 'scalar' }],
  ['pi', { parameters: [], variadic: 0, result: 'scalar' }],
  ['time', { parameters: [], variadic: 0, result: 'scalar' }],
]);
