import { referencedParts } from '../../rollouts/controllers/validation/references.js';
import type { Graph } from '../../repository/graph/graph.js';
import { workloadRef } from '../../kubernetes/kinds/rollout.js';
import type { Resource } from '../../model/resource.js';
import { comesBefore, firstSync, syncText, waveOf } from '../facts/argocd/first-sync.js';
import { rolloutReferences } from '../facts/rollout/references.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/references-synced-first',
    description: 'Require what a Rollout needs to be synced no later than the Rollout.',
    why: 'Argo CD applies a wave only once the wave before it is healthy. While an object that a Rollout refers to is missing, the controller marks the Rollout InvalidSpec, and Argo CD shows it as Degraded. The first sync fails before it applies that object, and the next one starts from the beginning.',
    consequence: 'update-stuck',
    severity: 'warning',
    messages: {
      later:
        '{kind} "{name}" is applied in {when}, after Rollout "{rollout}" in {own}, which is invalid without it, so the first sync of Application "{application}" fails; apply it no later than the Rollout.',
    },
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/sync-waves/',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/sync/sync_context.go',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/resource_customizations/argoproj.io/Rollout/health.lua',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    const own = firstSync(rollout);
    const applications = graph.applications(rollout);
    if (own?.phase !== 'Sync' || applications.length === 0) return;
    const told = new Set<Resource>();
    for (const reference of needed(graph, rollout)) {
      const [resource, ...others] = graph.resolve(reference).found;
      if (!resource || others.length > 0 || told.has(resource)) continue;
      const order = firstSync(resource);
      if (!order || !comesBefore(own, order)) continue;
      const application = graph.applications(resource).find((one) => applications.includes(one));
      if (!application) continue;
      told.add(resource);
      const annotations = [resource, rollout].map((one) => one.at('metadata', 'annotations'));
      report(
        waveOf(resource) ?? waveOf(rollout) ?? reference.from,
        'later',
        {
          kind: resource.kind,
          name: resource.name,
          rollout: rollout.name,
          application: application.name,
          when: syncText(order, own),
          own: syncText(own, order),
        },
        { related: [{ at: reference.from, message: 'needed here' }], complete: annotations },
      );
    }
  },
});

/** Objects without which the controller refuses a Rollout; others, such as a DestinationRule, it only needs later. */
function needed(graph: Graph, rollout: Resource) {
  const workload = workloadRef(rollout)?.from;
  return rolloutReferences(graph, rollout).filter(
    ({ from, to }) => from === workload || referencedKinds.has(to.kind),
  );
}

const referencedKinds: ReadonlySet<string> = new Set(referencedParts.flatMap((part) => part.kinds));
