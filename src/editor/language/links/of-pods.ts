import { isRollout } from '../../../kubernetes/kinds/rollout.js';
import { requirements } from '../../../kubernetes/kinds/selector.js';
import { authoredSelector, namedPorts, ports, targetPort } from '../../../kubernetes/kinds/service.js';
import {
  claimReferences,
  configReferences,
  containers,
  podLabels,
  podTemplate,
  probePorts,
  serviceAccountField,
  workloadKinds,
} from '../../../kubernetes/kinds/workload.js';
import type { Field } from '../../../model/field.js';
import type { Resource } from '../../../model/resource.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { workloadOf } from '../../../repository/graph/workload-of.js';
import { selectorOf } from '../../../rules/facts/rollout/located.js';
import { distinctChoices, keyDefinition, type Link, objectLink, partLink } from './link.js';

/** The names that the pod template of a workload writes, and its selector. */
export function linksOfWorkload(graph: Graph, workload: Resource): readonly Link[] {
  const template = podTemplate(workload);
  if (!template?.exists) return [];
  const account = serviceAccountField(template);
  const to = { group: '', kind: 'ServiceAccount', name: account.text ?? '' };
  return [
    ...configReferences(template).flatMap((reference) => [
      objectLink(graph, reference),
      ...reference.keys.filter(({ exists }) => exists).map((key) => keyLink(graph, reference, key)),
    ]),
    ...claimReferences(template).map((reference) => objectLink(graph, reference)),
    ...(account.text === undefined ? [] : [objectLink(graph, { from: account, to })]),
    ...containers(template).flatMap((container) => linksOfContainer(template, container)),
    ...labelLinks(selectorOf(workload, workload).at('matchLabels').entries, [podLabels(template)]),
  ];
}

function linksOfContainer(template: Field, container: Field): readonly Link[] {
  const named = container.at('ports').items.map((port) => port.at('name'));
  const volumes = template.at('spec', 'volumes').items.map((volume) => volume.at('name'));
  const mounts = container.at('volumeMounts').items.map((mount) => mount.at('name'));
  return [
    ...probePorts(container)
      .filter(({ port }) => port.text !== undefined)
      .map(({ port }) => partLink('port', port, named)),
    ...mounts.map((mount) => partLink('volume', mount, volumes)),
  ];
}

/** A key of a ConfigMap or Secret. */
function keyLink(graph: Graph, reference: Parameters<Graph['find']>[0], from: Field): Link {
  const entries = (): readonly Field[] => {
    const config = graph.find(reference);
    return ['data', 'binaryData', 'stringData'].flatMap((part) => config?.at(part).entries ?? []);
  };
  return {
    ...partLink('key', from, []),
    to: () =>
      entries()
        .filter(({ key }) => key === from.value)
        .map((entry) => keyDefinition('key', entry)),
    choices: () =>
      distinctChoices(
        entries().map(({ key }) => [String(key), `of ${reference.to.kind} "${reference.to.name}"`]),
      ),
  };
}

/** The names that a Service writes: labels of pods, and named ports of their containers. */
export function linksOfService(graph: Graph, service: Resource): readonly Link[] {
  const templates = workloadsOf(graph, service).flatMap((workload) => templateOf(graph, workload) ?? []);
  const near = (): readonly Field[] => labelsNear(graph, service);
  return [
    ...labelLinks(service.at('spec', 'selector').entries, templates.map(podLabels), near),
    ...ports(service)
      .map(targetPort)
      .filter(({ text }) => text !== undefined)
      .map((target) => partLink('port', target, templates.flatMap(namedPorts))),
  ];
}

/** All workloads whose pods a Service selects: Istio splits traffic between one Deployment per version. */
function workloadsOf(graph: Graph, service: Resource): readonly Resource[] {
  const first = workloadOf(graph, service);
  const others = graph.companionWorkloads(service, authoredSelector(service));
  return [...new Set([...(first ? [first] : []), ...others])];
}

/** The labels that a label selector of another object names. */
export function selectorLinks(graph: Graph, resource: Resource, selector: Field): readonly Link[] {
  const workload = graph.workload(resource, selector.at('matchLabels').strings);
  const template = workload && templateOf(graph, workload);
  const entries = requirements(selector)
    .map(({ field }) => field)
    .filter(({ shape }) => shape !== 'map');
  return labelLinks(entries, template ? [podLabels(template)] : [], () => labelsNear(graph, resource));
}

function templateOf(graph: Graph, workload: Resource): Field | undefined {
  return isRollout(workload) ? graph.podTemplate(workload) : podTemplate(workload);
}

/** How many workloads are looked at for labels that a selector could have. */
const nearWorkloads = { objects: 50, folders: 8 };

function labelsNear(graph: Graph, resource: Resource): readonly Field[] {
  return [...graph.deployedNear(resource, workloadKinds, nearWorkloads)].flatMap((workload) => {
    const template = templateOf(graph, workload);
    return template ? [podLabels(template)] : [];
  });
}

/** Each entry of a selector names the label with its key and value. */
function labelLinks(
  selector: readonly Field[],
  labels: readonly Field[],
  choices: () => readonly Field[] = () => labels,
): readonly Link[] {
  return selector.map((from) => ({
    ...partLink(
      'label',
      from,
      labels.map((one) => one.at(from.key)),
    ),
    choices: () => distinctChoices(choices().flatMap((one) => detailed(one.at(from.key), false))),
    entries: () =>
      distinctChoices(choices().flatMap(({ entries }) => entries.flatMap((one) => detailed(one, true)))),
  }));
}

function detailed(label: Field, withKey: boolean): readonly (readonly [string, string])[] {
  const { text, key, resource } = label;
  if (text === undefined) return [];
  return [[withKey ? `${key}: ${text}` : text, `of the pods of ${resource.kind} "${resource.name}"`]];
}
