import { isMap, at } from '../../../kubernetes/objects/json.js';
import { ControllerError, panic } from '../../../kubernetes/objects/controller-error.js';
import type { KubeObject, ObjectKind } from '../../../kubernetes/objects/object.js';
import { type FieldError, invalid } from '../../../kubernetes/validation/field-error.js';
import { routingPath, type ReferencesToValidate } from './reference.js';
import { BadReference } from './violation.js';

/**
 * Ambassador and App Mesh. Their objects are validated if they are among the manifests, but not reported as missing, because
 * most manifests do not contain them.
 */
const mappingKind: ObjectKind = { group: 'getambassador.io', kind: 'Mapping' };
const virtualServiceKind: ObjectKind = { group: 'appmesh.k8s.aws', kind: 'VirtualService' };
const virtualRouterKind: ObjectKind = { group: 'appmesh.k8s.aws', kind: 'VirtualRouter' };

interface MeshObject extends KubeObject {
  readonly spec?: Readonly<Record<string, unknown>>;
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go (getAmbassadorMappings) */
export function mappingsOf({ cluster, rollout }: ReferencesToValidate): readonly MeshObject[] {
  const { ambassador } = rollout.spec.strategy?.canary?.trafficRouting ?? {};
  if (ambassador === undefined) return [];
  const { mappings = [] } = ambassador as { readonly mappings?: readonly string[] };
  if (mappings.length === 0)
    throw new BadReference(
      'ambassador-mapping',
      invalid(`${routingPath}.ambassador.mappings`, undefined, 'must provide at least one mapping'),
    );
  return mappings.flatMap(
    (name) => cluster.get<MeshObject>(mappingKind, rollout.metadata.namespace, name) ?? [],
  );
}

export function mappingErrors({ metadata: { name }, spec }: MeshObject): readonly FieldError[] {
  const weight = spec?.weight ?? 0;
  if (!Number.isInteger(weight) || weight === 0) return [];
  return [invalid('spec.weight', name, `Ambassador mapping "${name}" can not define weight`)];
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go (getReferencedAppMeshResources) */
export function virtualRoutersOf({ cluster, rollout }: ReferencesToValidate): readonly MeshObject[] {
  const { appMesh } = rollout.spec.strategy?.canary?.trafficRouting ?? {};
  if (appMesh === undefined) return [];
  const place = `${routingPath}.appmesh.virtualService`;
  const { virtualService } = appMesh as { readonly virtualService?: { readonly name?: string } };
  if (!virtualService)
    throw new BadReference(
      'app-mesh-virtual-service',
      invalid(place, undefined, 'must provide virtual-service'),
    );

  const { namespace } = rollout.metadata;
  const found = cluster.get<MeshObject>(virtualServiceKind, namespace, virtualService.name ?? '');
  if (!found) return [];
  const reference = at(found.spec, 'provider', 'virtualRouter', 'virtualRouterRef');
  if (!isMap(reference)) throw new ControllerError('Virtual-service is not associated with virtual-router');
  const { name, namespace: other } = reference;
  if (typeof name !== 'string') throw panic();
  const home = typeof other === 'string' && other !== '' ? other : found.metadata.namespace;
  const router = cluster.get<MeshObject>(virtualRouterKind, home, name);
  return router ? [router] : [];
}

const routeTypes = ['httpRoute', 'tcpRoute', 'http2Route', 'grpcRoute'];

/**
 * The first error in a virtual router.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go
 * (ValidateAppMeshVirtualRouter)
 */
export function virtualRouterErrors({ metadata: { name }, spec }: MeshObject): readonly FieldError[] {
  const routes = spec?.routes;
  if (!Array.isArray(routes) || routes.length === 0)
    return [invalid('spec.routes', name, `No routes defined for AppMesh virtual-router ${name}`)];
  return routes.flatMap((route, index) => routeErrors(name, route, index)).slice(0, 1);
}

function routeErrors(router: string, route: unknown, index: number): readonly FieldError[] {
  const place = `spec.routes[${index}]`;
  if (!isMap(route))
    return [
      invalid(
        place,
        router,
        `Invalid route was found for AppMesh virtual-router ${router} at index ${index}`,
      ),
    ];
  const which = `AppMesh virtual-router ${router} and route ${String(route.name)}`;
  const type = routeTypes.find((candidate) => route[candidate] !== undefined);
  if (type === undefined)
    return [
      invalid(
        place,
        router,
        `Error getting route details for ${which}. Error: Route has unsupported route type`,
      ),
    ];
  const targets = at(route[type], 'action', 'weightedTargets');
  const where = `${place}.${type}.action.weightedTargets`;
  if (!Array.isArray(targets)) return [invalid(where, router, `Invalid route action found for ${which}`)];
  if (targets.length === 2) return [];
  const words = `Invalid number of weightedTargets (${targets.length}) for ${which}, expected 2`;
  return [invalid(where, router, words)];
}
