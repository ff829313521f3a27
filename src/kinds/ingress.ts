import type { Field } from '../model/field.js';
import type { Reference } from '../model/reference.js';
import type { Resource } from '../model/resource.js';

/** Every rule path of an Ingress. */
export function paths(ingress: Resource): readonly Field[] {
  return ingress.at('spec', 'rules').items.flatMap((rule) => rule.at('http', 'paths').items);
}

/** The Service name of a path's backend; v1beta1 had another field for it. */
export function backendService(path: Field): Field {
  return serviceOf(path.at('backend'));
}

/** The port of a path's backend: a name or a number. */
export function backendPort(path: Field): Field {
  return portOf(path.at('backend'));
}

/** The Services that an Ingress sends requests to, `defaultBackend` included. */
export function backends(ingress: Resource): readonly (Reference & { readonly port: Field })[] {
  const fields = [...paths(ingress).map((path) => path.at('backend')), ingress.at('spec', 'defaultBackend')];
  return fields.flatMap((backend) => {
    const from = serviceOf(backend);
    if (from.text === undefined) return [];
    return [{ from, to: { group: '', kind: 'Service', name: from.text }, port: portOf(backend) }];
  });
}

function serviceOf(backend: Field): Field {
  const legacy = backend.at('serviceName');
  return legacy.exists ? legacy : backend.at('service', 'name');
}

function portOf(backend: Field): Field {
  const legacy = backend.at('servicePort');
  if (legacy.exists) return legacy;
  const port = backend.at('service', 'port');
  return port.at('name').exists ? port.at('name') : port.at('number');
}

/** An annotation of an Ingress, there or not. */
export function annotation(ingress: Resource, key: string): Field {
  return ingress.at('metadata', 'annotations', key);
}

/** What names the class of an Ingress: the old annotation wins over the field. */
export function ingressClass(ingress: Resource): Field {
  const old = annotation(ingress, 'kubernetes.io/ingress.class');
  return old.text === undefined ? ingress.at('spec', 'ingressClassName') : old;
}
