import type { Chance } from '../../argocd/jq/chance.js';

type Loose = Readonly<Record<string, unknown>>;

/** The fields of a canary strategy that route its requests, and the objects that a router reads. */
export interface Routing {
  readonly canary: Loose;
  readonly objects: readonly Loose[];
  readonly isRouted: boolean;
  /** The routes that steps can add. */
  readonly managed: readonly ('header' | 'mirror')[];
  /** Whether Experiments can have shares of the requests. */
  readonly isShared: boolean;
}

const unmanaged = { managed: [], isShared: false };

/** A step that adds a managed route, or removes it. Requests that it matches count for no share. */
export function managedStep(chance: Chance, managed: Routing['managed']): Loose {
  const name = chance.of(managed);
  const isRemoved = chance.in(25);
  if (name === 'header') {
    const match = [{ headerName: 'x-version', headerValue: { exact: 'next' } }];
    return { setHeaderRoute: { name, ...(!isRemoved && { match }) } };
  }
  const match = [{ method: { exact: 'GET' }, path: { prefix: '/' } }];
  return { setMirrorRoute: { name, ...(!isRemoved && { percentage: chance.of([5, 50, 100]), match }) } };
}

function managedRoutes(managed: Routing['managed']): Loose {
  return { managedRoutes: managed.map((name) => ({ name })) };
}

const metadata = { name: 'web', namespace: 'shop' };

export function services(isBlueGreen: boolean): readonly Loose[] {
  return ['web-stable', 'web-canary', ...(isBlueGreen ? [] : ['web'])].map((name) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: 'shop' },
    spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
  }));
}

/** A probe with which pods are ready after some seconds: one period after the initial delay. */
export function readyProbe(chance: Chance, seconds: number): Loose {
  const periodSeconds = 1 + chance.below(seconds);
  return { httpGet: { path: '/', port: 80 }, initialDelaySeconds: seconds - periodSeconds, periodSeconds };
}

export function routerOf(chance: Chance, isBlueGreen: boolean): Routing {
  if (isBlueGreen) return { canary: {}, objects: [], isRouted: false, ...unmanaged };
  return chance.of([plain, istioHosts, istioSubsets, nginx, alb])();
}

const named = { stableService: 'web-stable', canaryService: 'web-canary' };

function plain(): Routing {
  return { canary: {}, objects: [], isRouted: false, ...unmanaged };
}

function virtualService(destinations: readonly Loose[]): Loose {
  const route = destinations.map((destination, index) => ({ destination, weight: index === 0 ? 100 : 0 }));
  return {
    apiVersion: 'networking.istio.io/v1',
    kind: 'VirtualService',
    metadata,
    spec: { hosts: ['web'], http: [{ name: 'primary', route }] },
  };
}

const inMesh: Pick<Routing, 'managed' | 'isShared'> = { managed: ['header', 'mirror'], isShared: true };

function istioHosts(): Routing {
  return {
    canary: {
      ...named,
      trafficRouting: {
        ...managedRoutes(inMesh.managed),
        istio: { virtualService: { name: 'web', routes: ['primary'] } },
      },
    },
    objects: [virtualService([{ host: 'web-stable' }, { host: 'web-canary' }])],
    isRouted: true,
    ...inMesh,
  };
}

function istioSubsets(): Routing {
  const subset = (name: string): Loose => ({ name, labels: { app: 'web' } });
  const destinationRule = { name: 'web', canarySubsetName: 'canary', stableSubsetName: 'stable' };
  return {
    canary: {
      trafficRouting: {
        ...managedRoutes(inMesh.managed),
        istio: { virtualService: { name: 'web', routes: ['primary'] }, destinationRule },
      },
    },
    objects: [
      virtualService([
        { host: 'web', subset: 'stable' },
        { host: 'web', subset: 'canary' },
      ]),
      {
        apiVersion: 'networking.istio.io/v1',
        kind: 'DestinationRule',
        metadata,
        spec: { host: 'web', subsets: [subset('stable'), subset('canary')] },
      },
    ],
    isRouted: true,
    ...inMesh,
  };
}

function ingress(service: string, port: Loose, annotations: Loose = {}): Loose {
  const backend = { service: { name: service, port } };
  const http = { paths: [{ path: '/', pathType: 'Prefix', backend }] };
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { ...metadata, annotations },
    spec: { rules: [{ host: 'web.example.com', http }] },
  };
}

function nginx(): Routing {
  return {
    canary: { ...named, trafficRouting: { nginx: { stableIngress: 'web' } } },
    objects: [ingress('web-stable', { number: 80 }, { 'kubernetes.io/ingress.class': 'nginx' })],
    isRouted: true,
    ...unmanaged,
  };
}

function alb(): Routing {
  return {
    canary: {
      ...named,
      trafficRouting: {
        ...managedRoutes(['header']),
        alb: { ingress: 'web', servicePort: 80, rootService: 'web-stable' },
      },
    },
    objects: [ingress('web-stable', { name: 'use-annotation' }, { 'kubernetes.io/ingress.class': 'alb' })],
    isRouted: true,
    managed: ['header'],
    isShared: true,
  };
}
