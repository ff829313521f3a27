import { derived } from '../../cluster/derived.js';
import type { Graph } from '../../graph/graph.js';
import { steps } from '../../kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'argocd/pause-holds-no-sync',
    description:
      'Require later sync waves and PostSync hooks not to wait for a Rollout that pauses until it is promoted.',
    why: 'A paused Rollout is not healthy, and a sync waits for it before the next wave and before PostSync hooks. Until the Rollout is promoted, the operation keeps running: hooks and later waves wait, and no other sync or self-heal of the Application starts.',
    consequence: 'update-stuck',
    severity: 'warning',
    messages: {
      wave: 'The sync of Application "{application}" applies {kind} "{name}" in wave {wave} only after Rollout "{rollout}" is healthy, but that Rollout pauses until it is promoted.',
      hook: 'The sync of Application "{application}" runs PostSync hook {kind} "{name}" only after Rollout "{rollout}" is healthy, but that Rollout pauses until it is promoted.',
    },
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/sync-waves/',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/sync/sync_context.go',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/resource_customizations/argoproj.io/Rollout/health.lua',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    const pause = indefinitePause(rollout);
    if (!pause) return;
    for (const application of graph.applications(rollout)) {
      const after = whatFollows(graph, application, waveOf(rollout));
      if (!after) continue;
      const { resource, wave } = after;
      report(
        pause,
        wave === undefined ? 'hook' : 'wave',
        {
          application: application.name,
          rollout: rollout.name,
          kind: resource.kind,
          name: resource.name,
          wave,
        },
        { atKey: true, related: [{ at: resource, message: 'comes after the Rollout' }] },
      );
    }
  },
});

/** A step that lasts until somebody promotes. */
function indefinitePause(rollout: Resource): Field | undefined {
  return steps(rollout)
    .map((step) => step.at('pause'))
    .find((pause) => pause.shape === 'map' && !pause.at('duration').exists);
}

const waveKey = 'argocd.argoproj.io/sync-wave';
const hookKey = 'argocd.argoproj.io/hook';

function waveOf(resource: Resource): number {
  const wave = Number(resource.at('metadata', 'annotations', waveKey).text ?? 0);
  return Number.isInteger(wave) ? wave : 0;
}

/** What a sync does when the Rollout is healthy, and not before. */
function whatFollows(
  graph: Graph,
  application: Resource,
  wave: number,
): { readonly resource: Resource; readonly wave?: number } | undefined {
  return ordered(graph)(application).find((after) => after.wave === undefined || after.wave > wave);
}

/** What an Application deploys in a wave of its own, and what it runs after the sync. */
const ordered = derived((graph: Graph) =>
  derived((application: Resource) =>
    graph.deployedBy(application).flatMap((resource): readonly After[] => {
      // To ask for an annotation parses the document: most have neither of the two.
      if (!resource.mentions(waveKey) && !resource.mentions(hookKey)) return [];
      const hooks = (resource.at('metadata', 'annotations', hookKey).text ?? '')
        .split(',')
        .map((hook) => hook.trim());
      if (hooks.includes('PostSync')) return [{ resource }];
      if (hooks.some((hook) => hook !== '' && hook !== 'Sync')) return [];
      return [{ resource, wave: waveOf(resource) }];
    }),
  ),
);

interface After {
  readonly resource: Resource;
  /** Undefined for what runs after all waves. */
  readonly wave?: number;
}
