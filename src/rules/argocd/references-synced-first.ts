import { referencedParts } from '../../rollouts/controllers/validation/references.js';
import type { Graph } from '../../repository/graph/graph.js';
import { workloadRef } from '../../kubernetes/kinds/rollout.js';
import { orderKeys, syncOrderOf, type SyncPhase, syncPhases } from '../../kubernetes/kinds/sync-order.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
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
          when: order.phase === own.phase ? `wave ${order.wave}` : `phase ${order.phase}`,
          own: order.phase === own.phase ? `wave ${own.wave}` : `phase ${own.phase}`,
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

interface First {
  readonly phase: SyncPhase;
  readonly wave: number;
}

/** A successful sync has only these phases. */
const phases = syncPhases.filter((phase) => phase !== 'SyncFail');

/** When a sync first applies an object; undefined if a successful one never does. */
function firstSync(resource: Resource): First | undefined {
  const order = syncOrderOf(resource);
  const phase = phases.find((one) => order.phases.includes(one));
  return phase && { phase, wave: order.wave };
}

function comesBefore(one: First, other: First): boolean {
  const difference = syncPhases.indexOf(one.phase) - syncPhases.indexOf(other.phase);
  return difference < 0 || (difference === 0 && one.wave < other.wave);
}

/** The annotation that determines when an object is applied. */
function waveOf(resource: Resource): Field | undefined {
  return orderKeys.map((key) => resource.at('metadata', 'annotations', key)).find(({ exists }) => exists);
}
