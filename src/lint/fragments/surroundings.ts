import type { Path } from '../../model/field.js';

type Plain = Readonly<Record<string, unknown>>;

/** A place where a fragment can be used, with several variants of the surrounding object. */
export interface Surroundings {
  readonly kind: string;
  readonly path: Path;
  /** Whether the place takes a list instead of a map. */
  readonly isList?: boolean;
  readonly objects: readonly Plain[];
  /** Which keys belong to this place, if it is a map with arbitrary keys. */
  readonly takes?: RegExp;
}

/** The name of every object that the fragment does not name; references to it are assumed to be resolved. */
const name = 'example';

const labels = { app: name };
const metadata = { name, namespace: name };

/**
 * All places, the likeliest first. `managed` are the names of routes that steps of the fragment set; the surrounding
 * object lists them in managedRoutes.
 */
export function surroundingsFor(managed: readonly string[]): readonly Surroundings[] {
  const managedRoutes =
    managed.length > 0 ? { managedRoutes: managed.map((route) => ({ name: route })) } : {};
  const routers = [
    { istio: { virtualService: { name, routes: [name] } } },
    { alb: { ingress: name, servicePort: 80 } },
    { nginx: { stableIngress: name } },
    { plugins: { 'argoproj-labs/gatewayAPI': { httpRoute: name, namespace: name } } },
  ];
  const canaries = [
    ...routers.map((router) => ({ trafficRouting: { ...managedRoutes, ...router } })),
    { trafficRouting: undefined, analysis: { templates: [{ templateName: name }] } },
  ].map((more) =>
    rollout({ canary: { canaryService: `${name}-canary`, stableService: `${name}-stable`, ...more } }),
  );
  const one = canaries.slice(0, 1);
  const canary = ['spec', 'strategy', 'canary'];
  return [
    { kind: 'Rollout', path: [...canary, 'steps'], isList: true, objects: canaries },
    { kind: 'Rollout', path: canary, objects: canaries },
    { kind: 'Rollout', path: [...canary, 'trafficRouting'], objects: one },
    { kind: 'Rollout', path: ['spec', 'strategy'], objects: one },
    { kind: 'Rollout', path: ['spec'], objects: one },
    { kind: 'Rollout', path: [], objects: one },
    { kind: 'Application', path: ['spec', 'ignoreDifferences'], isList: true, objects: [application] },
    { kind: 'Application', path: ['spec', 'syncPolicy'], objects: [application] },
    { kind: 'Application', path: ['spec'], objects: [application] },
    { kind: 'Application', path: [], objects: [application] },
    { kind: 'VirtualService', path: ['spec', 'http'], isList: true, objects: [virtualService] },
    { kind: 'VirtualService', path: ['spec'], objects: [virtualService] },
    { kind: 'VirtualService', path: [], objects: [virtualService] },
    { kind: 'DestinationRule', path: ['spec', 'subsets'], isList: true, objects: [destinationRule] },
    { kind: 'DestinationRule', path: ['spec'], objects: [destinationRule] },
    { kind: 'DestinationRule', path: [], objects: [destinationRule] },
    { kind: 'Ingress', path: ['spec', 'rules'], isList: true, objects: [ingress] },
    { kind: 'Ingress', path: ['spec'], objects: [ingress] },
    { kind: 'Ingress', path: [], objects: [ingress] },
    {
      kind: 'Ingress',
      path: ['metadata', 'annotations'],
      objects: [ingress],
      takes: /\bingress\.kubernetes\.io\//,
    },
    { kind: 'Service', path: ['spec'], objects: [service] },
    { kind: 'Service', path: [], objects: [service] },
  ];
}

function rollout(strategy: Plain): Plain {
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Rollout',
    metadata,
    spec: {
      replicas: 10,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name, image: name }] } },
      strategy,
    },
  };
}

const application: Plain = {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata,
  spec: {
    project: name,
    source: { repoURL: 'https://example.com/repository', path: name, targetRevision: name },
    destination: { server: 'https://kubernetes.default.svc', namespace: name },
  },
};

const virtualService: Plain = {
  apiVersion: 'networking.istio.io/v1',
  kind: 'VirtualService',
  metadata,
  spec: { hosts: [name], http: [{ route: [{ destination: { host: name } }] }] },
};

const destinationRule: Plain = {
  apiVersion: 'networking.istio.io/v1',
  kind: 'DestinationRule',
  metadata,
  spec: { host: name },
};

const ingress: Plain = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata,
  spec: { defaultBackend: { service: { name, port: { number: 80 } } } },
};

const service: Plain = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata,
  spec: { selector: labels, ports: [{ port: 80 }] },
};
