import { isSameJson } from '../../kubernetes/objects/json.js';
import { setTo } from '../fixes.js';
import { typedRule } from '../rule.js';
import { withoutOne } from '../facts/argocd/effects.js';
import { entriesIn, objectsOf } from '../facts/argocd/entries.js';
import { routedBy } from '../facts/argocd/routed.js';

export default typedRule({
  meta: {
    name: 'argocd/ignore-rule-scoped',
    description:
      'Require an ignoreDifferences entry to name its object where other objects of the kind are deployed.',
    why: 'Without a name the entry applies to every object of the kind, and also hides differences in objects that no controller writes.',
    consequence: 'hidden-change',
    severity: 'info',
    messages: {
      others:
        'This entry is meant for {kind} "{name}", which Rollout "{rollout}" changes, but it also hides the same fields of {kind} {others}, which only Git sets; add name: {name}.',
    },
    fixes: ['unsafe'],
    links: ['https://argo-cd.readthedocs.io/en/stable/user-guide/diffing/#application-level-configuration'],
  },

  check({ graph, report }) {
    for (const entry of entriesIn(graph)) {
      if (entry.isGlobal || entry.name.text !== '' || /[*?[{]/.test(entry.kind.text)) continue;
      const objects = objectsOf(graph)(entry);
      if (objects.length < 2) continue;
      const own = objects.filter((resource) => routedBy(graph).has(resource));
      const [first] = own;
      const [routed] = (first && routedBy(graph).get(first)) ?? [];
      // Several objects would need an entry each, which is a matter of taste.
      if (!first || !routed || own.length > 1) continue;
      const others = objects.filter((resource) => {
        if (resource === first) return false;
        const git = resource.at().value;
        return [...entry.pointers, ...entry.expressions].some((written) => {
          const left = withoutOne(entry, written, git);
          return left !== undefined && !isSameJson(left, git);
        });
      });
      if (others.length === 0) continue;
      report(
        entry.at,
        'others',
        {
          kind: first.kind,
          name: first.name,
          rollout: routed.rollout.name,
          others: others
            .map(({ name }) => `"${name}"`)
            .sort()
            .slice(0, 3)
            .join(', '),
        },
        {
          related: others.slice(0, 3).map((at) => ({ at, message: 'ignored, too' })),
          fix: () => setTo(entry.at.at('name'), first.name, 'unsafe'),
        },
      );
    }
  },
});
