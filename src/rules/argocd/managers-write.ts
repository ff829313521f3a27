import { mayOwn, rolloutsManager } from '../../argocd/managers.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { typedRule } from '../rule.js';
import { entriesIn, isTemplated, placeOf } from '../facts/argocd/entries.js';
import { wholeOf, writtenObjects } from './managers-hide-no-changes.js';

export default typedRule({
  meta: {
    name: 'argocd/managers-write',
    description: 'Require managedFieldsManagers to name a manager that writes the object.',
    why: 'None of these managers owns what the Rollouts controller writes, so Argo CD does not ignore it: the Application is OutOfSync in each update, and self-heal undoes the steps.',
    consequence: 'no-effect',
    severity: 'error',
    messages: {
      unknown:
        'Manager "{manager}" owns no field that Rollout "{rollout}" changes in {kind} "{name}", so this entry ignores none of them; {right}.',
    },
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/diffing/#application-level-configuration',
      'https://kubernetes.io/docs/reference/using-api/server-side-apply/#managers',
    ],
  },

  check({ graph, report }) {
    for (const entry of entriesIn(graph)) {
      const [first] = entry.managers;
      const { pointers, expressions, managers } = entry;
      if (!first || pointers.length + expressions.length > 0) continue;
      if (managers.some((manager) => mayOwn(manager.text) || isTemplated(entry, manager))) continue;
      // An entry for objects of any kind may be for what another program writes, under a name that is not known here.
      if (/[*?[{]/.test(entry.kind.text) && !managers.some(({ text }) => /rollout/i.test(text))) continue;
      const [meant] = writtenObjects(graph, entry);
      if (!meant || isPlaceholder(first.text)) continue;
      const { resource, rollout } = meant;
      const whole = wholeOf(resource);
      report(
        first.field,
        'unknown',
        {
          manager: first.text,
          rollout: rollout.name,
          kind: resource.kind,
          name: resource.name,
          right: whole
            ? `ignore ${whole.right} instead`
            : `the manager of the Rollouts controller is "${rolloutsManager}"`,
        },
        { ...placeOf(first), related: [{ at: resource, message: 'the controller writes into it' }] },
      );
    }
  },
});
