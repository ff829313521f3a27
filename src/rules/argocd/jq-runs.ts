import { badPattern } from '../../argocd/jq/bad-pattern.js';
import { checkJq } from '../../argocd/jq/syntax.js';
import { setTo } from '../fixes.js';
import { typedRule } from '../rule.js';
import { entriesIn, isTemplated, placeOf } from '../facts/argocd/entries.js';
import { failuresIn } from '../facts/argocd/jq-failures.js';

export default typedRule({
  meta: {
    name: 'argocd/jq-runs',
    description: 'Require every jqPathExpression to run without error on the objects it applies to.',
    why: 'Argo CD silently skips an expression that fails for an object, and ignores nothing there. A single list element that lacks the expected list is enough.',
    consequence: 'no-effect',
    severity: 'error',
    yieldsTo: ['argocd/router-fields-ignored'],
    fixes: ['safe'],
    messages: {
      fails:
        'The jqPathExpression "{expression}" fails for {kind} "{name}" ({error}), so it ignores nothing there; write {right}.',
      stops:
        'The jqPathExpression "{expression}" stops in {kind} "{name}" before it reaches everything it selects; write {right}.',
      pattern:
        'The regular expression "{pattern}" fails in Argo CD, which uses the RE2 syntax of Go: {problem}.',
    },
    links: [
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/normalizers/diff_normalizer.go',
      'https://argo-cd.readthedocs.io/en/stable/user-guide/diffing/',
      'https://github.com/google/re2/wiki/Syntax',
    ],
  },

  check({ graph, report }) {
    for (const { expression, resource, error, offset, right } of failuresIn(graph))
      report(
        expression.field,
        error === undefined ? 'stops' : 'fails',
        { expression: expression.text.trim(), kind: resource.kind, name: resource.name, error, right },
        {
          ...placeOf(expression, Math.max(0, offset - 2), 2),
          related: [{ at: resource, message: 'the object that it is meant for' }],
          fix: () => setTo(expression.field, right),
          // The other rule says which field of a canary it fails to ignore, which matters more.
          ...(error !== undefined && { unless: { 'argocd/router-fields-ignored': expression.field } }),
        },
      );
    for (const entry of entriesIn(graph))
      for (const expression of entry.expressions) {
        if (!/["']/.test(expression.text) || isTemplated(entry, expression) || checkJq(expression.text))
          continue;
        const bad = badPattern(expression.text);
        if (bad)
          report(
            expression.field,
            'pattern',
            { pattern: bad.pattern, problem: bad.problem },
            placeOf(expression, bad.offset, bad.length),
          );
      }
  },
});
