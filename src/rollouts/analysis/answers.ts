import { mostOf } from './promql/most.js';
import { readQuery } from './promql/query.js';
import type { Numbers } from './decide.js';
import type { Type } from './expression/types.js';
import { any, float, list, listOf, map, stringType, bool } from './expression/types.js';

/** What a provider hands to the conditions of a metric. */
export interface Answers {
  /** The provider, as its documentation calls it. */
  readonly title: string;
  /** The Go types that a measured value can have, besides nil. */
  readonly types: readonly Type[];
  /** The numbers that it can be, where every value is one number or a list of numbers. */
  readonly numbers: Numbers | undefined;
  /** Whether a version that fails makes the measurement an error, by the status code of its answer. */
  readonly refuses?: true;
}

/** A metric, as far as what it measures depends on it. */
export interface MeasuredMetric {
  readonly provider: string;
  /** The query of Prometheus, without arguments of the analysis in it. */
  readonly query: string | undefined;
  readonly isRange: boolean;
}

const floats = listOf(float);
/**
 * What CloudWatch answers to a query. Fields that are more than text or numbers, and pointers, are not modelled.
 * https://github.com/aws/aws-sdk-go-v2/blob/service/cloudwatch/v1.45.4/service/cloudwatch/types/types.go (MetricDataResult)
 */
const metricDataResult: Type = {
  kind: 'struct',
  name: 'types.MetricDataResult',
  fields: new Map<string, Type>([
    ...['Id', 'Label', 'Messages', 'StatusCode', 'Timestamps'].map((name) => [name, any] as const),
    ['Values', floats],
  ]),
};
const anyType = [float, stringType, bool, list, map];

/** https://github.com/argoproj/argo-rollouts/tree/v1.9.1/metricproviders */
const otherProviders: Readonly<Record<string, Answers>> = {
  cloudWatch: { title: 'CloudWatch', types: [listOf(metricDataResult)], numbers: undefined },
  datadog: { title: 'Datadog', types: [float], numbers: { shape: 'number', isNeverNegative: false } },
  graphite: { title: 'Graphite', types: [floats], numbers: { shape: 'list', isNeverNegative: false } },
  influxdb: { title: 'InfluxDB', types: [list], numbers: undefined },
  newRelic: { title: 'New Relic', types: [map, list], numbers: undefined },
  skywalking: { title: 'SkyWalking', types: anyType, numbers: undefined },
  wavefront: { title: 'Wavefront', types: [float, floats], numbers: undefined },
  web: { title: 'the web metric', types: anyType, numbers: undefined, refuses: true },
};

/** The providers that evaluate conditions in the controller. */
export const judgingProviders: readonly string[] = ['prometheus', ...Object.keys(otherProviders)];

/** What a metric measures; undefined for providers that evaluate no condition: jobs, Kayenta and plugins. */
export function answersOf({ provider, query, isRange }: MeasuredMetric): Answers | undefined {
  if (provider !== 'prometheus')
    return Object.hasOwn(otherProviders, provider) ? otherProviders[provider] : undefined;
  const read = query === undefined ? undefined : readQuery(query);
  const isTaken = read?.kind === 'taken';
  const shape = isRange ? 'list' : !isTaken ? undefined : read.type === 'scalar' ? 'number' : 'list';
  return {
    title: 'Prometheus',
    types: shape === undefined ? [float, floats] : [shape === 'number' ? float : floats],
    numbers: shape && {
      shape,
      isNeverNegative: isTaken && read.isNeverNegative,
      most: isTaken ? mostOf(query ?? '') : undefined,
    },
  };
}
