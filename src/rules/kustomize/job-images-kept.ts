import { optionsOf, syncOptionsKey } from '../../kubernetes/kinds/application.js';
import { syncOrderOf } from '../../kubernetes/kinds/sync-order.js';
import { containers, podTemplate } from '../../kubernetes/kinds/workload.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { optionsFor, settledApplications } from '../facts/argocd/deployed.js';
import { type RuleContext, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'kustomize/job-images-kept',
    looksAt: 'kustomizations',
    description: 'Require a Job whose image a kustomization sets to be a hook, or to be replaced.',
    why: 'The pod template of a Job cannot be changed. The first sync with another tag fails as long as the Job exists, and with it the sync of everything else.',
    consequence: 'not-deployed',
    severity: 'info',
    messages: {
      image:
        'A kustomization sets the tag of "{image}", but Job "{name}" cannot be changed, so a sync of Application "{application}" with a new tag fails while the Job exists; make it a hook, or annotate it with "argocd.argoproj.io/sync-options: Force=true,Replace=true".',
    },
    links: [
      'https://kubernetes.io/docs/concepts/workloads/controllers/job/#mutable-scheduling-directives',
      'https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/#replace-resource-instead-of-applying-changes',
    ],
  },

  *check({ graph, report }) {
    for (const job of graph.ofKind('Job', 'batch')) {
      yield job;
      const { isHook, phases } = syncOrderOf(job);
      if (!isHook && phases.length > 0) reportFixedImage(job, graph, report);
    }
  },
});

/** Reports a Job whose image changes with the tag of a kustomization. */
function reportFixedImage(job: Resource, graph: Graph, report: RuleContext<'image'>['report']): void {
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
      { related: [{ at: by, message: 'sets the tag' }] },
    );
    return;
  }
}
