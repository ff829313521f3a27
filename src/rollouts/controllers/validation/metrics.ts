import type { AnalysisArgument } from '../analysis-templates.js';
import type { AnalysisTemplateSpec, Metric } from './analysis-template.js';
import { goQuote, goValue } from '../../../kubernetes/validation/go-values.js';
import { intValue } from '../../analysis/validate-metrics.js';
import type { RolloutsVersion } from '../../../kubernetes/objects/version.js';
import { shapeOf } from './shapes.js';

/**
 * The metrics of a template with each `{{args.…}}` replaced by a value, or why that fails. Validation knows only the arguments
 * that the template declares; an argument without a value gets a placeholder.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go
 * (validateAnalysisMetrics)
 */
export function resolveMetrics(
  { metrics = [], args = [] }: AnalysisTemplateSpec,
  version: RolloutsVersion,
): readonly Metric[] | string {
  const both = args.find(({ value, valueFrom }) => value != null && valueFrom != null);
  if (both) return `arg '${both.name}' has both Value and ValueFrom fields`;
  const resolved: Metric[] = [];
  for (const metric of metrics) {
    const text = substitute(goValue(metric, shapeOf('Metric', version)) ?? '{}', args);
    if (typeof text !== 'string') return text.problem;
    const problem = escapeProblem(text);
    if (problem !== undefined) return problem;
    resolved.push(JSON.parse(text) as Metric);
  }
  return resolved;
}

/**
 * Upstream searches the JSON of the whole metric for tags, so an unclosed tag extends into the fields after it. Of several
 * undeclared arguments, the last is reported.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/template/template.go
 */
export function substitute(
  text: string,
  args: readonly Pick<AnalysisArgument, 'name' | 'value'>[],
): string | { readonly problem: string; readonly isUnclosed?: boolean } {
  let result = '';
  let problem: string | undefined;
  let rest = text;
  for (let start = rest.indexOf('{{'); start !== -1; start = rest.indexOf('{{')) {
    result += rest.slice(0, start);
    rest = rest.slice(start + 2);
    const end = rest.indexOf('}}');
    if (end === -1)
      return {
        isUnclosed: true,
        problem: `Cannot find end tag="}}" in the template=${goQuote(text)} starting from ${goQuote(rest)}`,
      };
    const tag = rest.slice(0, end);
    rest = rest.slice(end + 2);
    // The last of several arguments with one name counts.
    const argument = args.findLast(({ name }) => `args.${name}` === tag.trim());
    if (argument) result += goQuote(argument.value ?? 'dummy-value').slice(1, -1);
    else problem = `failed to resolve {{${tag}}}`;
  }
  return problem === undefined ? result + rest : { problem };
}

/** Go escapes some characters in a way that is not valid JSON. */
export function escapeProblem(text: string): string | undefined {
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', at + 2)) {
    const character = text[at + 1];
    if (character !== undefined && !'"\\/bfnrtu'.includes(character))
      return `invalid character '${character}' in string escape code`;
  }
  return undefined;
}

/**
 * Whether a metric is measured repeatedly without a limit.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/analysis_types.go (EffectiveCount)
 */
export function isEndless({ count, interval = '' }: Metric): boolean {
  return interval !== '' && (count === undefined || intValue(count) === 0);
}
