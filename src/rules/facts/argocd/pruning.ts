import { applicationSettings } from '../../../argocd/application-settings.js';
import { optionsAmong, syncOptionsKey } from '../../../kubernetes/kinds/application.js';
import type { Field } from '../../../model/field.js';
import type { Resource } from '../../../model/resource.js';
import { isSettled } from '../../../play/drift/settled.js';
import type { Graph } from '../../../repository/graph/graph.js';

/**
 * An Application of a resource that deletes what is gone from Git in the sync that applies the rest. PruneLast waits until the
 * Rollout is Healthy again.
 */
export function pruningAtOnce(graph: Graph, resource: Resource): Resource | undefined {
  return graph.applications(resource).find((application) => {
    if (!isSettled(graph, application, [['spec', 'syncPolicy']])) return false;
    const { automated, syncOptions } = applicationSettings(application, graph.argoCdVersion);
    return automated?.prune === true && !syncOptions.includes(pruneLast);
  });
}

/** Whether one of the annotations of an object keeps Argo CD from pruning it, or from doing so at once. */
export function outlivesSync(annotations: Field): boolean {
  const options = optionsAmong(annotations, syncOptionsKey);
  return options.includes('Prune=false') || options.includes(pruneLast);
}

const pruneLast = 'PruneLast=true';
