import { ignoreRules } from '../../argocd/ignore.js';
import { checkJq, doubtJq } from '../../argocd/jq-syntax.js';
import { isApplication } from '../../kinds/application.js';
import { withinScalar } from '../../parse/within-scalar.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'argocd/jq-selects-fields',
    description: 'Require every jqPathExpression of an Application to lead to fields.',
    why: 'Argo CD deletes what the expression leads to, on both sides. One that computes something else fails for every object and is skipped without a word; one that always holds hides more than was meant.',
    severity: 'error',
    messages: {
      doubtful: 'The jqPathExpression "{expression}" {problem}',
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
          const { text } = expression;
          if (text === undefined || checkJq(text)) continue; // argocd/jq-parses reports what does not compile.
          const problem = doubtJq(text);
          if (problem)
            report(
              expression,
              'doubtful',
              { expression: text, problem: problem.message },
              { place: withinScalar(expression, problem.offset, problem.length) },
            );
        }
  },
});
