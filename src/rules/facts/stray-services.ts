import { kinds } from '../../kubernetes/objects/object.js';
import { services } from '../../kubernetes/kinds/rollout.js';
import { selects } from '../../kubernetes/kinds/workload.js';
import { isFilledInAnywhere } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { authoredSelector } from '../../kubernetes/kinds/service.js';
import { maxExamined } from './similar.js';
import { workloadOf } from '../../repository/graph/workload-of.js';

/** A Service with the name of a Rollout beside it that gets none of its pods, whatever labels they have. */
export interface StrayService {
  readonly service: Resource;
  readonly rollout: Resource;
  /** `selector`: it has none. `namespace`: it selects their labels in another namespace. */
  readonly why: 'selector' | 'namespace';
}

export function* strayServices(graph: Graph): Iterable<StrayService> {
  const known = new Map<Resource, Selecting | undefined>();
  for (const rollout of graph.rollouts) {
    if (!rollout.isReadable) continue;
    for (const name of [rollout.name, `${rollout.name}-service`, `${rollout.name}-svc`])
      for (const service of graph.companionsNamed(rollout, name)) {
        // In one folder, thousands of Rollouts and Services may have a name, and each is read once.
        if (!known.has(service)) known.set(service, selectingOf(graph, service));
        const selecting = known.get(service);
        if (!selecting) continue;
        if (selecting === 'something') {
          if (isElsewhere(graph, service, rollout)) yield { service, rollout, why: 'namespace' };
        } else if (isWithoutPods(graph, service, rollout)) yield { service, rollout, why: 'selector' };
      }
  }
}

/** Whether the selector of a Service has labels. */
type Selecting = 'something' | 'nothing';

/** Undefined for another object, and for a Service of which it is not known or that needs no selector. */
function selectingOf(graph: Graph, service: Resource): Selecting | undefined {
  if (service.group !== '' || service.kind !== kinds.service.kind || !service.isReadable) return undefined;
  if (!graph.isComplete(service) || graph.isPatched(service, ['spec', 'selector'])) return undefined;
  if (service.at('spec', 'type').text === 'ExternalName') return undefined;
  return Object.keys(service.at('spec', 'selector').strings).length === 0 ? 'nothing' : 'something';
}

/** Whether a Service without a selector is the only one for the pods of a Rollout, and nothing here gives it endpoints. */
function isWithoutPods(graph: Graph, service: Resource, rollout: Resource): boolean {
  const spec = service.at('spec');
  const selector = spec.at('selector');
  if (spec.shape !== 'map' || isFilledInAnywhere(spec)) return false;
  // A label without a value is none.
  if (!['absent', 'map'].includes(selector.shape) || selector.entries.some(({ shape }) => shape !== 'absent'))
    return false;
  const given = [...graph.ofKind('Endpoints', ''), ...graph.ofKind('EndpointSlice', 'discovery.k8s.io')];
  if (given.length > 0 || services(rollout).length > 0) return false;
  return !graph
    .companions(rollout, kinds.service)
    .slice(0, maxExamined)
    .some((other) => workloadOf(graph, other) === rollout);
}

/** Whether a Service selects the pods of a Rollout, but in another namespace, where nothing has such pods. */
function isElsewhere(graph: Graph, service: Resource, rollout: Resource): boolean {
  const [there, here] = [graph.namespace(service), graph.namespace(rollout)];
  if (there === undefined || here === undefined || there === here) return false;
  if (!selects(authoredSelector(service), graph.labels(rollout)) || workloadOf(graph, service)) return false;
  // The same system in several namespaces has a Service in each.
  return graph.inNamespace(kinds.service, here).every(({ name }) => name !== service.name);
}
