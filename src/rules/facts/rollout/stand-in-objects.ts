import { gatewayGroup, isRouteKind } from '../../../kubernetes/kinds/gateway-defaults.js';
import type { KubeObject } from '../../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../../kubernetes/objects/rollout-object.js';
import { blueGreen, canary } from '../../../kubernetes/kinds/rollout.js';
import type { Field } from '../../../model/field.js';
import type { Resource } from '../../../model/resource.js';

/** A minimal object that a router writes to, with everything the controller requires of it. */
export function standIn(
  { spec }: RolloutObject,
  kind: string,
  name: string,
  namespace: string | undefined,
): KubeObject | undefined {
  const { stableService = '', canaryService = '', trafficRouting } = spec.strategy?.canary ?? {};
  const metadata = { name, ...(namespace !== undefined && { namespace }), annotations: { managed: 'by' } };
  if (kind === 'Ingress') {
    const service = trafficRouting?.alb?.rootService || stableService;
    const backend = { service: { name: service, port: { name: 'use-annotation' } } };
    const paths = [{ path: '/', pathType: 'Prefix', backend }];
    return {
      apiVersion: 'networking.k8s.io/v1',
      kind,
      metadata,
      spec: { rules: [{ http: { paths } }] },
    } as KubeObject;
  }
  if (isRouteKind(kind)) {
    const backendRefs = [stableService, canaryService].map((service) => ({ name: service, port: 80 }));
    const spec = { rules: [{ backendRefs }] };
    return { apiVersion: `${gatewayGroup}/v1`, kind, metadata, spec } as KubeObject;
  }
  if (kind !== 'VirtualService') return undefined;
  const route = [
    { destination: { host: stableService }, weight: 100 },
    { destination: { host: canaryService }, weight: 0 },
  ];
  const { virtualServices = [], virtualService } = trafficRouting?.istio ?? {};
  const names = [...virtualServices, ...(virtualService ? [virtualService] : [])].flatMap(
    ({ routes = [] }) => routes,
  );
  const http = names.length === 0 ? [{ route }] : names.map((routeName) => ({ name: routeName, route }));
  return {
    apiVersion: 'networking.istio.io/v1',
    kind,
    metadata,
    spec: { hosts: [stableService], http },
  } as KubeObject;
}

/** The labels and annotations that pods have while they are canary, stable, and so on. */
export function temporaryMetadata(rollout: Resource): readonly Field[] {
  return [
    canary(rollout).at('canaryMetadata'),
    canary(rollout).at('stableMetadata'),
    blueGreen(rollout).at('activeMetadata'),
    blueGreen(rollout).at('previewMetadata'),
  ];
}
