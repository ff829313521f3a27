import { hookProblem } from '../../argocd/hook-annotations.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { hookOf, ordersSync, syncOrderOf } from '../../kubernetes/kinds/sync-order.js';
import { memoize } from '../../model/memo.js';
import { isRendered } from '../../repository/graph/deployment.js';
import { partTo, renamedTo, withoutOptions } from '../fixes.js';
import { eachOf } from '../choices.js';
import { type RuleContext, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/hook-annotations-known',
    description: 'Require the annotations that order a sync to be written as Argo CD reads them.',
    why: 'Argo CD compares keys and values exactly and silently skips unknown ones: the setting has no effect.',
    consequence: 'no-effect',
    severity: 'warning',
    otherwise: {
      undelivered: {
        when: 'For a hook outside of the paths of all Applications of the repository',
        consequence: 'not-deployed',
        why: 'Argo CD runs only the hooks of the Applications that it syncs. A hook that no Application delivers never runs, unless an Application of another repository delivers it.',
        severity: 'info',
      },
      generated: {
        when: 'For a hook with generateName',
        consequence: 'no-effect',
        why: 'Each sync creates the hook under a new name. Those of earlier syncs stay in the cluster, finished or not.',
      },
      hook: {
        when: 'For an object whose annotation names no phase of a sync',
        consequence: 'not-deployed',
        why: 'An object with the annotation is a hook, which Argo CD applies only in the phases that it names. Without a known phase, no sync applies the object.',
        severity: 'error',
      },
    },
    messages: {
      generated:
        'Hook {kind} "{name}" has a generated name, so Argo CD never finds the one of an earlier sync and BeforeHookCreation deletes nothing; use metadata.name, or HookSucceeded.',
      undelivered:
        '{kind} "{name}" is a {hook} hook that no Application of the repository delivers, so no sync runs it; move it to a path of an Application, or remove it.',
      value:
        '"{value}" in annotation "{key}" of {kind} "{name}" is unknown to Argo CD, which skips it{meant}',
      never:
        '"{value}" in annotation "{key}" is not a phase of a sync, so no sync applies {kind} "{name}"{meant}',
      number:
        'Annotation "{key}" of {kind} "{name}" is not an integer, so Argo CD uses wave 0; write a number in quotes.',
      key: 'Annotation "{key}" of {kind} "{name}" is unknown to Argo CD; did you mean "{right}"?',
    },
    fixes: ['unsafe', 'choice'],
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/sync-waves/',
      'https://argo-cd.readthedocs.io/en/stable/user-guide/helm/#helm-hooks',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/sync/hook/hook.go',
    ],
  },

  *check({ graph, report }) {
    for (const resource of graph.resources) {
      // Looking at annotations parses the document, and few have these.
      if (!resource.matches(ordersSync)) continue;
      yield resource;
      reportUndelivered(graph, resource, report);
      reportGenerated(resource, report);
      for (const field of resource.at('metadata', 'annotations').entries) {
        const [key, value] = [String(field.key), field.text];
        if (value === undefined || isPlaceholder(value) || isPlaceholder(key)) continue;
        const problem = hookProblem(key, value);
        if (!problem) continue;
        const data = { key, kind: resource.kind, name: resource.name };
        if (problem.id === 'key')
          report(
            field,
            'key',
            { ...data, right: problem.meant },
            { atKey: true, fix: () => renamedTo(field, problem.meant, 'unsafe') },
          );
        else if (problem.id === 'number') report(field, 'number', data);
        else {
          const { value: wrong, meant } = problem;
          const isNever = key === 'argocd.argoproj.io/hook' && problem.isOnly;
          const hint = meant === undefined ? '; remove it.' : `; did you mean "${meant}"?`;
          report(
            field,
            isNever ? 'never' : 'value',
            { ...data, value: wrong, meant: hint },
            {
              case: isNever ? 'hook' : undefined,
              fix: () =>
                meant === undefined
                  ? withoutOptions(field, [wrong], 'unsafe')
                  : partTo(field, wrong, meant, 'unsafe'),
            },
          );
        }
      }
    }
  },
});

/** Whether Applications deploy files of the repository. */
const hasApplications = memoize((graph: Graph): boolean =>
  graph.ofKind('Application', 'argoproj.io').some((application) => graph.deployedBy(application).length > 0),
);

function reportUndelivered(
  graph: Graph,
  resource: Resource,
  report: RuleContext<'undelivered', 'undelivered'>['report'],
): void {
  const hook = resource.mentions(hookKey) ? hookOf(resource) : undefined;
  if (hook?.field.key !== hookKey || isRendered(resource.source) || !hasApplications(graph)) return;
  if (graph.applications(resource).length > 0) return;
  report(
    hook.field,
    'undelivered',
    { kind: resource.kind, name: resource.name, hook: hook.phase },
    { case: 'undelivered' },
  );
}

/**
 * Reports a delete policy that looks for the name of the hook, which each sync generates again.
 * https://argo-cd.readthedocs.io/en/stable/user-guide/sync-waves/#hook-lifecycle-and-cleanup
 */
function reportGenerated(resource: Resource, report: RuleContext<'generated', 'generated'>['report']): void {
  const generated = resource.at('metadata', 'generateName');
  const policy = resource.at('metadata', 'annotations', `${hookKey}-delete-policy`);
  if (!generated.exists || resource.at('metadata', 'name').exists) return;
  if (policy.text?.trim() !== 'BeforeHookCreation' || !syncOrderOf(resource).isHook) return;
  report(
    policy,
    'generated',
    { kind: resource.kind, name: generated.text ?? '' },
    { case: 'generated', rests: [generated], choices: () => eachOf(policy, ['HookSucceeded']) },
  );
}

const hookKey = 'argocd.argoproj.io/hook';
