import { nameOfImage } from '../../argocd/image-updater.js';
import { portsOfImage } from '../../kubernetes/kinds/image-ports.js';
import { services, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { podTemplate, runningContainers } from '../../kubernetes/kinds/workload.js';
import { kinds } from '../../kubernetes/objects/object.js';
import type { Field } from '../../model/field.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { workloadOf } from '../../repository/graph/workload-of.js';
import { maxExamined } from './similar.js';

/** The Service of a Deployment beside a Rollout whose pods take requests, too. */
interface ServedBeside {
  readonly service: Resource;
  readonly workload: Resource;
}

/**
 * What gets the requests that a Rollout without a Service of its own seems to be meant for: a Deployment beside it that a Service selects.
 * A container that declares a port may be a worker with metrics, so its image is that of the Deployment, or one that is known to be a server.
 */
export function servedBeside(graph: Graph, rollout: Resource): ServedBeside | undefined {
  if (trafficRouting(rollout).exists || services(rollout).length > 0 || !graph.isComplete(rollout))
    return undefined;
  const images = imagesWithPorts(graph.podTemplate(rollout));
  if (images.length === 0) return undefined;
  const isServer = images.some((image) => portsOfImage(image) !== undefined);
  const names = images.flatMap(lastPartOfImage);
  for (const service of graph.companions(rollout, kinds.service).slice(0, maxExamined)) {
    const workload = graph.isComplete(service) ? workloadOf(graph, service) : undefined;
    if (workload?.kind !== kinds.deployment.kind || !graph.areCompanions(workload, rollout)) continue;
    const others = imagesWithPorts(podTemplate(workload)).flatMap(lastPartOfImage);
    if (isServer || others.some((name) => names.includes(name))) return { service, workload };
  }
  return undefined;
}

function imagesWithPorts(template: Field | undefined): readonly string[] {
  if (!template?.exists) return [];
  return runningContainers(template).flatMap((container) => {
    const image = container.at('image').text;
    return image === undefined || container.at('ports').items.length === 0 ? [] : [image];
  });
}

/** The last part of the name of an image: the same application may be in several registries. */
function lastPartOfImage(text: string): readonly string[] {
  const name = nameOfImage(text);
  return name === '' || isPlaceholder(name) ? [] : [name.slice(name.lastIndexOf('/') + 1)];
}
