import { checkJq } from '../../argocd/jq/syntax.js';
import { mended } from '../fixes.js';
import { typedRule } from '../rule.js';
import { entriesIn, isTemplated, placeOf } from '../facts/argocd/entries.js';

export default typedRule({
  meta: {
    name: 'argocd/jq-parses',
    description: 'Require every jqPathExpression of an Application to be jq that Argo CD can compile.',
    why: 'A single expression that does not compile makes the whole Application Unknown: nothing is compared, automated sync stops and a manual sync fails. An expression in argocd-cm affects every Application.',
    consequence: 'comparison-error',
    severity: 'error',
    fixes: ['safe'],
    messages: {
      invalid: 'The jqPathExpression "{expression}" {problem}',
      everywhere:
        'The jqPathExpression "{expression}", which argocd-cm sets for every Application, {problem}',
    },
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/diffing/',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/normalizers/diff_normalizer.go',
    ],
  },

  check({ graph, report }) {
    for (const entry of entriesIn(graph))
      for (const expression of entry.expressions) {
        if (isTemplated(entry, expression)) continue;
        const problem = checkJq(expression.text);
        if (problem)
          report(
            expression.field,
            entry.isGlobal ? 'everywhere' : 'invalid',
            { expression: expression.text.trim(), problem: problem.message },
            {
              ...placeOf(expression, problem.offset, problem.length),
              ...(!entry.isGlobal && { fix: () => mended(expression.field, problem) }),
            },
          );
      }
  },
});
