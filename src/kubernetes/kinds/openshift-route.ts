import type { ObjectKind } from '../objects/object.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';

/** A Route of OpenShift, which leads requests from outside of the cluster to Services. */
export const openShiftRoute: ObjectKind = { group: 'route.openshift.io', kind: 'Route' };

/**
 * The Services that a Route of OpenShift leads to, also those with weight 0.
 * https://github.com/openshift/api/blob/release-4.18/route/v1/types.go (RouteTargetReference)
 */
export function openShiftBackends(route: Resource): readonly Reference[] {
  return [route.at('spec', 'to'), ...route.at('spec', 'alternateBackends').items].flatMap((target) => {
    const from = target.at('name');
    const kind = target.at('kind').text ?? 'Service';
    return from.text === undefined ? [] : [{ from, to: { group: '', kind, name: from.text } }];
  });
}
