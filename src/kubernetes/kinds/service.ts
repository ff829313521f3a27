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
 * A Service with another name for the same pods; undefined if it has unique fields. Annotations, and labels with the name in
 * them, may be specific to one Service: the copy is only probably right then.
 */
export function copyableService(
  service: Resource,
  name: string,
): { readonly value: object; readonly isLikely: boolean } | undefined {
  const [metadata, spec] = [service.at('metadata'), service.at('spec')];
  const isInside = ['ClusterIP', undefined].includes(spec.at('type').text);
  const isTaken = spec.at('clusterIP').exists && spec.at('clusterIP').text !== 'None';
  const hasNodePort = ports(service).some((port) => port.at('nodePort').exists);
  const keys = spec.entries.filter(({ exists }) => exists).map(({ key }) => String(key));
  if (!isInside || isTaken || hasNodePort || !keys.includes('selector') || keys.some(isOfOne))
    return undefined;
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
      spec: spec.value,
    },
    isLikely:
      metadata.at('annotations').exists || labels.entries.some(({ text }) => text?.includes(service.name)),
  };
}

/** Addresses and settings of load balancers. */
function isOfOne(key: string): boolean {
  return /^(?:clusterIPs|externalIPs|externalName|healthCheckNodePort|loadBalancer\w*)$/.test(key);
}
