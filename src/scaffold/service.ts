import { withHeaderRoute } from '../manifests/add-route.js';
import { canaryManifests, type CanaryManifests } from '../manifests/canary.js';
import type { Manifest, ManifestContext } from '../manifests/manifest.js';
import type { CanaryProps } from '../manifests/props.js';
import { type AnyStep, type HeaderRouterKind, type RouterKind, Steps } from '../manifests/steps.js';
import { GatewayTraffic, type Traffic } from '../manifests/traffic.js';

/** A header that sends a request to the canary. */
export interface HeaderChoice {
  readonly name: string;
  readonly value: string;
}

/** Where Argo CD takes the manifests from. */
export interface ArgoCdChoice {
  readonly repository: string;
  /** The folder of what is written within the repository. */
  readonly path: string;
}

/** A service to write, as somebody described it in a few words. */
export interface NewService {
  readonly name: string;
  readonly router: RouterKind;
  readonly image: string;
  /** Where the container listens. */
  readonly port: number;
  readonly namespace: string;
  /** Host names by which callers outside the cluster know it. */
  readonly hosts: readonly string[];
  /** A Gateway of the router that is there; with hosts and without one, a Gateway of Istio is made. */
  readonly gateway?: string;
  readonly header?: HeaderChoice;
  readonly argocd?: ArgoCdChoice;
}

/** So many pods that each weight of the steps is a whole number of them, which matters where no router splits. */
const replicas = 4;

/** Which routers a flag of the command means something to. */
export const usedBy = {
  host: ['istio-subset', 'istio-host', 'alb', 'nginx', 'gateway'],
  gateway: ['istio-subset', 'istio-host', 'gateway'],
  header: ['istio-subset', 'istio-host', 'alb', 'nginx', 'gateway'],
} as const satisfies Readonly<Record<string, readonly RouterKind[]>>;

/** Routers whose steps can add routes of their own to what is split. */
export function hasManagedRoutes(router: RouterKind): router is HeaderRouterKind {
  return router !== 'nginx' && router !== 'gateway-tcp' && router !== 'none';
}

/** What makes a copy of a service another one. */
export interface Variant {
  /** Comes before the names of all its objects. */
  readonly prefix?: string;
  readonly namespace?: string | undefined;
  readonly hosts?: readonly string[];
  /** Whether Services are named with their namespace. */
  readonly serviceHosts?: 'full' | 'short';
}

/** The canary of a service; every style writes what these props say. */
export function canaryProps(service: NewService, { hosts, serviceHosts }: Variant = {}): CanaryProps {
  const { name, image, port, header, router } = service;
  return {
    pod: {
      image,
      port,
      // What a pod of this image answers is not known; that somebody listens is the least.
      readinessProbe: { tcpSocket: { port: 'http' } },
    },
    replicas,
    traffic: trafficOf(service, hosts ?? service.hosts, serviceHosts),
    steps: stepsOf(router, header && { ...header, route: `${name}-header` }) as NonNullable<
      CanaryProps['steps']
    >,
  };
}

/** The objects of a service, or of a variant of it. Labels and routes stay as they are, whatever the prefix. */
export function objectsFor(service: NewService, variant: Variant = {}): CanaryManifests {
  const { prefix = '', namespace } = variant;
  const props = canaryProps(service, variant);
  const context: ManifestContext = { namespace };
  return canaryManifests(
    `${prefix}${service.name}`,
    {
      ...props,
      selector: { app: service.name },
      pod: { ...props.pod, containerName: service.name },
    },
    context,
  );
}

/** A first share that stays until somebody has looked at it, and a second one for a while. */
function stepsOf(
  router: RouterKind,
  header: (HeaderChoice & { readonly route: string }) | undefined,
): readonly AnyStep[] {
  const first = router === 'none' ? 25 : 10;
  const steps = [...Steps.ramp([first]), ...Steps.ramp([50], { pause: '10m' })];
  return header && hasManagedRoutes(router)
    ? withHeaderRoute(steps, header.route, { header: header.name, value: header.value })
    : steps;
}

function trafficOf(
  { router, gateway, header }: NewService,
  hosts: readonly string[],
  serviceHosts: Variant['serviceHosts'],
): Traffic<RouterKind> {
  const [host] = hosts;
  switch (router) {
    case 'istio-subset':
    case 'istio-host':
      return {
        router,
        ...(hosts.length > 0 && { hosts }),
        ...(hosts.length > 0 && (gateway === undefined ? { gateway: {} } : { gateways: [gateway] })),
        ...(serviceHosts && { serviceHosts }),
      };
    case 'alb':
      return { router, ...(host !== undefined && { host }) };
    case 'nginx':
      return {
        router,
        ...(host !== undefined && { host }),
        ...(header && { canaryByHeader: { header: header.name, value: header.value } }),
      };
    case 'gateway':
    case 'gateway-tcp':
      return GatewayTraffic.route({
        ...(hosts.length > 0 && { hostnames: hosts }),
        ...(gateway !== undefined && { gateways: [gateway] }),
      });
    case 'none':
      return { router };
  }
}

/** The name of the file for each object of a service, in the order in which a reader wants to meet them. */
const fileNames = {
  rollout: 'rollout.yaml',
  stableService: 'service.yaml',
  canaryService: 'service-canary.yaml',
  rootService: 'service-root.yaml',
  virtualService: 'virtualservice.yaml',
  destinationRule: 'destinationrule.yaml',
  gateway: 'gateway.yaml',
  ingress: 'ingress.yaml',
  route: 'route.yaml',
} as const;

/** One object and the file that it is written to. */
export interface ManifestFile {
  readonly file: (typeof fileNames)[keyof typeof fileNames];
  readonly manifest: Manifest;
}

export function manifestFiles(manifests: CanaryManifests): readonly ManifestFile[] {
  return Object.entries(fileNames).flatMap(([key, file]) => {
    const manifest = manifests[key as keyof typeof fileNames];
    return manifest ? [{ file, manifest }] : [];
  });
}
