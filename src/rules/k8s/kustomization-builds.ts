import type { Resource } from '../../model/resource.js';
import type { Unbuildable } from '../../repository/graph/unbuildable.js';
import { renamedTo, setTo, removalOf } from '../fixes.js';
import { type ProposedFix, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'k8s/kustomization-builds',
    description:
      'Require a kustomization that builds a Rollout or is deployed by an Application to be valid.',
    why: 'kustomize build fails, so nothing of the kustomization is deployed (Argo CD: ComparisonError).',
    consequence: 'not-deployed',
    severity: 'error',
    looksAt: 'kustomizations',
    messages: {
      missing: '"{entry}" is not found.{hint}',
      key: 'A kustomization has no field "{key}"; did you mean "{right}"?',
      notKustomized: 'Folder "{entry}" has no kustomization.yaml; list its files instead, or add one.',
      text: 'This entry of patches is the string "{entry}", but kustomize 5 requires a map; write "path: {entry}".',
      unmerged:
        '{kind} "{name}" should be merged into an existing object, but this kustomization builds no such object; remove "behavior".',
      unmergedHere:
        '{kind} "{name}" should be merged into the object in namespace "{namespace}"; set the same namespace on this generator.',
      untargeted:
        'This patch targets {kind} "{name}", which this kustomization does not build; correct the target, or remove the patch.',
      otherVersion:
        'This patch targets {kind} "{name}" with {said}, but kustomize compares the version, too, and the object has "{apiVersion}"; write that.',
      otherNamespace:
        'This patch targets {kind} "{name}" in {said}, but the object is in {namespace} when kustomize applies patches; write that.',
      renamedLater:
        'This patch targets {kind} "{name}", but this kustomization renames objects only after it has patched them; write "{said}".',
      outside:
        '"{entry}" is outside the folder of this kustomization; list a folder that has its own kustomization.yaml instead.',
    },
    otherwise: {
      outside: {
        when: 'A file outside the folder',
        consequence: 'not-deployed',
        severity: 'warning',
        why: 'Kustomize does not read files outside the folder of a kustomization ("security; file … is not in or below") unless it is called with --load-restrictor LoadRestrictionsNone.',
      },
    },
    fixes: ['unsafe'],
    links: [
      'https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/',
      'https://github.com/kubernetes-sigs/kustomize/blob/kustomize/v5.8.1/api/internal/loader/loadrestrictions.go',
    ],
  },

  *check({ graph, report }) {
    const left = new Set<Resource>();
    for (const fault of graph.unbuildable) {
      yield fault.at.resource;
      const { why, at, ...data } = fault;
      const nearest = fault.why === 'missing' ? fault.nearest : undefined;
      const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
      // A kustomization that lists one outside file lists many: only the first is reported.
      if (why === 'outside' && left.has(at.resource)) continue;
      if (why === 'outside') left.add(at.resource);
      const options = why === 'outside' ? { case: why } : why === 'key' ? { atKey: true } : {};
      report(at, why, { ...data, hint }, { ...options, fix: () => fixOf(fault) });
    }
  },
});

/** The edit of an entry that leaves only one way to write it. A name inside a patch is elsewhere than the entry. */
function fixOf(fault: Unbuildable): ProposedFix | undefined {
  const { why, at } = fault;
  if (why === 'key') return renamedTo(at, fault.right, 'unsafe');
  if (why === 'missing' && at.text === fault.entry) return setTo(at, fault.nearest, 'unsafe');
  if (why === 'text') {
    const title = `Write "path: ${fault.entry}".`;
    return { title, isUnsafe: true, writes: [{ field: at, value: { path: fault.entry } }] };
  }
  return why === 'unmerged' && at.parent ? removalOf(at.parent.at('behavior'), 'unsafe') : undefined;
}
