import { applicationSettings } from '../../argocd/application-settings.js';
import { syncOrderOf } from '../../kubernetes/kinds/sync-order.js';
import { durationText } from '../../rollouts/analysis/timing.js';
import { settledApplications } from '../facts/argocd/deployed.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/jobs-not-recreated',
    description: 'Require a Job that Argo CD would create again to be a hook.',
    why: 'Kubernetes deletes a finished Job after ttlSecondsAfterFinished. To Argo CD the object is missing then, and self-heal creates it again, so the Job runs again and again.',
    consequence: 'overwritten',
    severity: 'warning',
    messages: {
      again:
        'Job "{name}" is deleted {time} after it has finished, and self-heal of Application "{application}" creates it again, so it runs again and again; make it a hook with "argocd.argoproj.io/hook: Sync", or remove ttlSecondsAfterFinished.',
    },
    links: [
      'https://kubernetes.io/docs/concepts/workloads/controllers/ttlafterfinished/',
      'https://argo-cd.readthedocs.io/en/stable/user-guide/auto_sync/#automatic-self-healing',
      'https://argo-cd.readthedocs.io/en/stable/user-guide/sync-waves/',
    ],
  },

  *check({ graph, report }) {
    for (const job of graph.ofKind('Job', 'batch')) {
      yield job;
      const field = job.at('spec', 'ttlSecondsAfterFinished');
      const { isHook, phases } = syncOrderOf(job);
      if (isHook || phases.length === 0) continue;
      if (field.number === undefined) continue;
      const healing = settledApplications(graph, job).find(
        (application) => applicationSettings(application, graph.argoCdVersion).automated?.selfHeal === true,
      );
      if (!healing) continue;
      report(
        field,
        'again',
        { name: job.name, time: durationText(field.number), application: healing.name },
        {
          rests: [job.at('metadata', 'annotations')],
          related: [
            { at: healing.at('spec', 'syncPolicy', 'automated'), message: 'recreates missing objects' },
          ],
        },
      );
    }
  },
});
