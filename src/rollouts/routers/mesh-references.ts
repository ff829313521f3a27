import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { appMeshGroup } from './app-mesh.js';
import { otherReferences } from './others.js';

/**
 * The objects of Ambassador and App Mesh that the controller checks before it accepts a Rollout. Most repositories do not contain
 * them.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go (getAmbassadorMappings, getReferencedAppMeshResources)
 */
export function meshReferences(rollout: Resource): readonly Reference[] {
  return otherReferences(rollout).filter(
    ({ to: { group, kind } }) => kind === 'Mapping' || (group === appMeshGroup && kind === 'VirtualService'),
  );
}

/** The VirtualRouter behind a VirtualService of App Mesh. */
export function virtualRouter(virtualService: Resource): readonly Reference[] {
  if (virtualService.group !== appMeshGroup) return [];
  const reference = virtualService.at('spec', 'provider', 'virtualRouter', 'virtualRouterRef');
  const [from, namespace] = [reference.at('name'), reference.at('namespace').text];
  if (from.text === undefined) return [];
  const to = { group: appMeshGroup, kind: 'VirtualRouter', name: from.text };
  return [{ from, to: { ...to, ...(namespace !== undefined && { namespace }) } }];
}
