import type { Resource } from '../../model/resource.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'k8s/kustomization-builds',
    description:
      'Require a kustomization that builds a Rollout, or that an Application deploys, to be one that kustomize can build.',
    why: 'kustomize build ends with an error, so nothing of the kustomization is deployed (Argo CD: ComparisonError).',
    consequence: 'not-deployed',
    severity: 'error',
    messages: {
      missing: '"{entry}" is not there.{hint}',
      key: 'A kustomization has no field "{key}"; did you mean "{right}"?',
      notKustomized: 'Folder "{entry}" has no kustomization.yaml; list its files, or add one.',
      text: 'An entry of patches is a map; kustomize 5 refuses the text "{entry}". Write "path: {entry}".',
      unmerged: '{kind} "{name}" is to be merged into another one, which the kustomization does not build.',
      unmergedHere:
        '{kind} "{name}" is to be merged into the one of namespace "{namespace}"; give this generator the namespace, too.',
      untargeted: 'This patch is for {kind} "{name}", which the kustomization does not build.',
      outside:
        '"{entry}" stands outside of the folder of this kustomization; list the folder, with a kustomization.yaml of its own.',
    },
    otherwise: {
      outside: {
        when: 'A file outside of the folder',
        consequence: 'not-deployed',
        severity: 'warning',
        why: 'Kustomize reads no file outside of the folder of its kustomization ("security; file … is not in or below"), unless it is called with --load-restrictor LoadRestrictionsNone.',
      },
    },
    links: [
      'https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/',
      'https://github.com/kubernetes-sigs/kustomize/blob/kustomize/v5.8.1/api/internal/loader/loadrestrictions.go',
    ],
  },

  check({ graph, report }) {
    const left = new Set<Resource>();
    for (const fault of graph.unbuildable) {
      const { why, at, ...data } = fault;
      const nearest = fault.why === 'missing' ? fault.nearest : undefined;
      const hint = nearest === undefined ? '' : ` Is it "${nearest}"?`;
      // Who lists one file from outside lists many: the first tells it.
      if (why === 'outside' && left.has(at.resource)) continue;
      if (why === 'outside') left.add(at.resource);
      const options = why === 'outside' ? { case: why } : why === 'key' ? { atKey: true } : {};
      report(at, why, { ...data, hint }, options);
    }
  },
});
