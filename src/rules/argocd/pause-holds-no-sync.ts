import { memoize } from '../../model/memo.js';
import type { Graph } from '../../repository/graph/graph.js';
import { syncOptions } from '../../kubernetes/kinds/application.js';
import { steps } from '../../kubernetes/kinds/rollout.js';
import { waitsForUser } from '../../kubernetes/kinds/steps.js';
import { type SyncOrder, syncOrderOf, type SyncPhase } from '../../kubernetes/kinds/sync-order.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { settledApplications } from '../facts/argocd/deployed.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/pause-holds-no-sync',
    description:
      'Require syncs with waves or hooks not to wait for a Rollout that pauses until it is promoted.',
    why: 'A paused Rollout is not healthy, and a sync waits for it before the next wave and before PostSync hooks. Until the Rollout is promoted, the operation keeps running: hooks and later waves wait, and no other sync or self-heal of the Application starts.',
    consequence: 'update-stuck',
    severity: 'warning',
    otherwise: {
      changed: {
        when: 'With ApplyOutOfSyncOnly=true',
        consequence: 'update-stuck',
        severity: 'info',
        why: 'A sync skips the waves in which nothing differs from Git. It waits for the Rollout only if something in a later wave has changed as well; then the operation keeps running until the Rollout is promoted.',
      },
    },
    // Objects that the Rollout needs must precede it for another reason.
    yieldsTo: ['argocd/references-synced-first'],
    messages: {
      wave: 'The sync of Application "{application}" applies {kind} "{name}" in wave {wave} only after Rollout "{rollout}" is healthy, but that Rollout pauses until it is promoted; move it to an earlier wave, or give the pause a duration.',
      changed:
        'A sync of Application "{application}" that changes {kind} "{name}" in wave {wave} applies it only after Rollout "{rollout}" is healthy, but that Rollout pauses until it is promoted; move it to an earlier wave, or give the pause a duration.',
      hook: 'The sync of Application "{application}" runs PostSync hook {kind} "{name}" only after Rollout "{rollout}" is healthy, but that Rollout pauses until it is promoted; give the pause a duration, or remove the hook.',
      beside:
        'The sync of Application "{application}" runs hook {kind} "{name}" in the same wave as Rollout "{rollout}", so it can wait until the Rollout is healthy, but that Rollout pauses until it is promoted; move the hook to an earlier wave, or give the pause a duration.',
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
    for (const application of settledApplications(graph, rollout)) {
      const held = heldBy(graph, application, rollout);
      if (!held) continue;
      const { resource, how, wave } = held;
      report(
        pause,
        how,
        {
          application: application.name,
          rollout: rollout.name,
          kind: resource.kind,
          name: resource.name,
          ...((how === 'wave' || how === 'changed') && { wave }),
        },
        {
          atKey: true,
          case: how === 'changed' ? how : undefined,
          unless: { 'argocd/references-synced-first': resource },
          related: [
            {
              at: resource,
              message: how === 'beside' ? 'runs beside the Rollout' : 'comes after the Rollout',
            },
          ],
        },
      );
    }
  },
});

/** A step that waits for a promotion. */
function indefinitePause(rollout: Resource): Field | undefined {
  return steps(rollout).find(waitsForUser)?.at('pause');
}

/** What prevents a sync from ending before the Rollout is healthy. */
interface HeldObject {
  readonly resource: Resource;
  readonly how: 'wave' | 'changed' | 'hook' | 'beside';
  readonly wave: number;
}

function heldBy(graph: Graph, application: Resource, rollout: Resource): HeldObject | undefined {
  const own = syncOrderOf(rollout);
  const parts = inOrder(graph)(application);
  const rank = ({ phase, wave }: Pick<SyncPart, 'phase' | 'wave'>): number =>
    phase === 'Sync' ? Math.sign(wave - own.wave) : phase === 'PreSync' ? -1 : 1;
  // A phase that only runs after a failure does not wait for the Rollout.
  const after = parts.filter((part) => part.phase !== 'SyncFail' && rank(part) > 0);
  const isPartial = syncOptions(application.at()).some(({ value }) => value === 'ApplyOutOfSyncOnly=true');
  // Hooks run in every sync.
  const surely = after.find(({ isHook }) => isHook || !isPartial);
  if (surely) return { ...surely, how: surely.phase === 'Sync' ? 'wave' : 'hook' };
  // A sync with other waves or phases, and hooks in its last wave, waits for that whole wave.
  const beside = parts.find((part) => part.isHook && rank(part) === 0);
  const [changed] = after;
  if (!beside) return changed && { ...changed, how: 'changed' };
  const hasMore = graph.deployedBy(application).some((resource) => {
    const { phases, wave } = syncOrderOf(resource);
    return phases.some((phase) => rank({ phase, wave }) !== 0);
  });
  return hasMore ? { ...beside, how: 'beside' } : undefined;
}

interface SyncPart extends Pick<SyncOrder, 'wave' | 'isHook'> {
  readonly resource: Resource;
  readonly phase: SyncPhase;
}

/** The objects of an Application with their own waves, and its hooks. Everything else is in wave 0. */
const inOrder = memoize((graph: Graph) =>
  memoize((application: Resource) =>
    graph.deployedBy(application).flatMap((resource): readonly SyncPart[] => {
      const { phases, isHook, wave } = syncOrderOf(resource);
      if (!isHook && wave === 0) return [];
      return phases.map((phase) => ({ resource, phase, isHook, wave }));
    }),
  ),
);
