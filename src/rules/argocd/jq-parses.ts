import { ignoreRules } from '../../argocd/ignore.js';
import { checkJq } from '../../argocd/jq-syntax.js';
import { isApplication } from '../../kinds/application.js';
import { withinScalar } from '../../parse/within-scalar.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'argocd/jq-parses',
    description: 'Require every jqPathExpression of an Application to be jq that Argo CD can compile.',
    why: 'One expression that does not compile makes the whole Application Unknown: nothing is compared, automatic sync stops and a manual sync fails.',
    severity: 'error',
    messages: {
      invalid: 'The jqPathExpression "{expression}" {problem}',
    },
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/diffing/',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/normalizers/diff_normalizer.go',
    ],
  },

  check({ graph, report }) {
    for (const application of graph.ofKind('Application').filter(isApplication))
      for (const { jqPathExpressions } of ignoreRules(application))
        for (const expression of jqPathExpressions) {
          const text = expression.exists ? (expression.text ?? '') : undefined;
          const problem = text === undefined ? undefined : checkJq(text);
          if (problem)
            report(
              expression,
              'invalid',
              { expression: text, problem: problem.message },
              { place: withinScalar(expression, problem.offset, problem.length) },
            );
        }
  },
});
