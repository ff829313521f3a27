import { hookProblem } from '../../argocd/hook-annotations.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/hook-annotations-known',
    description: 'Require the annotations that order a sync to be written as Argo CD reads them.',
    why: 'Argo CD compares keys and values exactly and silently skips unknown ones: the setting has no effect.',
    consequence: 'no-effect',
    severity: 'warning',
    otherwise: {
      hook: {
        when: 'For an object whose annotation names no phase of a sync',
        consequence: 'not-deployed',
        why: 'An object with the annotation is a hook, which Argo CD applies only in the phases that it names. Without a known one no sync applies the object.',
        severity: 'error',
      },
    },
    messages: {
      value:
        '"{value}" in annotation "{key}" of {kind} "{name}" is unknown to Argo CD, which skips it{meant}',
      never:
        '"{value}" in annotation "{key}" is not a phase of a sync, so no sync applies {kind} "{name}"{meant}',
      number:
        'Annotation "{key}" of {kind} "{name}" is not an integer, so Argo CD takes wave 0; write a number in quotes.',
      key: 'Annotation "{key}" of {kind} "{name}" is unknown to Argo CD; did you mean "{right}"?',
    },
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/sync-waves/',
      'https://argo-cd.readthedocs.io/en/stable/user-guide/helm/#helm-hooks',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/sync/hook/hook.go',
    ],
  },

  *check({ graph, report }) {
    for (const resource of graph.resources) {
      // Looking at annotations parses the document, and few have these.
      if (!resource.matches(/(?:argoproj\.io|helm\.sh)\/(?:sync|hook|compare)/)) continue;
      yield resource;
      for (const field of resource.at('metadata', 'annotations').entries) {
        const [key, value] = [String(field.key), field.text];
        if (value === undefined || isPlaceholder(value) || isPlaceholder(key)) continue;
        const problem = hookProblem(key, value);
        if (!problem) continue;
        const data = { key, kind: resource.kind, name: resource.name };
        if (problem.id === 'key') report(field, 'key', { ...data, right: problem.meant }, { atKey: true });
        else if (problem.id === 'number') report(field, 'number', data);
        else {
          const { value: wrong, meant } = problem;
          const isNever = key === 'argocd.argoproj.io/hook' && problem.isOnly;
          const hint = meant === undefined ? '; remove it.' : `; did you mean "${meant}"?`;
          report(
            field,
            isNever ? 'never' : 'value',
            { ...data, value: wrong, meant: hint },
            { case: isNever ? 'hook' : undefined },
          );
        }
      }
    }
  },
});
