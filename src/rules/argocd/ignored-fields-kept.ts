import { memoize } from '../../model/memo.js';
import type { Graph } from '../../repository/graph/graph.js';
import { isSettings } from '../../argocd/settings-entries.js';
import { autoscalerKinds, scaleTarget } from '../../kubernetes/kinds/autoscaler.js';
import { isRollout } from '../../kubernetes/kinds/rollout.js';
import type { Resource } from '../../model/resource.js';
import { addedTo, removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';
import { optionsFor, settledApplications } from '../facts/argocd/deployed.js';
import { entriesOf } from '../facts/argocd/entries.js';
import { argoOf, withNamespace } from '../facts/argocd/moments.js';

export default typedRule({
  meta: {
    name: 'argocd/ignored-fields-kept',
    description: 'Require a sync not to overwrite replicas that are ignored for an autoscaler.',
    why: 'Ignoring a difference only hides it from the diff; a sync still applies the whole object. Every new commit resets the replica count under load until the autoscaler corrects it.',
    consequence: 'overwritten',
    severity: 'warning',
    fixes: ['choice'],
    messages: {
      replicas:
        'Application "{application}" ignores the replicas of {workload} "{name}", but every sync resets them to {replicas} against {kind} "{autoscaler}"; remove them from Git, or add RespectIgnoreDifferences=true.',
    },
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/#respect-ignore-difference-configs',
      'https://argo-rollouts.readthedocs.io/en/stable/features/hpa-support/',
    ],
  },

  *check({ graph, report }) {
    for (const autoscaler of autoscalerKinds.flatMap(({ kind, group }) => graph.ofKind(kind, group))) {
      yield autoscaler;
      const reference = scaleTarget(autoscaler);
      const workload = reference && graph.find(reference);
      if (!workload || !(isRollout(workload) || workload.group === 'apps')) continue;
      const replicas = workload.at('spec', 'replicas');
      const applications = settledApplications(graph, workload).filter((other) => mayWrite(graph, other));
      if (!replicas.number || applications.length === 0) continue;
      const git = withNamespace(graph, workload, workload.at().value);
      if (!git) continue;
      const live = { ...git, spec: { ...specOrEmpty(git), replicas: replicas.number + 1 } };
      for (const application of applications) {
        const argo = argoOf(graph, application);
        // The difference is not ignored.
        if (argo.compare(git, live).status !== 'synced') continue;
        report(
          replicas,
          'replicas',
          {
            application: application.name,
            workload: workload.kind,
            name: workload.name,
            replicas: replicas.number,
            kind: autoscaler.kind,
            autoscaler: autoscaler.name,
          },
          {
            related: [{ at: reference.from, message: 'scales it' }, ...entryOf(application)],
            choices: () => [
              {
                ...removalOf(replicas),
                title: `Remove the replicas of ${workload.kind} "${workload.name}".`,
              },
              addedTo(application.at('spec', 'syncPolicy', 'syncOptions'), 'RespectIgnoreDifferences=true'),
            ],
          },
        );
      }
    }
  },
});

/** Whether an Application may ignore a part of an object that a sync still overwrites. */
function mayWrite(graph: Graph, application: Resource): boolean {
  const options = optionsFor(application).sync;
  if (options.has('ApplyOutOfSyncOnly=true') || options.has('RespectIgnoreDifferences=true')) return false;
  return entriesOf(application).length > 0 || hasSettings(graph);
}

const hasSettings = memoize((graph: Graph) => graph.ofKind('ConfigMap', '').some(isSettings));

function specOrEmpty(object: object): object {
  return (object as { readonly spec?: object }).spec ?? {};
}

function entryOf(application: Resource): { at: ReturnType<Resource['at']>; message: string }[] {
  const at = application.at('spec', 'ignoreDifferences');
  return at.exists ? [{ at, message: 'what is ignored' }] : [];
}
