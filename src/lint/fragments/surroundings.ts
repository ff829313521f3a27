import { ownCluster } from '../../kubernetes/kinds/application.js';
import type { Path } from '../../model/field.js';

type Plain = Readonly<Record<string, unknown>>;

/** A place where a fragment can be used, with several variants of the surrounding object. */
export interface FragmentSurroundings {
  readonly kind: string;
  readonly path: Path;
  /** Whether the place takes a list instead of a map. */
  readonly isList?: boolean;
  readonly objects: readonly Plain[];
  /** Which keys belong to this place, if it is a map with arbitrary keys. */
  readonly takes?: RegExp;
}

/** The name of every object that the fragment does not name; references to it are assumed to be resolved. */
const exampleName = 'example';

const labels = { app: exampleName };
const metadata = { name: exampleName, namespace: exampleName };

/**
 * All places, the likeliest first. `managed` are the names of routes that steps of the fragment set; the surrounding
 * object lists them in managedRoutes.
 */
export function surroundingsFor(managed: readonly string[]): readonly FragmentSurroundings[] {
  const managedRoutes =
    managed.length > 0 ? { managedRoutes: managed.map((route) => ({ name: route })) } : {};
  const routers = [
    { istio: { virtualService: { name: exampleName, routes: [exampleName] } } },
    { alb: { ingress: exampleName, servicePort: 80 } },
    { nginx: { stableIngress: exampleName } },
    { plugins: { 'argoproj-labs/gatewayAPI': { httpRoute: exampleName, namespace: exampleName } } },
  ];
  const canaries = [
    ...routers.map((router) => ({ trafficRouting: { ...managedRoutes, ...router } })),
    { trafficRouting: undefined, analysis: { templates: [{ templateName: exampleName }] } },
  ].map((more) =>
    exampleRollout({
      canary: { canaryService: `${exampleName}-canary`, stableService: `${exampleName}-stable`, ...more },
    }),
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
    { kind: 'Application', path: ['spec', 'ignoreDifferences'], isList: true, objects: [exampleApplication] },
    { kind: 'Application', path: ['spec', 'syncPolicy'], objects: [exampleApplication] },
    { kind: 'Application', path: ['spec'], objects: [exampleApplication] },
    { kind: 'Application', path: [], objects: [exampleApplication] },
    { kind: 'VirtualService', path: ['spec', 'http'], isList: true, objects: [virtualService] },
    { kind: 'VirtualService', path: ['spec'], objects: [virtualService] },
    { kind: 'VirtualService', path: [], objects: [virtualService] },
    { kind: 'DestinationRule', path: ['spec', 'subsets'], isList: true, objects: [destinationRule] },
    { kind: 'DestinationRule', path: ['spec'], objects: [destinationRule] },
    { kind: 'DestinationRule', path: [], objects: [destinationRule] },
    { kind: 'Ingress', path: ['spec', 'rules'], isList: true, objects: [exampleIngress] },
    { kind: 'Ingress', path: ['spec'], objects: [exampleIngress] },
    { kind: 'Ingress', path: [], objects: [exampleIngress] },
    {
      kind: 'Ingress',
      path: ['metadata', 'annotations'],
      objects: [exampleIngress],
      takes: /\bingress\.kubernetes\.io\//,
    },
    { kind: 'Service', path: ['spec'], objects: [exampleService] },
    { kind: 'Service', path: [], objects: [exampleService] },
  ];
}

function exampleRollout(strategy: Plain): Plain {
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Rollout',
    metadata,
    spec: {
      replicas: 10,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: exampleName, image: exampleName }] } },
      strategy,
    },
  };
}

const exampleApplication: Plain = {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata,
  spec: {
    project: exampleName,
    source: { repoURL: 'https://example.com/repository', path: exampleName, targetRevision: exampleName },
    destination: { server: ownCluster, namespace: exampleName },
  },
};

const virtualService: Plain = {
  apiVersion: 'networking.istio.io/v1',
  kind: 'VirtualService',
  metadata,
  spec: { hosts: [exampleName], http: [{ route: [{ destination: { host: exampleName } }] }] },
};

const destinationRule: Plain = {
  apiVersion: 'networking.istio.io/v1',
  kind: 'DestinationRule',
  metadata,
  spec: { host: exampleName },
};

const exampleIngress: Plain = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata,
  spec: { defaultBackend: { service: { name: exampleName, port: { number: 80 } } } },
};

const exampleService: Plain = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata,
  spec: { selector: labels, ports: [{ port: 80 }] },
};
