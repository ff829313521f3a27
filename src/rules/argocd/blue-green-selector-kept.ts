import { selectedHash } from '../../rollouts/controllers/services.js';
import type { Graph } from '../../repository/graph/graph.js';
import { optionsOf, syncOptionsKey } from '../../kubernetes/kinds/application.js';
import { typedRule } from '../rule.js';
import { deployedOf, optionsFor, type Deployed } from '../facts/argocd/deployed.js';
import { argoOf, momentsOf } from '../facts/argocd/moments.js';

export default typedRule({
  meta: {
    name: 'argocd/blue-green-selector-kept',
    description:
      'Require server-side apply to leave the pod hash in the selector of the active Service of a blue-green Rollout.',
    why: 'Server-side apply writes the selector as one value, without the hash. The controller treats an active Service without the hash as one that it has never switched: it promotes the new version at once, without a pause, pre-promotion analysis or approval.',
    consequence: 'overwritten',
    severity: 'error',
    messages: {
      stripped:
        'Each sync of Application "{application}" removes the pod hash from active Service "{service}" by server-side apply, and so promotes versions of Rollout "{rollout}" that were not approved; ignore /spec/selector/rollouts-pod-template-hash and set RespectIgnoreDifferences=true, or annotate the Service with ServerSideApply=false.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/issues/3437',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/bluegreen.go',
      'https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/#server-side-apply',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    for (const deployed of deployedOf(graph, rollout)) {
      if (!isPromotedBySync(graph, deployed)) continue;
      const { application, resource, from } = deployed;
      report(
        application.at('spec', 'ignoreDifferences'),
        'stripped',
        { application: application.name, service: resource.name, rollout: rollout.name },
        {
          atKey: true,
          related: [
            { at: from, message: 'the active Service' },
            { at: resource, message: 'its selector gets the hash in the cluster' },
          ],
        },
      );
    }
  },
});

/** Whether a sync removes the pod hash from the active Service. With ApplyOutOfSyncOnly, a Synced Service is skipped. */
export function isPromotedBySync(graph: Graph, deployed: Deployed): boolean {
  const { application, resource, role } = deployed;
  if (role !== 'active') return false;
  const options = optionsFor(application);
  const own = optionsOf(resource.at(), syncOptionsKey);
  const isServerSide =
    !own.includes('ServerSideApply=false') &&
    (options.sync.has('ServerSideApply=true') || own.includes('ServerSideApply=true'));
  // Replacing the object loses more than the hash.
  if (!isServerSide || options.sync.has('Replace=true') || own.includes('Replace=true')) return false;
  const argo = argoOf(graph, application);
  return momentsOf(graph, deployed).some(({ git, live }) => {
    const { status } = argo.compare(git, live);
    if (status === 'unknown') return false; // Such a Service is not synced.
    if (options.sync.has('ApplyOutOfSyncOnly=true') && status !== 'out-of-sync') return false;
    const applied = argo.applied(git, live);
    return applied !== undefined && selectedHash(applied) === undefined;
  });
}
