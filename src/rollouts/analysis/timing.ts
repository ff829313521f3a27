import { parseDuration } from '../../kubernetes/kinds/duration.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { type Analysis, nestedTemplates } from '../../kubernetes/kinds/analysis.js';
import { intValue } from './validate-metrics.js';

/** The templates of an analysis with those that they include; undefined where one of them is not found or is ambiguous. */
export function templatesOf({ templates }: Analysis, graph: Graph): readonly Resource[] | undefined {
  const found = new Set<Resource>();
  const waiting = [...templates];
  for (let reference = waiting.pop(); reference; reference = waiting.pop()) {
    const [template, ...others] = graph.resolve(reference).found;
    if (!template || others.length > 0) return undefined;
    if (found.has(template)) continue;
    found.add(template);
    waiting.push(...nestedTemplates(template));
  }
  return [...found];
}

/** The seconds of a field that holds a duration of Go, 0 where it is absent; undefined where they depend on an argument. */
export function secondsAt(field: Field): number | undefined {
  if (!field.exists) return 0;
  const duration = field.text === undefined ? undefined : parseDuration(field.text);
  return duration === undefined ? undefined : Number(duration) / 1e9;
}

/**
 * The seconds from the start of an analysis until a metric has been measured as often as its count says, or as it takes successes in
 * a row; undefined if unknown.
 */
export function measuringSeconds(metric: Field): number | undefined {
  const [delay, interval] = [secondsAt(metric.at('initialDelay')), secondsAt(metric.at('interval'))];
  const [count, successes] = [metric.at('count'), metric.at('consecutiveSuccessLimit')];
  if (delay === undefined || interval === undefined) return undefined;
  if ([count, successes].some(({ text }) => text?.includes('{{') === true)) return undefined;
  const numbers = [count, successes].map(({ number, text }) => intValue(number ?? text));
  const number = Math.min(...numbers.filter((one) => one > 0));
  return number === Infinity ? delay : delay + (number - 1) * interval;
}

/**
 * The seconds until the last measurement of a metric that is not measured until the end of an update; undefined if it is, or if they are
 * unknown.
 */
export function lastMeasured(metric: Field): number | undefined {
  // Without a count it is measured once, unless it has an interval.
  return !metric.at('interval').exists || metric.at('count').exists ? measuringSeconds(metric) : undefined;
}

/** Seconds as people write them. */
export function durationText(seconds: number): string {
  const [hours, rest] = [Math.floor(seconds / 3600), seconds % 3600];
  const [minutes, left] = [Math.floor(rest / 60), Math.round(rest % 60)];
  const parts = [hours > 0 ? `${hours}h` : '', minutes > 0 ? `${minutes}m` : '', left > 0 ? `${left}s` : ''];
  return parts.join('') || '0s';
}
