import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { containers } from './workload.js';

/** The ports of a Service. */
export function ports(service: Resource): readonly Field[] {
  return service.at('spec', 'ports').items;
}

/** The port of the pods that a port of a Service leads to: a name, a number, or the same number when not given. */
export function targetPort(port: Field): Field {
  const target = port.at('targetPort');
  return target.exists ? target : port.at('port');
}

/** The ports of the containers of a pod template that have a name. */
export function namedPorts(template: Field): readonly Field[] {
  return containers(template)
    .flatMap((container) => container.at('ports').items)
    .map((port) => port.at('name'))
    .filter(({ text }) => text !== undefined);
}

/** The number of the container port that a target port means; undefined where no container has it. */
export function targetNumber(target: Field, template: Field): number | undefined {
  if (target.number !== undefined) return target.number;
  // Quoted digits are a number to nobody, but who writes them means one.
  if (target.text !== undefined && /^\d+$/.test(target.text)) return Number(target.text);
  return namedPorts(template)
    .find(({ text }) => text === target.text)
    ?.parent?.at('containerPort').number;
}

/**
 * A Service of another name for the same pods; undefined where it has what the cluster gives to one alone. Annotations, and labels
 * with the name in them, may be about one alone: then it is no more than likely.
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

/** Addresses and what belongs to load balancers. */
function isOfOne(key: string): boolean {
  return /^(?:clusterIPs|externalIPs|externalName|healthCheckNodePort|loadBalancer\w*)$/.test(key);
}
