import type { Analysis } from '../../kubernetes/kinds/analysis.js';
import { fitsPart } from '../../kubernetes/kinds/go-pattern.js';
import type { Field } from '../../model/field.js';
import { memoizeRecent } from '../../model/memo.js';
import { isFilledIn } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { type Answers, answersOf, judgingProviders } from './answers.js';

/** A metric of an AnalysisTemplate or ClusterAnalysisTemplate. */
export interface TemplateMetric {
  readonly template: Resource;
  readonly field: Field;
  readonly name: string;
  /** Whether the template makes it a dry run, so that it stops nothing. */
  readonly isDry: boolean;
  /** What it measures; undefined for providers that evaluate no condition. */
  readonly answers: Answers | undefined;
}

/** The resources that define metrics. */
export function templatesIn(graph: Graph): readonly Resource[] {
  return ['AnalysisTemplate', 'ClusterAnalysisTemplate'].flatMap((kind) => graph.ofKind(kind, 'argoproj.io'));
}

/** The metrics of a template; an analysis can make more of them dry runs, by patterns of their names. */
export function metricsOf(template: Resource, more: readonly string[] = []): readonly TemplateMetric[] {
  const own = template.at('spec', 'dryRun').items.map((rule) => rule.at('metricName').text ?? '.*');
  const dryRun = [...own, ...more];
  return template.at('spec', 'metrics').items.map((field) => {
    const name = field.at('name').text ?? '';
    return {
      template,
      field,
      name,
      // A name that is filled in later may be that of a rule.
      isDry: dryRun.some((pattern) => isFilledIn(field.at('name')) || fitsSome(pattern, name) !== false),
      // Reading a query takes longer than all else here, and few rules ask.
      get answers() {
        return measuredBy(field);
      },
    };
  });
}

/** Whether a metric asks a monitoring system, which only knows what requests have been answered. */
export function isQuery(metric: Field): boolean {
  return ['prometheus', 'datadog', 'newRelic', 'graphite', 'cloudWatch', 'wavefront', 'influxdb'].some(
    (provider) => metric.at('provider', provider).exists,
  );
}

/** The metrics that an analysis runs; dry-run rules of each of its templates count for all of them. */
export function metricsRun(
  { rules }: Pick<Analysis, 'rules'>,
  templates: readonly Resource[],
): readonly TemplateMetric[] {
  const dryRun = [rules, ...templates.map((template) => template.at('spec'))].flatMap((field) =>
    field.at('dryRun').items.map((rule) => rule.at('metricName').text ?? '.*'),
  );
  return templates.flatMap((template) => metricsOf(template, dryRun));
}

/** Whether a rule for metrics fits a name; undefined where that is not known. Upstream searches for the pattern in the name. */
export function fitsSome(pattern: string, name: string): boolean | undefined {
  return pattern.includes('{{') ? undefined : fitsPart(pattern, name);
}

function measuredBy(metric: Field): Answers | undefined {
  const provider = judgingProviders.find((name) => metric.at('provider', name).exists);
  if (provider === undefined) return undefined;
  const prometheus = metric.at('provider', 'prometheus');
  const query = prometheus.at('query').text;
  const isRange = prometheus.at('rangeQuery').exists;
  if (provider !== 'prometheus' || query === undefined) return answersOf({ provider, query, isRange });
  return isRange ? answersToRange(query) : answersToQuery(query);
}

/** How many queries are kept: rules that go side by side ask about those of a hundred objects again and again. */
const mostQueries = 256;

const answersToQuery = memoizeRecent(mostQueries, (query) => answersOfPrometheus(query, false));
const answersToRange = memoizeRecent(mostQueries, (query) => answersOfPrometheus(query, true));

function answersOfPrometheus(query: string, isRange: boolean): Answers | undefined {
  return answersOf({ provider: 'prometheus', query: withoutArguments(query), isRange });
}

/**
 * A query with values for its arguments: any for the value of a label or a range, which leaves the query what it is, and elsewhere those
 * that are given. A string that is not closed stays as it is.
 */
export function withoutArguments(query: string, values?: ReadonlyMap<string, string>): string {
  let [done, inside, quote] = ['', '', ''];
  // One pass over the pieces: an expression for a whole string would begin again at each quote of one that does not end.
  for (const [text] of query.matchAll(/\\[^]?|["']|[^\\"']+/g))
    if (quote === '') {
      done += withRanges(text, values);
      if (text === '"' || text === "'") quote = text;
    } else if (text === quote) {
      done += inside.replaceAll(/\{\{[^{}]*\}\}/g, asWord) + text;
      [inside, quote] = ['', ''];
    } else inside += text;
  return done + inside;
}

/** Text outside of strings with a duration for each argument in square brackets, and the given values for others. */
function withRanges(text: string, values?: ReadonlyMap<string, string>): string {
  if (!text.includes('{{')) return text;
  const ranged = text.replaceAll(/\[[^[\]]*\]/g, (range) =>
    range.replaceAll(/\{\{[^{}]*\}\}([a-z]?)/g, (_, unit: string) => (unit === '' ? '5m' : `5${unit}`)),
  );
  return ranged.replaceAll(
    /\{\{\s*args\.([\w-]+)\s*\}\}/g,
    (hole, name: string) => values?.get(name) ?? hole,
  );
}

/** A value for an argument, another one for each: two arguments of one query are two versions. */
function asWord(argument: string): string {
  return `x${argument.replaceAll(/\W/g, '')}`;
}
