import type { Field } from '../../model/field.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Answers } from '../../rollouts/analysis/answers.js';
import type { Condition } from '../../rollouts/analysis/expression/condition.js';
import { float, listOf, type Type } from '../../rollouts/analysis/expression/types.js';
import { metricsOf, type TemplateMetric, templatesIn } from '../../rollouts/analysis/metrics.js';
import { flawIn } from '../../rollouts/analysis/verdict.js';
import { setTo } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/analysis-conditions-evaluate',
    description:
      'Require the conditions of a metric to be valid expressions for the result type of its provider.',
    why: 'Each measurement ends with an error. Five of them in a row (consecutiveErrorLimit) end the analysis, and the update is aborted.',
    consequence: 'analysis-void',
    severity: 'error',
    otherwise: {
      dryRun: {
        when: 'For a dry-run metric',
        consequence: 'analysis-void',
        why: 'Each measurement ends with an error, and the metric measures nothing.',
        severity: 'warning',
      },
    },
    messages: {
      list: 'The {key} of metric "{metric}" treats result as a number, but {provider} returns a list; write result[0].',
      number:
        'The {key} of metric "{metric}" treats result as a list, but {provider} returns a number; write result.',
      unknown: '"{name}" in the {key} of metric "{metric}" is not defined there{hint}.',
      syntax: 'The {key} of metric "{metric}" does not parse: {error}{hint}.',
      types: 'The {key} of metric "{metric}" does not compile for what {provider} returns: {error}.',
    },
    fixes: ['unsafe'],
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/analysis/prometheus/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/evaluate/evaluate.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/prometheus/prometheus.go',
    ],
  },

  *check({ graph, report }) {
    for (const template of templatesIn(graph)) {
      yield template;
      for (const metric of metricsOf(template))
        for (const key of ['successCondition', 'failureCondition']) {
          const field = metric.field.at(key);
          const flaw = metric.answers && flawOf(field, metric, metric.answers, graph);
          if (!flaw || !metric.answers) continue;
          const data = { key, metric: metric.name, provider: metric.answers.title, ...flaw };
          report(field, flaw.id, data, {
            case: metric.isDry ? 'dryRun' : undefined,
            fix: () => setTo(field, meantCondition(flaw.id, field.text ?? '', flaw.error), 'unsafe'),
          });
        }
    }
  },
});

interface FlawData {
  readonly id: 'list' | 'number' | 'unknown' | 'syntax' | 'types';
  readonly name: string;
  readonly error: string;
  readonly hint: string;
}

/** What is wrong with a condition for all arguments and all measured values. */
function flawOf(
  { text }: Field,
  metric: TemplateMetric,
  { types }: Answers,
  graph: Graph,
): FlawData | undefined {
  const found = flawIn(text, metric, types, graph);
  if (!found || text === undefined) return undefined;
  const { first, conditions } = found;
  const [condition] = conditions;
  const { message: error } = first;
  const [, name] = /^unknown name (.*)$/.exec(error) ?? [];
  if (name !== undefined) return { id: 'unknown', name, error, hint: nameHint(name, text) };
  if (condition?.flaw)
    return { id: 'syntax', name: '', error: withPlace(error, text, first.at), hint: syntaxHint(error, text) };
  return { id: shapeFlaw(conditions, types) ?? 'types', name: '', error, hint: '' };
}

/** Whether a condition takes a number for a list of numbers, or the reverse. */
function shapeFlaw(conditions: readonly Condition[], types: readonly Type[]): 'list' | 'number' | undefined {
  const compilesFor = (type: Type): boolean => conditions.some((one) => one.flawFor(type) === undefined);
  const [type] = types;
  if (types.length !== 1) return undefined;
  if (type?.kind === 'list' && type.element.kind === 'float' && compilesFor(float)) return 'list';
  return type?.kind === 'float' && compilesFor(listOf(float)) ? 'number' : undefined;
}

/** The condition that is meant; undefined if several may be. */
function meantCondition(id: FlawData['id'], text: string, error: string): string | undefined {
  const bare = text.replaceAll(/\bresult\b(?!\s*[[.(])/g, 'result[0]');
  const [first] = [...text.matchAll(/\bresult\s*\[\s*(?!0\s*\])/g)];
  if (id === 'list') return bare === text || /\bresult\s*[[.(]/.test(text) ? undefined : bare;
  if (id === 'number')
    return first ? undefined : ifChanged(text, text.replaceAll(/\bresult\s*\[\s*0\s*\]/g, 'result'));
  if (id === 'unknown') return filledArgument(text);
  const hint = id === 'syntax' ? syntaxHint(error, text) : '';
  if (hint === '; write >=') return ifChanged(text, text.replaceAll('=>', '>='));
  if (hint === '; write <=') return ifChanged(text, text.replaceAll('=<', '<='));
  return hint === '; write ==' ? ifChanged(text, text.replaceAll(/(?<![<>=!])=(?!=)/g, '==')) : undefined;
}

/** The condition with its only argument as a placeholder; undefined for several, and if it is one already. */
function filledArgument(text: string): string | undefined {
  const [first, another] = [...text.matchAll(/\bargs\.[\w-]+/g)];
  if (!first || another || text.includes('{{')) return undefined;
  return `${text.slice(0, first.index)}{{${first[0]}}}${text.slice(first.index + first[0].length)}`;
}

function ifChanged(before: string, after: string): string | undefined {
  return after === before ? undefined : after;
}

function withPlace(error: string, text: string, at: number | undefined): string {
  return at === undefined || at >= text.length || text.includes('{{')
    ? error
    : `${error} at character ${at + 1}`;
}

/** Arguments are put in as text before the condition is parsed. */
function nameHint(name: string, condition: string): string {
  const [argument] = name === 'args' ? (/\bargs\.[\w-]+/.exec(condition) ?? []) : [];
  return argument === undefined ? '; a condition knows result' : `; write {{${argument}}}`;
}

/** What people mean by some operators that do not exist. */
function syntaxHint(error: string, text: string): string {
  if (!error.includes('"="')) return '';
  if (text.includes('=>')) return '; write >=';
  if (text.includes('=<')) return '; write <=';
  return '; write ==';
}
