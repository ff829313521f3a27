import type { Field } from '../model/field.js';
import type { Reference } from '../model/reference.js';
import type { Resource } from '../model/resource.js';

/** Every rule path of an Ingress. */
export function paths(ingress: Resource): readonly Field[] {
  return ingress.at('spec', 'rules').items.flatMap((rule) => rule.at('http', 'paths').items);
}

/** The Service name of a path's backend. */
export function backendService(path: Field): Field {
  return path.at('backend', 'service', 'name');
}

/** The port of a path's backend: a name or a number. */
export function backendPort(path: Field): Field {
  const port = path.at('backend', 'service', 'port');
  return port.at('name').exists ? port.at('name') : port.at('number');
}

/** The Services that an Ingress sends requests to, `defaultBackend` included. */
export function backends(ingress: Resource): readonly (Reference & { readonly port: Field })[] {
  const fields = [...paths(ingress).map((path) => path.at('backend')), ingress.at('spec', 'defaultBackend')];
  return fields.flatMap((backend) => {
    const from = backend.at('service', 'name');
    if (from.text === undefined) return [];
    const port = backend.at('service', 'port');
    return [
      {
        from,
        to: { group: '', kind: 'Service', name: from.text },
        port: port.at('name').exists ? port.at('name') : port.at('number'),
      },
    ];
  });
}
