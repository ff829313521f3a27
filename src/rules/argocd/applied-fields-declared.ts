import { undeclaredIn } from '../../kubernetes/apply/undeclared.js';
import { applyMode } from '../../argocd/sync.js';
import type { JsonMap } from '../../kubernetes/objects/json.js';
import { optionsFor } from '../facts/argocd/deployed.js';
import { argoOf, isServerSideDiff, withNamespace } from '../facts/argocd/moments.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/applied-fields-declared',
    description:
      'Require an object that Argo CD applies or compares server-side to have no field that its kind does not declare.',
    why: 'A server-side apply refuses every field that the schema of the kind does not declare, even if it is null (field not declared in schema); a client-side apply drops it. The sync fails and the object is not deployed. If the object already exists, the comparison fails and the whole Application is Unknown.',
    consequence: 'not-deployed',
    severity: 'error',
    otherwise: {
      compared: {
        when: 'When the object is applied client-side, and only compared server-side',
        consequence: 'comparison-error',
        why: 'The dry run of a server-side diff is a server-side apply, which refuses the field (field not declared in schema). The comparison fails, so the whole Application is Unknown and is not synced automatically.',
        severity: 'error',
      },
    },
    yieldsTo: ['schema/fields-known'],
    messages: {
      applied:
        'Application "{application}" applies {kind} "{name}" server-side, and the API server refuses {path}, which the kind does not declare, even as null; remove it.',
      compared:
        'Application "{application}" compares {kind} "{name}" server-side, and the API server refuses {path}, which the kind does not declare, even as null; remove it.',
    },
    fixes: ['unsafe'],
    links: [
      'https://github.com/kubernetes-sigs/structured-merge-diff/blob/v6.4.0/typed/validate.go',
      'https://kubernetes.io/docs/reference/using-api/server-side-apply/',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/diff/diff.go',
    ],
  },

  *check({ graph, report }) {
    for (const application of graph.allApplications) {
      yield application;
      const options = optionsFor(application);
      const isCompared = isServerSideDiff(graph, options);
      const isForAll = isCompared || options.sync.has(byServer);
      for (const resource of graph.deployedBy(application)) {
        // Most objects are applied client-side, and need not be parsed to see that.
        if (!isForAll && !resource.mentions(byServer)) continue;
        const git = withNamespace(graph, resource, resource.at().value);
        if (!git) continue;
        const argo = argoOf(graph, application);
        const manifest = git as unknown as JsonMap;
        const isApplied = applyMode(manifest, undefined, argo.syncSettings) === 'server-side';
        // An ignore rule may remove the field first.
        if (!(isApplied || isCompared) || argo.mayIgnore(git)) continue;
        const message = isApplied ? 'applied' : 'compared';
        for (const path of undeclaredIn(manifest)) {
          const field = resource.at(...path);
          if (isPlaceholder(String(path.at(-1)))) continue;
          report(
            field,
            message,
            {
              application: application.name,
              kind: resource.kind,
              name: resource.name,
              path: path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join(''),
            },
            {
              atKey: true,
              fix: () => removalOf(field, 'unsafe'),
              ...(!isApplied && { case: 'compared' as const }),
              unless: { 'schema/fields-known': field },
              related: [{ at: application, message: 'deployed by this Application' }],
            },
          );
        }
      }
    }
  },
});

const byServer = 'ServerSideApply=true';
