import { checkJq, doubtJq } from '../../argocd/jq/syntax.js';
import { selectsAll } from '../../argocd/jq/steps.js';
import { setTo } from '../fixes.js';
import { typedRule } from '../rule.js';
import { entriesIn, isTemplated, placeOf } from '../facts/argocd/entries.js';

export default typedRule({
  meta: {
    name: 'argocd/jq-selects-fields',
    description: 'Require every jqPathExpression of an Application to select fields.',
    why: 'Argo CD deletes what the expression selects, on both sides. An expression that computes a value instead fails for every object and is silently skipped; one that matches everything hides more than intended.',
    consequence: 'no-effect',
    severity: 'error',
    fixes: ['unsafe'],
    messages: {
      doubtful: 'The jqPathExpression "{expression}" {problem}',
      everything:
        'The jqPathExpression "{expression}" selects the whole object, so nothing is left to compare; select the fields to ignore.',
    },
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/diffing/',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/normalizers/diff_normalizer.go',
    ],
  },

  check({ graph, report }) {
    for (const entry of entriesIn(graph))
      for (const expression of entry.expressions) {
        const { text, field } = expression;
        // What does not compile selects nothing.
        if (text === '' || isTemplated(entry, expression) || checkJq(text)) continue;
        const problem = doubtJq(text);
        if (problem)
          report(
            field,
            'doubtful',
            { expression: text.trim(), problem: problem.message },
            {
              ...placeOf(expression, problem.offset, problem.length),
              ...(!entry.isGlobal && { fix: () => setTo(expression.field, problem.suggestion, 'unsafe') }),
            },
          );
        else if (selectsAll(text)) report(field, 'everything', { expression: text }, placeOf(expression));
      }
  },
});
