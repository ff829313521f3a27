import { partsOf } from '../../argocd/jq/steps.js';
import { checkJq } from '../../argocd/jq/syntax.js';
import { tolerant } from '../../argocd/jq/tolerant.js';
import { typedRule } from '../rule.js';
import { entriesIn, isTemplated, placeOf } from '../facts/argocd/entries.js';

export default typedRule({
  meta: {
    name: 'argocd/jq-concerns-apart',
    description: 'Require a jqPathExpression that can fail to select only one thing.',
    why: 'If one of its comma-separated parts fails for an object, Argo CD skips the whole expression there, and ignores nothing that the other parts select.',
    consequence: 'no-effect',
    severity: 'info',
    yieldsTo: ['argocd/jq-runs'],
    messages: {
      coupled:
        'The jqPathExpression "{expression}" selects {count} things, and ignores none of them where a list is missing for one; split it into one expression for each.',
    },
    links: ['https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/normalizers/diff_normalizer.go'],
  },

  check({ graph, report }) {
    for (const entry of entriesIn(graph))
      for (const expression of entry.expressions) {
        const { text, field } = expression;
        if (!text.includes(',') || isTemplated(entry, expression) || checkJq(text)) continue;
        const count = partsOf(text);
        if (count < 2 || !tolerant(text)) continue;
        report(
          field,
          'coupled',
          { expression: text.trim(), count },
          { ...placeOf(expression), unless: { 'argocd/jq-runs': field } },
        );
      }
  },
});
