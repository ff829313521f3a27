import { applicationSettings } from '../../argocd/application-settings.js';
import { syncOrderOf } from '../../kubernetes/kinds/sync-order.js';
import { durationText } from '../../rollouts/analysis/timing.js';
import { optionsFor, settledApplications } from '../facts/argocd/deployed.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { containers, podTemplate } from '../../kubernetes/kinds/workload.js';
import { optionsOf, syncOptionsKey } from '../../kubernetes/kinds/application.js';
import { type RuleContext, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/jobs-not-recreated',
    description: 'Require a Job that Argo CD would create again, or could not change, to be a hook.',
    why: 'Kubernetes deletes a finished Job after ttlSecondsAfterFinished. To Argo CD the object is missing then, and self-heal creates it again, so the Job runs again and again.',
    consequence: 'overwritten',
    severity: 'warning',
    otherwise: {
      image: {
        when: 'For a Job whose image a kustomization sets',
        consequence: 'not-deployed',
        why: 'The pod template of a Job cannot be changed. The first sync with another tag fails as long as the Job exists, and with it the sync of everything else.',
        severity: 'info',
      },
    },
    messages: {
      image:
        'A kustomization sets the tag of "{image}", but Job "{name}" cannot be changed, so a sync of Application "{application}" with a new tag fails while the Job exists; make it a hook, or annotate it with "argocd.argoproj.io/sync-options: Force=true,Replace=true".',
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
      reportImage(job, graph, report);
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

/** Reports a Job whose image changes with the tag of a kustomization. */
function reportImage(job: Resource, graph: Graph, report: RuleContext<'image', 'image'>['report']): void {
  const own = optionsOf(job.at(), syncOptionsKey);
  if (own.includes('Replace=true') || job.at('metadata', 'generateName').exists) return;
  const [application] = settledApplications(graph, job).filter(
    (one) => !optionsFor(one).sync.has('Replace=true'),
  );
  const template = podTemplate(job);
  if (!application || !template) return;
  const images = graph
    .placements(job)
    .flatMap(({ via }) => via.flatMap(({ resource }) => resource.at('images').items));
  for (const image of containers(template).map((container) => container.at('image'))) {
    const [name] = image.text?.split(/[:@]/, 1) ?? [];
    const by = images.find((one) => one.at('name').text === name && one.at('newTag').exists);
    if (name === undefined || !by) continue;
    report(
      job.at('metadata', 'name'),
      'image',
      { image: name, name: job.name, application: application.name },
      { case: 'image', related: [{ at: by, message: 'sets the tag' }] },
    );
    return;
  }
}
