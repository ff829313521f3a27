import { outlivesSync, pruningAtOnce } from '../facts/argocd/pruning.js';
import { counterpart } from '../facts/earlier.js';
import type { Graph } from '../../repository/graph/graph.js';
import { type ConfigReference, configReferences } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'config/kept-for-stable-pods',
    description:
      'Require a ConfigMap or Secret to stay in Git while stable pods use it (--changed, --staged).',
    why: 'Argo CD prunes the object in the sync that starts the update, while the stable pods still use it. Stable pods that start later, because of a restart, a scale-up or an abort, wait for it and never run.',
    consequence: 'wrong-pods',
    severity: 'warning',
    otherwise: {
      elsewhere: {
        when: 'If no Application prunes automatically',
        consequence: 'wrong-pods',
        why: 'Once the object is pruned, stable pods that still use it cannot restart, not even after an abort.',
        severity: 'info',
      },
    },
    messages: {
      pruned:
        '{kind} "{name}" is deleted in the same change that removes it from Rollout "{rollout}", whose stable pods use it until the update completes; delete it in a later change, or annotate it with Prune=false.',
      gone: '{kind} "{name}" is deleted in the same change that removes it from Rollout "{rollout}", whose stable pods use it until the update completes; delete it in a later change.',
    },
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/#prune-last',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/sync/sync_context.go',
      'https://github.com/argoproj/argo-rollouts/issues/958',
    ],
  },

  checkRollout(rollout, { graph, before, report }) {
    const template = graph.podTemplate(rollout);
    const earlier = template && before?.();
    const old = earlier && counterpart(rollout, graph, earlier);
    const oldTemplate = old && earlier.podTemplate(old);
    if (!oldTemplate) return;
    const used = configReferences(template);
    const told = new Set<string>();
    for (const reference of configReferences(oldTemplate)) {
      const { to, isOptional } = reference;
      if (isOptional || isPlaceholder(to.name) || used.some((other) => isSameConfig(other, reference)))
        continue;
      const config = earlier.find(reference);
      if (!config || told.has(configKey(reference)) || isKept(config, earlier, graph)) continue;
      told.add(configKey(reference));
      const isPruned = pruningAtOnce(graph, rollout) !== undefined;
      report(
        placeOf(template, used, reference),
        isPruned ? 'pruned' : 'gone',
        { kind: to.kind, name: to.name, rollout: rollout.name },
        isPruned ? {} : { case: 'elsewhere' },
      );
    }
  },
});

function configKey({ to }: ConfigReference): string {
  return `${to.kind}/${to.name}`;
}

function isSameConfig(left: ConfigReference, right: ConfigReference): boolean {
  return configKey(left) === configKey(right);
}

/**
 * Whether an object is kept: in Git, or by an annotation that prevents Argo CD from pruning it, or from doing so immediately.
 */
function isKept(config: Resource, before: Graph, after: Graph): boolean {
  if (outlivesSync(config.at('metadata', 'annotations'))) return true;
  const namespace = before.namespace(config);
  return after.ofKind(config.kind, '').some((other) => {
    const its = after.namespace(other);
    return other.name === config.name && (its === undefined || namespace === undefined || its === namespace);
  });
}

/** The field that replaces it, or the pods if nothing does. */
function placeOf(template: Field, used: readonly ConfigReference[], gone: ConfigReference): Field {
  const successor = used.find(({ to }) => to.kind === gone.to.kind);
  return successor?.from ?? template.at('spec');
}
