import { immutableKinds, refusedChanges } from '../../kubernetes/apply/immutable.js';
import { caseBeside } from '../facts/comes-alone.js';
import { counterpart } from '../facts/earlier.js';
import { refusedChangesOfOwn } from '../facts/schema/own.js';
import { problemPath } from '../facts/schema/problems.js';
import type { Field } from '../../model/field.js';
import { isFilledInAnywhere } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { titled } from '../choices.js';
import { type ProposedFix, typedRule } from '../rule.js';

const why =
  'The API server refuses the update, so every sync of the Application fails, and the object stays as it was, with all else that changes in it. Replace=true alone is refused as well; with Force=true Argo CD deletes the object and creates it again.';

export default typedRule({
  meta: {
    name: 'k8s/immutable-fields-kept',
    description:
      'Require a change (--changed, --staged) to keep immutable fields, such as the selector of a Deployment, and those that the CRD of a kind makes immutable.',
    why,
    consequence: 'refused-by-api-server',
    severity: 'error',
    otherwise: {
      untouched: {
        when: 'Where the object does not come with a Rollout',
        consequence: 'refused-by-api-server',
        why,
        severity: 'info',
      },
    },
    fixes: ['choice'],
    messages: {
      changed:
        '{path} of {kind} "{name}" changes, which the API server refuses; use another name, or add the annotation "argocd.argoproj.io/sync-options: Force=true,Replace=true".',
      rule: '{path} of {kind} "{name}" changes as its definition does not allow: {rule}.',
    },
    links: [
      'https://github.com/kubernetes/kubernetes/blob/v1.36.1/pkg/apis/apps/validation/validation.go',
      'https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/#force-sync',
    ],
  },

  check({ graph, before, report }) {
    if (!before) return;
    const earlier = (resource: Resource): Resource | undefined =>
      isRecreated(resource) ? undefined : counterpart(resource, graph, before());
    for (const { group, kind } of immutableKinds)
      for (const resource of graph.ofKind(kind, group)) {
        const old = earlier(resource);
        if (!old?.isReadable || !resource.isReadable) continue;
        const change = { after: resource.at().value, before: old.at().value, areStored: false };
        for (const path of refusedChanges({ group, kind }, change)) {
          const field = resource.at(...path);
          if (isOpen(field, old)) continue;
          const data = { path: problemPath(path), kind, name: resource.name };
          report(field, 'changed', data, {
            case: caseBeside(graph, resource),
            choices: () => [recreated(resource)],
          });
        }
      }
    for (const { resource, refusals } of refusedChangesOfOwn(graph, earlier))
      for (const refusal of refusals) {
        if (refusal.kind !== 'rule') continue;
        const [field, { rule, message = rule }] = [resource.at(...refusal.path), refusal.rule];
        if (isOpen(field, earlier(resource)!)) continue;
        const data = { path: problemPath(refusal.path), kind: resource.kind, name: resource.name };
        report(
          field,
          'rule',
          { ...data, rule: message.replace(/\.$/, '') },
          { case: caseBeside(graph, resource) },
        );
      }

    function isOpen(field: Field, old: Resource): boolean {
      return before!().isPatched(old, field.path) || [field, old.at(...field.path)].some(isFilledInAnywhere);
    }
  },
});

/** Has Argo CD delete an object and create it again. */
function recreated(resource: Resource): ProposedFix {
  const options = resource.at('metadata', 'annotations', 'argocd.argoproj.io/sync-options');
  const others = (options.text ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !/^(?:Force|Replace)=/.test(one));
  const value = [...others, 'Force=true', 'Replace=true'].join(',');
  return titled(`Set "${String(options.key)}" to "${value}".`, { field: options, value });
}

/** Whether Argo CD or Helm deletes the object before creating it again. */
function isRecreated(resource: Resource): boolean {
  return resource
    .at('metadata', 'annotations')
    .entries.some(
      ({ key, text = '' }) =>
        key === 'argocd.argoproj.io/hook' ||
        key === 'helm.sh/hook' ||
        (key === 'argocd.argoproj.io/sync-options' && /\bForce=true\b/.test(text)),
    );
}
