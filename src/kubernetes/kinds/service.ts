import { isMap } from '../objects/json.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { podHashLabel } from '../objects/keys.js';
import { containers } from './workload.js';

/** The ports of a Service. */
export function ports(service: Resource): readonly Field[] {
  return service.at('spec', 'ports').items;
}

/** The selector of a Service without the hash that the controller adds. */
export function authoredSelector(service: Resource): Readonly<Record<string, string>> {
  const labels = Object.entries(service.at('spec', 'selector').strings);
  return Object.fromEntries(labels.filter(([key]) => key !== podHashLabel));
}

/** The port of the pods that a port of a Service leads to: a name, a number, or by default the same number. */
export function targetPort(port: Field): Field {
  const target = port.at('targetPort');
  return target.exists ? target : port.at('port');
}

/** The named ports of the containers of a pod template. */
export function namedPorts(template: Field): readonly Field[] {
  return containers(template)
    .flatMap((container) => container.at('ports').items)
    .map((port) => port.at('name'))
    .filter(({ text }) => text !== undefined);
}

/** The number of the container port for a target port; undefined if no container has it. */
export function targetNumber(target: Field, template: Field): number | undefined {
  if (target.number !== undefined) return target.number;
  // Kubernetes does not read quoted digits as a number, but the author means one.
  if (target.text !== undefined && /^\d+$/.test(target.text)) return Number(target.text);
  return namedPorts(template)
    .find(({ text }) => text === target.text)
    ?.parent?.at('containerPort').number;
}

/**
 * A Service with another name for the same pods; undefined if it has unique fields. Node ports are allocated by the cluster: load
 * balancers with targets of the type "instance" need some, and two Services cannot have the same. Annotations, and labels with the name in
 * them, may be specific to one Service: the copy is only probably right then.
 */
export function copyableService(
  service: Resource,
  name: string,
): { readonly value: object; readonly isLikely: boolean } | undefined {
  const [metadata, spec] = [service.at('metadata'), service.at('spec')];
  const isInside = ['ClusterIP', 'NodePort', undefined].includes(spec.at('type').text);
  const isTaken = spec.at('clusterIP').exists && spec.at('clusterIP').text !== 'None';
  const keys = spec.entries.filter(({ exists }) => exists).map(({ key }) => String(key));
  if (!isInside || isTaken || !keys.includes('selector') || keys.some(isOfOne)) return undefined;
  const labels = metadata.at('labels');
  const { namespace } = service;
  return {
    value: {
      apiVersion: service.apiVersion,
      kind: service.kind,
      metadata: {
        name,
        ...(namespace !== undefined && { namespace }),
        ...(labels.exists && { labels: labels.value }),
      },
      spec: withoutNodePorts(spec.value as ServiceSpec),
    },
    isLikely:
      metadata.at('annotations').exists || labels.entries.some(({ text }) => text?.includes(service.name)),
  };
}

interface ServiceSpec {
  readonly ports?: unknown;
}

function withoutNodePorts(spec: ServiceSpec): ServiceSpec {
  if (!Array.isArray(spec.ports)) return spec;
  const all: readonly unknown[] = spec.ports;
  return {
    ...spec,
    ports: all.map((port): unknown =>
      isMap(port) ? Object.fromEntries(Object.entries(port).filter(([key]) => key !== 'nodePort')) : port,
    ),
  };
}

/** Addresses and settings of load balancers. */
function isOfOne(key: string): boolean {
  return /^(?:clusterIPs|externalIPs|externalName|healthCheckNodePort|loadBalancer\w*)$/.test(key);
}
