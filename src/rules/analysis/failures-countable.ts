import type { Field } from '../../model/field.js';
import { type FailureBudget, failureBudget, isAlwaysPassing } from '../../rollouts/analysis/limits.js';
import { metricsOf, templatesIn } from '../../rollouts/analysis/metrics.js';
import { endsInErrors } from '../../rollouts/analysis/conditionless.js';
import { lineEnd } from '../../yaml/parse/characters.js';
import { setTo } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'analysis/failures-countable',
    description: 'Require the failureLimit of a metric to be below its count.',
    why: 'A metric fails once it has more failures than failureLimit. There are not so many measurements, so it never fails, and never stops an update.',
    consequence: 'analysis-void',
    severity: 'warning',
    otherwise: {
      comment: {
        when: 'If the comment beside failureLimit names the number of failures that end the analysis',
        consequence: 'analysis-void',
        why: 'failureLimit is the number of failures that a metric may have: it fails with the next one. The version keeps its requests until then.',
        severity: 'info',
      },
      most: {
        when: 'If three of four measurements, or more of them, have to fail',
        consequence: 'analysis-void',
        why: 'The metric passes as long as it has no more failures than failureLimit. A version that fails as many of the measurements gets the next weight, and is promoted in the end.',
        severity: 'info',
      },
    },
    messages: {
      comment:
        'Metric "{metric}" fails only with failure {next}, because its failureLimit allows {limit}, but the comment beside it says that {limit} is enough; set failureLimit to {less}.',
      most: 'Metric "{metric}" fails only if {needed} of its {count} measurements fail, because its failureLimit allows {limit}, so a version passes with {limit} of them bad; set failureLimit to {half} or less.',
      unreachable:
        'Metric "{metric}" is measured {count}, and its failureLimit is {limit}, so it passes even if every measurement fails; set failureLimit to less than {number}.',
    },
    fixes: ['unsafe'],
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/analysis/#failure-conditions-and-failure-limit',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/analysis/analysis.go',
    ],
  },

  *check({ graph, report }) {
    for (const template of templatesIn(graph)) {
      yield template;
      for (const metric of metricsOf(template)) {
        const { field, name, isDry } = metric;
        // A bad version makes each measurement of an address an error, which failureLimit does not count.
        if (isDry || isAlwaysPassing(field) || endsInErrors(metric)) continue;
        const budget = failureBudget(field);
        if (!budget) continue;
        if (budget.failures < budget.number) {
          const limit = field.at('failureLimit');
          const { failures, number } = budget;
          if (saysEnough(commentBeside(limit), failures))
            report(
              limit,
              'comment',
              { metric: name, limit: failures, next: failures + 1, less: failures - 1 },
              { case: 'comment', fix: () => setTo(limit, failures - 1, 'unsafe') },
            );
          else if (takesMost(budget)) {
            const half = Math.floor((number - 1) / 2);
            report(
              limit,
              'most',
              { metric: name, needed: failures + 1, count: number, limit: failures, half },
              { case: 'most', rests: [field.at('count')], fix: () => setTo(limit, half, 'unsafe') },
            );
          }
          continue;
        }
        const { number, failures } = budget;
        const times = number === 1 ? 'once' : `${number} times`;
        report(
          field.at('failureLimit'),
          'unreachable',
          { metric: name, count: times, limit: `${failures}`, number: `${number}` },
          { fix: () => setTo(field.at('failureLimit'), number - 1, 'unsafe') },
        );
      }
    }
  },
});

/** Whether nearly all measurements have to fail. One failure of two is tolerated on purpose: it may be by chance. */
function takesMost({ failures, number }: FailureBudget): boolean {
  return failures > 1 && (failures + 1) / number >= 3 / 4;
}

/** The comment at the end of the line of a field. */
function commentBeside({ place: { source, end } }: Field): string {
  const text = source.read();
  const rest = text.slice(end, Math.min(lineEnd(text, end), end + 200));
  return /^ *#(.*)$/.exec(rest)?.[1] ?? '';
}

const numberWords: ReadonlyMap<string, number> = new Map([
  ...(['one', 'single', 'first'] as const).map((word) => [word, 1] as const),
  ['two', 2],
  ['three', 3],
]);

/** Whether a comment says that so many failures are enough, and not that they are allowed. */
function saysEnough(comment: string, failures: number): boolean {
  const text = comment.toLowerCase();
  if (failures < 1 || /allow|tolera|more than|up to|retr|exceed|at most|before/.test(text)) return false;
  if (!/roll ?back|abort|fail|enough|trigger|stop|\u2192|->/.test(text)) return false;
  if (/\bimmediate/.test(text)) return failures === 1;
  const [word = ''] = /\b(?:one|single|first|two|three|\d{1,3})\b/.exec(text) ?? [];
  return (numberWords.get(word) ?? Number(word === '' ? NaN : word)) === failures;
}
