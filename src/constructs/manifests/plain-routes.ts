import { calledService, type CalledService, type ServicesByRole } from './called-service.js';
import { plainRouteObjects } from './gateway-routes.js';
import { checkExposure, gatewayManifest, meshGateway, serviceHost } from './istio.js';
import {
  defined,
  type Manifest,
  type ManifestContext,
  namedManifest,
  type ObjectMetadata,
  refuse,
} from './manifest.js';
import type {
  DestinationRuleProps,
  HttpRouteProps,
  PlainRouteProps,
  VirtualServiceProps,
} from './plain-route-props.js';

/**
 * The objects of ways that no router splits, Gateways before what names them.
 * @param split - the objects of the router
 * @throws {UnfitProps} for a Service that the Rollout has not, and for two objects of one kind and name
 */
export function plainRoutes(
  { virtualServices = [], destinationRules = [], httpRoutes = [] }: PlainRouteProps,
  services: ServicesByRole,
  context: ManifestContext,
  split: readonly (Manifest | undefined)[] = [],
): readonly Manifest[] {
  const made = [
    ...virtualServices.flatMap((props) => plainVirtualService(props, services, context)),
    ...destinationRules.map((props) => plainDestinationRule(props, services, context)),
    ...httpRoutes.flatMap((props) => plainHttpRoute(props, services, context)),
  ];
  const keys = [...split, ...made].flatMap((one) => (one ? [`${one.kind} "${one.metadata.name}"`] : []));
  const twice = keys.find((one, index) => keys.indexOf(one) < index);
  if (twice !== undefined)
    refuse(
      `${twice} is there twice; give one of "virtualServices", "destinationRules" or "httpRoutes" another "name".`,
    );
  return made;
}

function plainVirtualService(
  props: VirtualServiceProps,
  services: ServicesByRole,
  context: ManifestContext,
): readonly Manifest[] {
  const { to, hosts = [], gateways = [], gateway, match, route, otherRoutes = {} } = props;
  const service = calledService(to, services, 'A VirtualService');
  const name = props.name ?? service.name;
  const made = gateway && (gateway.name ?? name);
  const outside = [
    ...new Set([...gateways.filter((one) => one !== meshGateway), ...(made === undefined ? [] : [made])]),
  ];
  const mesh = props.mesh ?? (outside.length === 0 || gateways.includes(meshGateway));
  checkExposure(hosts, outside, mesh);
  const host = serviceHost(service.name, context, props);
  const isPortSaid = props.port !== undefined || (service.ports ?? []).length > 1;
  const port = isPortSaid ? { port: { number: portNumber(service, props.port, 'A VirtualService') } } : {};
  const virtualService = namedManifest(
    name,
    context,
    ['networking.istio.io/v1', 'VirtualService'],
    metadataOf(props),
    {
      spec: defined({
        hosts: [...new Set([...(mesh ? [host] : []), ...hosts])],
        gateways: outside.length > 0 ? [...(mesh ? [meshGateway] : []), ...outside] : undefined,
        http: [
          ...(otherRoutes.before ?? []),
          { ...(match && { match }), ...route, route: [{ destination: { host, ...port } }] },
          ...(otherRoutes.after ?? []),
        ],
      }),
    },
  );
  return [
    ...(gateway && made !== undefined ? [gatewayManifest(context, made, gateway, hosts)] : []),
    virtualService,
  ];
}

function plainDestinationRule(
  props: DestinationRuleProps,
  services: ServicesByRole,
  context: ManifestContext,
): Manifest {
  const { trafficPolicy, subsets } = props;
  const { name } = calledService(props.to, services, 'A DestinationRule');
  return namedManifest(name, context, ['networking.istio.io/v1', 'DestinationRule'], metadataOf(props), {
    spec: defined({ host: serviceHost(name, context, props), trafficPolicy, subsets }),
  });
}

function plainHttpRoute(
  props: HttpRouteProps,
  services: ServicesByRole,
  context: ManifestContext,
): readonly Manifest[] {
  const service = calledService(props.to, services, 'An HTTPRoute');
  const backend = { group: '', kind: 'Service', name: service.name };
  const port = portNumber(service, props.port, 'An HTTPRoute');
  return plainRouteObjects(props.name ?? service.name, props, context, {
    ...backend,
    port,
    // What the API server fills in.
    weight: 1,
  });
}

function metadataOf({ name, labels, annotations }: ObjectMetadata): ObjectMetadata {
  return defined({ name, labels, annotations });
}

/** @throws {UnfitProps} for a port that the Service has not, and for one of a Service that is not made here without its number */
function portNumber(
  { name, ports }: CalledService,
  given: string | number | undefined,
  leader: string,
): number {
  if (typeof given === 'number') return given;
  if (!ports)
    return refuse(
      `${leader} leads to Service "${name}", whose ports are not known here; set its "port" to the number of one.`,
    );
  const port = given === undefined ? ports[0] : ports.find((one) => one.name === given);
  return (
    port?.port ??
    refuse(
      `${leader} leads to port "${String(given)}", which Service "${name}" has not; it has ${ports.map((one) => one.name).join(', ')}.`,
    )
  );
}
