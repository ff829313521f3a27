import { subsets } from '../../../kubernetes/kinds/destination-rule.js';
import { serviceOfHost } from '../../../kubernetes/kinds/host.js';
import { podSelectors, type SelectorUse } from '../../../kubernetes/kinds/pod-selectors.js';
import { services } from '../../../kubernetes/kinds/rollout.js';
import { labelRequirements, type Requirement, requirements } from '../../../kubernetes/kinds/selector.js';
import { kinds } from '../../../kubernetes/objects/object.js';
import type { Resource } from '../../../model/resource.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { podHashLabel } from '../../../rollouts/controllers/services.js';
import { monitoredNamespaces } from '../monitored-namespaces.js';

/** What an object does with the pods that it selects. */
export type PodUse = 'service' | 'subset' | SelectorUse;

/** A selector of pods in an object that certainly comes with a Rollout. */
export interface PodChoice {
  readonly resource: Resource;
  readonly use: PodUse;
  /** The name of a subset. */
  readonly part?: string | undefined;
  /** What it requires of pods: those of a subset also meet the selector of its Service. */
  readonly wanted: readonly Requirement[];
}

/** The selectors of the objects that certainly come with a Rollout, in its namespace; those without requirements are left out. */
export function podChoices(graph: Graph, rollout: Resource): readonly PodChoice[] {
  const beside = (group: string, kind: string): readonly Resource[] =>
    graph.companions(rollout, { group, kind }).filter((one) => isNear(graph, rollout, one));
  const named = services(rollout).flatMap((reference) => graph.find(reference) ?? []);
  const own = [...new Set([...named, ...beside('', 'Service')])].map(choiceOfService);
  return [
    ...own,
    ...beside(kinds.destinationRule.group, kinds.destinationRule.kind).flatMap((rule) =>
      ofSubsets(rule, own),
    ),
    ...[
      ...beside('policy', 'PodDisruptionBudget'),
      ...beside('networking.k8s.io', 'NetworkPolicy'),
      ...graph
        .companions(rollout, { group: 'monitoring.coreos.com', kind: 'PodMonitor' })
        .filter((monitor) => covers(graph, monitor, rollout)),
    ].flatMap((resource) =>
      podSelectors(resource).map(({ use, selector }): PodChoice => ({
        resource,
        use,
        wanted: requirements(selector),
      })),
    ),
  ].filter(({ wanted }) => wanted.length > 0);
}

function choiceOfService(resource: Resource): PodChoice {
  return {
    resource,
    use: 'service',
    wanted: withoutHash(labelRequirements(resource.at('spec', 'selector'))),
  };
}

/** The controller writes the hash that selects one version. */
function withoutHash(wanted: readonly Requirement[]): readonly Requirement[] {
  return wanted.filter(({ key }) => key !== podHashLabel);
}

/** A subset has the pods of the Service that its host is, as far as they have its labels. */
function ofSubsets(destinationRule: Resource, choices: readonly PodChoice[]): readonly PodChoice[] {
  const host = serviceOfHost(destinationRule.at('spec', 'host').text ?? '');
  const service = choices.find(({ resource }) => resource.name === host?.name);
  if (!service || service.wanted.length === 0) return [];
  return subsets(destinationRule).map((subset) => ({
    resource: destinationRule,
    use: 'subset',
    part: subset.at('name').text,
    wanted: [...service.wanted, ...withoutHash(labelRequirements(subset.at('labels')))],
  }));
}

function isNear(graph: Graph, rollout: Resource, other: Resource): boolean {
  const [own, its] = [graph.namespace(rollout), graph.namespace(other)];
  return own === undefined || its === undefined || own === its;
}

function covers(graph: Graph, monitor: Resource, rollout: Resource): boolean {
  const namespace = graph.namespace(rollout);
  const covered = monitoredNamespaces(graph, monitor);
  return covered === undefined || namespace === undefined || covered.includes(namespace);
}
