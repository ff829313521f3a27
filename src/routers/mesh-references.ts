import { trafficRouting } from '../kinds/rollout.js';
import type { Field } from '../model/field.js';
import type { Reference } from '../model/reference.js';
import type { Resource } from '../model/resource.js';

/**
 * The objects of Ambassador and App Mesh that a Rollout names. Most manifests come without them.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go (getAmbassadorMappings, getReferencedAppMeshResources)
 */
export function meshReferences(rollout: Resource): readonly Reference[] {
  const routing = trafficRouting(rollout);
  return [
    ...routing.at('ambassador', 'mappings').items.flatMap((from) => to(from, 'getambassador.io', 'Mapping')),
    ...to(routing.at('appMesh', 'virtualService', 'name'), appMeshGroup, 'VirtualService'),
  ];
}

/** The VirtualRouter behind a VirtualService of App Mesh. */
export function virtualRouter(virtualService: Resource): readonly Reference[] {
  const reference = virtualService.at('spec', 'provider', 'virtualRouter', 'virtualRouterRef');
  return to(reference.at('name'), appMeshGroup, 'VirtualRouter', reference.at('namespace').text);
}

const appMeshGroup = 'appmesh.k8s.aws';

function to(from: Field, group: string, kind: string, namespace?: string): Reference[] {
  if (from.text === undefined) return [];
  return [{ from, to: { group, kind, name: from.text, ...(namespace !== undefined && { namespace }) } }];
}
