import type { Field } from '../model/field.js';
import type { Resource } from '../model/resource.js';
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
