import { renamedTo } from '../fixes.js';
import { typedRule } from '../rule.js';
import { entriesIn } from '../facts/argocd/entries.js';

export default typedRule({
  meta: {
    name: 'argocd/settings-managers-found',
    description:
      'Require a customization of argocd-cm for managers of a core kind to have an underscore before the kind.',
    why: 'Argo CD looks up managers under "/Service" and finds nothing under "Service", so fields they own count as differences. Pointers and expressions of the same entry do work.',
    consequence: 'no-effect',
    severity: 'warning',
    messages: {
      core: 'The managedFieldsManagers of "{key}" are not found for a kind of the core group; write "{right}".',
    },
    fixes: ['safe'],
    links: [
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/diff/ignore.go',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/util/settings/settings.go',
    ],
  },

  check({ graph, report }) {
    for (const { isGlobal, at, group, kind, managers } of entriesIn(graph)) {
      const key = String(at.key);
      if (!isGlobal || group.text !== '' || managers.length === 0 || key.includes('_')) continue;
      // A kind that the core group does not have matches nothing anyway.
      if (kind.text.includes('.')) continue;
      const right = `${key.slice(0, key.length - kind.text.length)}_${kind.text}`;
      report(at, 'core', { key, right }, { atKey: true, fix: () => renamedTo(at, right) });
    }
  },
});
