import { Cluster } from '../../../kubernetes/objects/cluster.js';
import { ControllerError } from '../../../kubernetes/objects/controller-error.js';
import { withoutNulls } from '../../../kubernetes/objects/merge-patch.js';
import { kinds, type KubeObject } from '../../../kubernetes/objects/object.js';
import type {
  RolloutObject,
  SetHeaderRoute,
  SetMirrorRoute,
} from '../../../kubernetes/objects/rollout-object.js';
import type { RolloutsVersion } from '../../../kubernetes/objects/version.js';
import { protocols } from '../../../kubernetes/kinds/virtual-service.js';
import type { Field } from '../../../model/field.js';
import type { Resource } from '../../../model/resource.js';
import { istioReconciler } from '../istio-reconciler.js';
import type { RouterState } from '../router.js';
import { stringOrEmpty } from './fields.js';
import type { VirtualServiceObject } from './virtual-service.js';

interface LivePass {
  readonly rollout: RolloutObject;
  /** The host of the DestinationRule. */
  readonly ruleHost: string;
  readonly version: RolloutsVersion;
}

/**
 * A VirtualService of Git, with the name that a Rollout uses for it, as the controller leaves it. An error of the controller ends
 * the changes.
 */
export function liveValue(
  virtualService: Resource,
  { name, namespace }: { readonly name: string; readonly namespace?: string },
  { rollout, ruleHost, version }: LivePass,
  { weight, headerRoutes, mirrorRoutes = [] }: RouterState,
): unknown {
  // The API server stores no nulls.
  const before = withoutNulls(virtualService.at().value);
  if (!isReadable(virtualService)) return before;
  const object = {
    ...(before as KubeObject),
    metadata: { name, ...(namespace !== undefined && { namespace }) },
  };
  const rule = rollout.spec.strategy?.canary?.trafficRouting?.istio?.destinationRule;
  const ruleObject = rule && {
    ...object,
    kind: kinds.destinationRule.kind,
    metadata: { name: rule.name },
    spec: { host: ruleHost },
  };
  const cluster = new Cluster(ruleObject ? [object, ruleObject] : [object]);
  // Weights alone make no object that the API server refuses.
  if (headerRoutes.length + mirrorRoutes.length === 0) cluster.refusesInvalid = () => false;
  const pass = { rollout, cluster, version };
  try {
    for (const step of headerRoutes) istioReconciler.setHeaderRoute(pass, headerRouteOf(step));
    for (const step of mirrorRoutes) istioReconciler.setMirrorRoute(pass, mirrorRouteOf(step));
    istioReconciler.setWeight(pass, weight, []);
  } catch (error) {
    if (!(error instanceof ControllerError)) throw error;
  }
  const after = cluster.get<VirtualServiceObject>(kinds.virtualService, namespace, name);
  return after?.spec ? { ...(before as object), spec: after.spec } : before;
}

function headerRouteOf(step: Field): SetHeaderRoute {
  const route = step.at('setHeaderRoute');
  return {
    name: stringOrEmpty(route.at('name')),
    match: route.at('match').items.map((match) => ({
      headerName: stringOrEmpty(match.at('headerName')),
      headerValue: match.at('headerValue').strings,
    })),
  };
}

/** What is mirrored does not matter to what else is in the VirtualService, and a match of another form could be refused. */
function mirrorRouteOf(step: Field): SetMirrorRoute {
  return { name: stringOrEmpty(step.at('setMirrorRoute', 'name')), match: [{ path: { prefix: '/' } }] };
}

/** Whether the fields that the controller reads have the right types; the API server rejects others. */
function isReadable(virtualService: Resource): boolean {
  const isList = ({ shape, items }: Field): boolean =>
    shape === 'absent' || (shape === 'list' && items.every((item) => item.shape === 'map'));
  const isText = ({ value = '' }: Field): boolean => typeof value === 'string';
  return protocols.every((protocol) => {
    const section = virtualService.at('spec', protocol);
    return (
      isList(section) &&
      section.items.every(
        (route) =>
          isText(route.at('name')) &&
          isList(route.at('match')) &&
          isList(route.at('route')) &&
          route
            .at('route')
            .items.every((to) => ['host', 'subset'].every((key) => isText(to.at('destination', key)))),
      )
    );
  });
}
