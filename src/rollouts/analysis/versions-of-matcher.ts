import { serviceOfHost, serviceOfPartialHost } from '../../kubernetes/kinds/host.js';
import { canary, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { type VersionsOfService, versionsOfService } from './versions-of-service.js';

/** The versions that a label with a certain value has, by an object that the manifests define. */
export interface VersionsOfMatcher extends VersionsOfService {
  /** The Service of that name; undefined if the pods have the value by themselves. */
  readonly service?: Resource;
}

/**
 * The versions of a Rollout whose series have a label with a literal value: the name of a Service, or what all pods of the Rollout have in
 * common. Undefined if the value is not that of an object that is known.
 */
export function versionsOfMatcher(
  label: string,
  value: string,
  rollout: Resource,
  graph: Graph,
): VersionsOfMatcher | undefined {
  return ofServices.test(label)
    ? (byService(value, rollout, graph) ?? byPods(label, value, rollout, graph))
    : byPods(label, value, rollout, graph);
}

/** Labels whose value is the name or the host of a Service. */
const ofServices =
  /^(?:job|service|exported_service|kubernetes_(?:service|service_name|name)|destination_service(?:_name)?)$/;

function byService(value: string, rollout: Resource, graph: Graph): VersionsOfMatcher | undefined {
  const to = serviceOfHost(value) ?? serviceOfPartialHost(value);
  if (!to) return undefined;
  // Manifests without a namespace are applied to the one that the host names.
  const hasNamespace = graph.namespace(rollout) !== undefined;
  const service = graph.find({
    from: canary(rollout),
    to: hasNamespace ? to : { ...to, namespace: undefined },
  });
  const found = service && versionsOfService(graph, rollout, service);
  return found && { ...found, service };
}

/** Labels that name a program or its workload. */
const ofProgram = /^(?:job|app|application|destination_app|destination_canonical_service)$/;
const ofWorkload = /^(?:deployment|rollout|workload|destination_workload)$/;

function byPods(
  label: string,
  value: string,
  rollout: Resource,
  graph: Graph,
): VersionsOfMatcher | undefined {
  const common = (by: Field): VersionsOfMatcher => ({ versions: 'both', by });
  if (/namespace$/.test(label))
    return value === graph.namespace(rollout) ? common(rollout.at('metadata', 'namespace')) : undefined;
  if (ofWorkload.test(label) && value === rollout.name) return common(rollout.at('metadata', 'name'));
  const shared = sharedLabels(rollout).find(
    ({ key, text }) => text === value && (ofProgram.test(label) || isLabelOfPods(label, String(key))),
  );
  return shared && common(shared);
}

/** The labels by which a Rollout selects its pods: those of every version have them. */
function sharedLabels(rollout: Resource): readonly Field[] {
  const own = canary(rollout).at('canaryMetadata', 'labels');
  return rollout
    .at('spec', 'selector', 'matchLabels')
    .entries.filter(({ key }) => !own.at(String(key)).exists);
}

/** Whether a label of a series is that of its pod, in whose name Prometheus allows no other characters. */
function isLabelOfPods(label: string, key: string): boolean {
  return label.replace(/^label_/, '') === key.replaceAll(/\W/g, '_');
}

/**
 * Whether a Service of the stable version certainly means stable pods alone where a label has its name: a program can call itself the same
 * as its Rollout or its pods, and subsets divide the requests of one host.
 */
export function isStableAlone({ versions, service }: VersionsOfMatcher, rollout: Resource): boolean {
  if (versions !== 'stable' || !service || service.name === rollout.name) return false;
  if (trafficRouting(rollout).at('istio', 'destinationRule').exists) return false;
  return !sharedLabels(rollout).some(({ text }) => text === service.name);
}
