import { suppressionKey, suppressions } from '../../kubernetes/kinds/suppression.js';
import { nearestName } from '../../model/nearest-name.js';
import { renamedTo } from '../fixes.js';
import { typedRule } from '../rule.js';
import { checkedKinds } from '../facts/schema/problems.js';

export default typedRule({
  meta: {
    name: 'schema/suppressions-valid',
    description: 'Require annotations that suppress a rule to name a rule and to give a reason.',
    why: "The annotation suppresses nothing: the rule's findings are still reported.",
    consequence: 'no-effect',
    severity: 'warning',
    messages: {
      unknown:
        'Annotation "{key}" of {kind} "{name}" does not name a rule; the part after the slash must be a rule name, with a dot in place of its slash.{hint}',
      reason: 'Annotation "{key}" of {kind} "{name}" has no reason; put a short explanation in its value.',
    },
    fixes: ['safe'],
    links: [
      'https://kubernetes.io/docs/concepts/overview/working-with-objects/annotations/#syntax-and-character-set',
    ],
  },

  *check({ graph, names, report }) {
    for (const resource of graph.ofKinds(checkedKinds)) {
      yield resource;
      for (const { annotation, rule, hasReason } of suppressions(resource)) {
        const data = { key: String(annotation.key), kind: resource.kind, name: resource.name };
        if (!names.has(rule) || suppressionKey(rule) !== annotation.key) {
          const meant = names.has(rule) ? rule : nearestName(rule, names);
          const hint = meant === undefined ? '' : ` Did you mean "${suppressionKey(meant)}"?`;
          report(
            annotation,
            'unknown',
            { ...data, hint },
            {
              atKey: true,
              fix: () => (meant === undefined ? undefined : renamedTo(annotation, suppressionKey(meant))),
            },
          );
        } else if (!hasReason) report(annotation, 'reason', data);
      }
    }
  },
});
