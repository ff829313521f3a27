import { selectsAll } from '../argocd/jq/steps.js';
import { checkJq, doubtJq } from '../argocd/jq/syntax.js';
import type { Finding } from '../model/finding.js';
import type { Source } from '../model/source.js';
import { colored, plain } from '../report/style.js';
import { blocks } from '../report/text.js';
import jqParses from '../rules/argocd/jq-parses.js';
import jqSelectsFields from '../rules/argocd/jq-selects-fields.js';
import { exitCodes } from './exit.js';
import { print, terminalWidth, wantsColor } from './output.js';
import type { Surroundings } from './surroundings.js';

/** Prints how Argo CD evaluates one jqPathExpression, as far as this is known without an object. */
export function explainJq(expression: string, around: Surroundings): number {
  const finding = findingOf(expression);
  if (!finding) {
    print(around, ['✓ Argo CD compiles this expression and does not compare the fields that it selects.']);
    return exitCodes.clean;
  }
  const style = wantsColor(around, undefined) ? colored : plain;
  print(around, blocks([finding], style, terminalWidth(around)));
  return exitCodes.findings;
}

/** The finding that the rules would report for the expression in an Application. */
function findingOf(expression: string): Finding | undefined {
  const invalid = checkJq(expression);
  const { meta } = invalid ? jqParses : jqSelectsFields;
  const messages: Readonly<Record<string, string>> = meta.messages;
  const problem = invalid ?? doubtJq(expression);
  const id = invalid ? 'invalid' : problem ? 'doubtful' : 'everything';
  if (!problem && !selectsAll(expression)) return undefined;
  const { offset, length, message } = problem ?? { offset: 0, length: expression.length, message: '' };
  const source: Source = { path: '/expression', name: 'expression', read: () => expression };
  return {
    rule: meta.name,
    severity: meta.severity,
    message: {
      id,
      template: messages[id] ?? '',
      data: { expression: expression.trim(), problem: message },
    },
    consequence: { kind: meta.consequence, why: meta.why },
    place: { source, start: offset, end: offset + length },
    labels: [],
  };
}
