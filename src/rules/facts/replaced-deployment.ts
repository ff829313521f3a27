import { nameOfImage } from '../../argocd/image-updater.js';
import { workloadRef } from '../../kubernetes/kinds/rollout.js';
import { podTemplate } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import { byFixedOrder } from '../../model/fixed-order.js';
import { memoize } from '../../model/memo.js';
import { append } from '../../model/multimap.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';

/** A container of a Rollout, and the same one of a Deployment. */
export interface CarriedContainer {
  readonly ours: Field;
  readonly theirs: Field;
}

/** More Deployments of one name are environments, of which one cannot be chosen. */
const mostDeployments = 3;

/**
 * The Deployments from which a Rollout with a template of its own was made: those of the same name that run the same image in a container
 * of the same name.
 */
export function replacedDeployments(graph: Graph, rollout: Resource): readonly Resource[] {
  if (workloadRef(rollout)) return [];
  const namespace = graph.namespace(rollout);
  const found = (deploymentsByName(graph).get(stemOf(rollout.name)) ?? []).filter((one) => {
    const its = graph.namespace(one);
    return namespace === undefined || its === undefined || namespace === its;
  });
  return found.length > mostDeployments
    ? []
    : found.filter((one) => commonContainers(graph, rollout, one).length > 0);
}

/** The containers of a Rollout that a Deployment has, too. */
export function commonContainers(
  graph: Graph,
  rollout: Resource,
  deployment: Resource,
): readonly CarriedContainer[] {
  const theirs = podTemplate(deployment)?.at('spec', 'containers').items ?? [];
  return (graph.podTemplate(rollout)?.at('spec', 'containers').items ?? []).flatMap((ours) => {
    const same = theirs.find(
      (one) =>
        one.at('name').text === ours.at('name').text &&
        haveOneImage(one.at('image').text, ours.at('image').text),
    );
    return same ? [{ ours, theirs: same }] : [];
  });
}

const deploymentsByName = memoize((graph: Graph): ReadonlyMap<string, readonly Resource[]> => {
  const found = new Map<string, Resource[]>();
  for (const one of [...graph.ofKind('Deployment', 'apps')].sort(byFixedOrder))
    append(found, stemOf(one.name), one);
  return found;
});

/** A name without the kind of its object: `web-rollout`, `web-deployment`. */
function stemOf(name: string): string {
  return name.replace(/-(?:rollout|deployment|deploy)$/, '');
}

/** Whether two images are of one program: the registry may differ, and so may the separator of an organisation. */
export function haveOneImage(left = '', right = ''): boolean {
  const [one, other] = [left, right].map((image) => nameOfImage(image).replaceAll('/', '-'));
  if (!one || !other || isPlaceholder(`${one} ${other}`)) return false;
  return one === other || one.endsWith(`-${other}`) || other.endsWith(`-${one}`);
}
