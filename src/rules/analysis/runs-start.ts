import { type Analysis, analyses } from '../../kubernetes/kinds/analysis.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { RolloutsVersion } from '../../kubernetes/objects/version.js';
import { metricProblem, type MetricToValidate } from '../../rollouts/analysis/validate-metrics.js';
import { fitsSome, templatesIn } from '../../rollouts/analysis/metrics.js';
import { templatesOf } from '../../rollouts/analysis/timing.js';
import { eachOf } from '../choices.js';
import { removalOf } from '../fixes.js';
import { type RuleContext, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'analysis/runs-start',
    description: 'Require the metrics of an analysis, and its rules for them, to be valid.',
    why: 'The AnalysisRun ends in Error before its first measurement, and the update is aborted.',
    consequence: 'analysis-void',
    severity: 'error',
    otherwise: {
      failing: {
        when: 'For a rule that is given twice, in the background or before or after promotion',
        consequence: 'pass-error',
        why: 'The controller cannot create the AnalysisRun. Every pass ends with an error, and the update makes no progress.',
      },
    },
    fixes: ['choice'],
    messages: {
      metric: 'Metric "{metric}" is invalid: {error}.',
      twice: 'Metric "{metric}" is defined twice; rename one of them.',
      dryRun: 'No metric of {kind} "{name}" matches dryRun rule "{pattern}"; use the name of a metric.',
      unmatched:
        'No metric of {analysis} of Rollout "{rollout}" matches its {key} rule "{pattern}"; use the name of a metric.',
      repeated:
        'The {key} rule "{pattern}" of {analysis} of Rollout "{rollout}" is given twice; remove one of them.',
      retention:
        'No metric of {kind} "{name}" matches measurementRetention rule "{pattern}"; use the name of a metric.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/analysis/analysis.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/factory.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/helpers.go',
    ],
  },

  checkRollout(rollout, context) {
    for (const analysis of analyses(rollout)) {
      const rules = rulesForMetrics(analysis.rules);
      const templates = rules.length === 0 ? undefined : templatesOf(analysis, context.graph);
      if (!templates) continue;
      reportUnmatched({ analysis, rules, templates, rollout }, context);
      reportRepeated({ analysis, rules, templates, rollout }, context);
    }
  },

  *check({ graph, report }) {
    for (const template of templatesIn(graph)) {
      yield template;
      const metrics = template.at('spec', 'metrics').items;
      for (const [index, metric] of metrics.entries()) {
        const name = metric.at('name').text ?? '';
        const isSame = (other: Field): boolean => other.at('name').text === name;
        if (name !== '' && metrics.slice(0, index).some(isSame)) {
          report(metric.at('name'), 'twice', { metric: name });
          continue;
        }
        const problem = fieldProblem(metric, graph.rolloutsVersion);
        if (problem) report(problem.field, 'metric', { metric: name, error: problem.error });
      }
      for (const { field, key, pattern } of idleRules(template))
        report(field, key === 'dryRun' ? 'dryRun' : 'retention', {
          kind: template.kind,
          name: template.name,
          pattern,
        });
    }
  },
});

type Context = RuleContext<'unmatched' | 'repeated', 'failing'>;

/** An analysis of a Rollout with its own rules for metrics, and the templates that it runs. */
interface Look {
  readonly analysis: Analysis;
  readonly rules: readonly RuleForMetrics[];
  readonly templates: readonly Resource[];
  readonly rollout: Resource;
}

function analysisWords({ field, place, words }: Analysis): string {
  // The rules of an experiment hold for each of its analyses.
  return place === 'experiment' ? `analysis "${field.at('name').shown}" in ${words}` : words;
}

function reportUnmatched({ analysis, rules, templates, rollout }: Look, { report }: Context): void {
  const names = metricNames(templates);
  if (!names) return;
  for (const { field, key, pattern } of rules)
    if (names.every((name) => fitsSome(pattern, name) === false))
      report(
        field,
        'unmatched',
        { analysis: analysisWords(analysis), rollout: rollout.name, key, pattern },
        {
          rests: templates.map((template) => template.at('spec', 'metrics')),
          choices: () => eachOf(field, names),
        },
      );
}

/** Reports rules that are repeated in a template; in steps the controller refuses the Rollout, which is reported otherwise. */
function reportRepeated({ analysis, rules, templates, rollout }: Look, { report }: Context): void {
  const { place, field: analysed } = analysis;
  if (place === 'inline' && analysed.parent?.key !== 'blueGreen') return;
  const all = [...rules, ...templates.flatMap((template) => rulesForMetrics(template.at('spec')))];
  for (const [index, { field, key, pattern }] of rules.entries()) {
    const other = all.slice(index + 1).find((one) => one.key === key && one.pattern === pattern);
    if (!other) continue;
    report(
      field,
      'repeated',
      { analysis: analysisWords(analysis), rollout: rollout.name, key, pattern },
      {
        case: place === 'experiment' ? undefined : 'failing',
        rests: [other.field],
        choices: () => [
          { ...removalOf(field.parent ?? field), title: 'Remove the earlier one.' },
          ...(other.field.resource === field.resource
            ? [{ ...removalOf(other.field.parent ?? other.field), title: 'Remove the later one.' }]
            : []),
        ],
        related: [{ at: other.field, message: 'the other one' }],
      },
    );
  }
}

function fieldProblem(
  metric: Field,
  version: RolloutsVersion,
): { readonly field: Field; readonly error: string } | undefined {
  const numbers = [
    'count',
    'failureLimit',
    'inconclusiveLimit',
    'consecutiveErrorLimit',
    'consecutiveSuccessLimit',
  ] as const;
  const texts = ['interval', 'initialDelay'] as const;
  // Arguments are put in before the metric is validated.
  if ([...numbers, ...texts].some((key) => metric.at(key).text?.includes('{{') === true)) return undefined;
  const provider = metric.at('provider');
  if (!provider.exists) return undefined; // The API server refuses it.
  const plugins = provider.at('plugin').entries.length;
  const given: MetricToValidate = {
    name: metric.at('name').text ?? '',
    interval: metric.at('interval').text ?? '',
    initialDelay: metric.at('initialDelay').text ?? '',
    ...(Object.fromEntries(numbers.map((key) => [key, metric.at(key).number ?? metric.at(key).text])) as Pick<
      MetricToValidate,
      (typeof numbers)[number]
    >),
    providers: provider.entries.filter(({ key }) => key !== 'plugin').length + plugins,
  };
  const problem = metricProblem(given, version);
  return problem && { field: metric.at(problem.field), error: problem.error };
}

interface RuleForMetrics {
  readonly field: Field;
  readonly key: 'dryRun' | 'measurementRetention';
  readonly pattern: string;
}

/** The rules of an analysis, or of the spec of a template, for metrics. */
function rulesForMetrics(parent: Field): readonly RuleForMetrics[] {
  return (['dryRun', 'measurementRetention'] as const).flatMap((key) =>
    parent.at(key).items.flatMap((rule): readonly RuleForMetrics[] => {
      const field = rule.at('metricName');
      return field.text === undefined ? [] : [{ field, key, pattern: field.text }];
    }),
  );
}

/** The names of all metrics of some templates; undefined where there is none, or one is filled in. */
function metricNames(templates: readonly Resource[]): readonly string[] | undefined {
  const names = templates.flatMap((template) =>
    template.at('spec', 'metrics').items.map((metric) => metric.at('name').text),
  );
  const isKnown = names.length > 0 && names.every((name) => name !== undefined && !name.includes('{{'));
  return isKnown ? (names as string[]) : undefined;
}

/** Rules of a template that fit none of its metrics, where it takes none from other templates. */
function idleRules(template: Resource): readonly RuleForMetrics[] {
  const names = template.at('spec', 'templates').exists ? undefined : metricNames([template]);
  if (!names) return [];
  return rulesForMetrics(template.at('spec')).filter(({ pattern }) =>
    names.every((name) => fitsSome(pattern, name) === false),
  );
}
