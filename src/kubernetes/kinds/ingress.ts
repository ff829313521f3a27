import type { Field } from '../../model/field.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';

/** Every rule path of an Ingress. */
function paths(ingress: Resource): readonly Field[] {
  return ingress.at('spec', 'rules').items.flatMap((rule) => rule.at('http', 'paths').items);
}

/** The rules of an Ingress without `http`: their requests go to the default backend. */
export function rulesWithoutHttp(ingress: Resource): readonly Field[] {
  return ingress.at('spec', 'rules').items.filter((rule) => rule.shape === 'map' && !rule.at('http').exists);
}

/** The rules of an Ingress with an empty list of paths, which the API server rejects. */
export function rulesWithoutPaths(ingress: Resource): readonly Field[] {
  return ingress.at('spec', 'rules').items.filter((rule) => {
    const list = rule.at('http', 'paths');
    return list.shape === 'list' && list.items.length === 0;
  });
}

/** The paths of an Ingress whose backend is a resource other than a Service. */
export function pathsToResources(ingress: Resource): readonly Field[] {
  return paths(ingress).filter(
    (path) => path.at('backend', 'resource').exists && !backendService(path).exists,
  );
}

/** The Service name in the backend of a path; v1beta1 has another field for it. */
function backendService(path: Field): Field {
  return serviceOf(path.at('backend'));
}

/** A Service that an Ingress sends requests to, and its port. */
export interface Backend extends Reference {
  /** A name or a number. */
  readonly port: Field;
}

/** The Services that an Ingress sends requests to, including `defaultBackend`. */
export function backends(ingress: Resource): readonly Backend[] {
  return [...pathBackends(ingress), ...backendOf(ingress.at('spec', 'defaultBackend'))];
}

/** The Services that the paths of an Ingress lead to. */
export function pathBackends(ingress: Resource): readonly (Backend & { readonly path: Field })[] {
  return paths(ingress).flatMap((path) =>
    backendOf(path.at('backend')).map((backend) => ({ ...backend, path })),
  );
}

function backendOf(backend: Field): readonly Backend[] {
  const from = serviceOf(backend);
  if (from.text === undefined) return [];
  return [{ from, to: { group: '', kind: 'Service', name: from.text }, port: backendPort(backend) }];
}

function serviceOf(backend: Field): Field {
  const legacy = backend.at('serviceName');
  return legacy.exists ? legacy : backend.at('service', 'name');
}

function backendPort(backend: Field): Field {
  const legacy = backend.at('servicePort');
  if (legacy.exists) return legacy;
  const port = backend.at('service', 'port');
  return port.at('name').exists ? port.at('name') : port.at('number');
}

/** An annotation of an Ingress, present or not. */
export function annotation(ingress: Resource, key: string): Field {
  return ingress.at('metadata', 'annotations', key);
}

/** The annotation with the class of an Ingress, which is older than the field. */
export function classAnnotation(ingress: Resource): Field {
  return annotation(ingress, 'kubernetes.io/ingress.class');
}

/** The field for the class of an Ingress: the old annotation takes precedence over the field. */
export function ingressClass(ingress: Resource): Field {
  const old = classAnnotation(ingress);
  return old.text === undefined ? ingress.at('spec', 'ingressClassName') : old;
}
