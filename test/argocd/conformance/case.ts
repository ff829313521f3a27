import type { KubeObject } from '../../../src/kubernetes/objects/object.js';

/** One live object, its manifest and the settings. The recorder reads the same: conformance/argocd/README.md. */
export interface Case extends Settings {
  readonly name: string;
  /** What it would show if we were wrong. */
  readonly why: string;
  readonly live: Manifest | null;
  readonly target: Manifest | null;
}

export interface Settings {
  /** A text stands in the annotation as it is. */
  readonly lastApplied?: Manifest | string;
  readonly managedFields?: readonly ManagedFields[];
  readonly ignoreDifferences?: readonly IgnoreEntry[];
  /** The data of `argocd-cm`. */
  readonly configMap?: Readonly<Record<string, string>>;
  readonly syncOptions?: readonly string[];
  /** Of the Application. */
  readonly annotations?: Readonly<Record<string, string>>;
  readonly serverSideDiff?: boolean;
}

export interface IgnoreEntry {
  readonly group?: string;
  readonly kind: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly jsonPointers?: readonly string[];
  readonly jqPathExpressions?: readonly string[];
  readonly managedFieldsManagers?: readonly string[];
}

export interface ManagedFields {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly fieldsType: 'FieldsV1';
  readonly fieldsV1: Loose;
}

export type Loose = { readonly [key: string]: unknown };
export type Manifest = KubeObject & Loose;

/** A live object and its manifest, and what was applied last where that is not the manifest. */
export interface Pair {
  readonly live: Manifest;
  readonly target: Manifest;
  readonly before?: Manifest;
}

/** How a comparison is made, by the words that tell the cases of one pair apart. */
export const strategies: Readonly<Record<string, (pair: Pair) => Settings>> = {
  'three-way': ({ before, target }) => ({ lastApplied: before ?? target }),
  'two-way': () => ({}),
  'structured merge': ({ before, target }) => ({
    lastApplied: before ?? target,
    syncOptions: ['ServerSideApply=true'],
  }),
  'server-side': ({ before, target }) => ({ lastApplied: before ?? target, serverSideDiff: true }),
};

export type Strategy = 'three-way' | 'two-way' | 'structured merge' | 'server-side';

/** One case for each strategy. */
export function compared(
  name: string,
  why: string,
  pair: Pair,
  settings: Settings = {},
  among: readonly Strategy[] = ['three-way', 'two-way', 'structured merge', 'server-side'],
): readonly Case[] {
  return among.map((strategy) => {
    const own = strategies[strategy]?.(pair) ?? {};
    const syncOptions = [...(own.syncOptions ?? []), ...(settings.syncOptions ?? [])];
    return {
      name: `${name} (${strategy})`,
      why,
      live: pair.live,
      target: pair.target,
      ...own,
      ...settings,
      ...(syncOptions.length > 0 ? { syncOptions } : {}),
    };
  });
}

/** Compared by three-way merge alone. */
export const threeWay = (name: string, why: string, pair: Pair, settings: Settings = {}): Case => ({
  name,
  why,
  live: pair.live,
  target: pair.target,
  lastApplied: pair.before ?? pair.target,
  ...settings,
});

// Edits. A path is keys and indices.

export type Path = readonly (string | number)[];
export type Edit = (object: Loose) => Loose;

const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null;

function edited(node: unknown, path: Path, leaf: (value: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return leaf(node);
  if (Array.isArray(node)) {
    const list: unknown[] = [...(node as readonly unknown[])];
    list[Number(key)] = edited(list[Number(key)], rest, leaf);
    return list.filter((item) => item !== undefined);
  }
  const map: Loose = isObject(node) ? node : {};
  const value = edited(map[key], rest, leaf);
  const others = Object.entries(map).filter(([name]) => name !== key);
  return Object.fromEntries(value === undefined ? others : [...others, [key, value]]);
}

export const set =
  (path: Path, value: unknown): Edit =>
  (object) =>
    edited(object, path, () => value) as Loose;

export const drop = (path: Path): Edit => set(path, undefined);

/** Puts elements into a list, before the one at an index. */
export const insert =
  (path: Path, index: number, ...elements: readonly unknown[]): Edit =>
  (object) =>
    edited(object, path, (list) => (Array.isArray(list) ? list.toSpliced(index, 0, ...elements) : elements)) as Loose;

export const changed = (object: Manifest, ...edits: readonly Edit[]): Manifest =>
  edits.reduce<Loose>((before, edit) => edit(before), object) as Manifest;

// Objects. Everything is called `web` and lives in `shop`.

export const hashLabel = 'rollouts-pod-template-hash';
export const managedBy = 'argo-rollouts.argoproj.io/managed-by-rollouts';

const named = (name: string, metadata: Loose = {}) => ({ name, namespace: 'shop', ...metadata });

/** What an API server adds to the metadata of what it stores. */
const identity: Loose = {
  creationTimestamp: '2030-01-01T00:00:00Z',
  generation: 1,
  resourceVersion: '1',
  uid: 'u1',
};

/** A manifest as the API server stores it: with identity and the values that it fills in. */
export function stored(target: Manifest, ...edits: readonly Edit[]): Manifest {
  const metadata: Loose = { ...target.metadata, ...identity };
  const live = changed(target, set(['metadata'], metadata));
  return changed(live, ...(serverDefaults[target.kind] ?? []), ...edits);
}

const absent =
  (path: Path, value: unknown): Edit =>
  (object) =>
    edited(object, path, (before) => (before === undefined ? value : before)) as Loose;

const eachOf =
  (path: Path, ...edits: readonly Edit[]): Edit =>
  (object) =>
    edited(object, path, (list) =>
      Array.isArray(list)
        ? list.map((item: unknown) => (isObject(item) ? edits.reduce((one, edit) => edit(one), item) : item))
        : list,
    ) as Loose;

const containerDefaults: Edit = eachOf(
  ['spec', 'template', 'spec', 'containers'],
  absent(['imagePullPolicy'], 'IfNotPresent'),
  absent(['resources'], {}),
  absent(['terminationMessagePath'], '/dev/termination-log'),
  absent(['terminationMessagePolicy'], 'File'),
  eachOf(['ports'], absent(['protocol'], 'TCP')),
);

const serverDefaults: Readonly<Record<string, readonly Edit[]>> = {
  Service: [
    absent(['spec', 'clusterIP'], '10.0.0.1'),
    absent(['spec', 'clusterIPs'], ['10.0.0.1']),
    absent(['spec', 'internalTrafficPolicy'], 'Cluster'),
    absent(['spec', 'ipFamilies'], ['IPv4']),
    absent(['spec', 'ipFamilyPolicy'], 'SingleStack'),
    absent(['spec', 'sessionAffinity'], 'None'),
    absent(['spec', 'type'], 'ClusterIP'),
    eachOf(['spec', 'ports'], absent(['protocol'], 'TCP')),
    absent(['status'], { loadBalancer: {} }),
  ],
  Ingress: [absent(['status'], { loadBalancer: {} })],
  Deployment: [
    absent(['spec', 'progressDeadlineSeconds'], 600),
    absent(['spec', 'replicas'], 1),
    absent(['spec', 'revisionHistoryLimit'], 10),
    absent(['spec', 'strategy'], {
      rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' },
      type: 'RollingUpdate',
    }),
    absent(['spec', 'template', 'metadata', 'creationTimestamp'], null),
    absent(['spec', 'template', 'spec', 'dnsPolicy'], 'ClusterFirst'),
    absent(['spec', 'template', 'spec', 'restartPolicy'], 'Always'),
    absent(['spec', 'template', 'spec', 'schedulerName'], 'default-scheduler'),
    absent(['spec', 'template', 'spec', 'securityContext'], {}),
    absent(['spec', 'template', 'spec', 'terminationGracePeriodSeconds'], 30),
    containerDefaults,
    absent(['status'], { observedGeneration: 1, readyReplicas: 1, replicas: 1 }),
  ],
  HTTPRoute: [
    eachOf(['spec', 'parentRefs'], absent(['group'], 'gateway.networking.k8s.io'), absent(['kind'], 'Gateway')),
    eachOf(
      ['spec', 'rules'],
      eachOf(['backendRefs'], absent(['group'], ''), absent(['kind'], 'Service'), absent(['weight'], 1)),
      absent(['matches'], [{ path: { type: 'PathPrefix', value: '/' } }]),
    ),
  ],
  Rollout: [
    eachOf(['spec', 'template', 'spec', 'containers'], eachOf(['ports'], absent(['protocol'], 'TCP'))),
    absent(['status'], { phase: 'Healthy', replicas: 2 }),
  ],
};

export const service = (spec: Loose = {}, metadata: Loose = {}): Manifest => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: named('web', metadata),
  spec: { ports: [{ name: 'http', port: 80, targetPort: 8080 }], selector: { app: 'web' }, ...spec },
});

export const ingressPath = (name: string, path = '/', port: Loose = { number: 80 }) => ({
  backend: { service: { name, port } },
  path,
  pathType: 'Prefix',
});

export const ingress = (annotations?: Readonly<Record<string, string>>, spec: Loose = {}): Manifest => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: named('web', annotations ? { annotations } : {}),
  spec: {
    ingressClassName: 'alb',
    rules: [{ host: 'web.example.com', http: { paths: [ingressPath('web-stable')] } }],
    ...spec,
  },
});

export const albAction = (service: string) => `alb.ingress.kubernetes.io/actions.${service}`;

export const forwardTo = (weights: Readonly<Record<string, number>>): string =>
  JSON.stringify({
    Type: 'forward',
    ForwardConfig: {
      TargetGroups: Object.entries(weights).map(([ServiceName, Weight]) => ({
        ServiceName,
        ServicePort: '80',
        Weight,
      })),
    },
  });

export const to = (host: string, weight?: number, destination: Loose = {}) => ({
  destination: { host, ...destination },
  ...(weight === undefined ? {} : { weight }),
});

export const httpRoute = (name: string, ...route: readonly unknown[]) => ({ name, route });

export const primary = (stable: number, canary: number) =>
  httpRoute('primary', to('web-stable', stable), to('web-canary', canary));

export const headerRoute = {
  match: [{ headers: { 'x-canary': { exact: 'yes' } } }],
  name: 'canary-header',
  route: [to('web-canary', 100)],
};

export const virtualService = (...http: readonly unknown[]): Manifest => ({
  apiVersion: 'networking.istio.io/v1',
  kind: 'VirtualService',
  metadata: named('web'),
  spec: { gateways: ['web'], hosts: ['web.example.com'], http },
});

export const subset = (name: string, labels?: Loose) => ({ ...(labels ? { labels } : {}), name });

export const destinationRule = (...subsets: readonly unknown[]): Manifest => ({
  apiVersion: 'networking.istio.io/v1',
  kind: 'DestinationRule',
  metadata: named('web'),
  spec: { host: 'web', subsets },
});

export const backend = (name: string, weight?: number) => ({
  name,
  port: 80,
  ...(weight === undefined ? {} : { weight }),
});

export const gatewayRoute = (...rules: readonly unknown[]): Manifest => ({
  apiVersion: 'gateway.networking.k8s.io/v1',
  kind: 'HTTPRoute',
  metadata: named('web'),
  spec: { hostnames: ['web.example.com'], parentRefs: [{ name: 'web' }], rules },
});

export const container = (name: string, image: string, more: Loose = {}) => ({ image, name, ...more });

const workload = (apiVersion: string, kind: string, spec: Loose, containers: readonly unknown[]): Manifest => ({
  apiVersion,
  kind,
  metadata: named('web'),
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers } },
    ...spec,
  },
});

const web = container('web', 'web:1', { ports: [{ containerPort: 8080 }] });

export const deployment = (spec: Loose = {}, ...containers: readonly unknown[]): Manifest =>
  workload('apps/v1', 'Deployment', spec, containers.length > 0 ? containers : [web]);

export const rollout = (spec: Loose = {}, ...containers: readonly unknown[]): Manifest =>
  workload('argoproj.io/v1alpha1', 'Rollout', { strategy: canary, ...spec }, containers.length > 0 ? containers : [web]);

const canary = {
  canary: {
    canaryService: 'web-canary',
    stableService: 'web-stable',
    steps: [{ setWeight: 20 }, { pause: {} }],
    trafficRouting: { istio: { virtualService: { name: 'web' } } },
  },
};

/** A resource of which nothing is known but that its maps are granular and its lists atomic. */
export const widget = (spec: Loose, metadata: Loose = {}): Manifest => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: named('web', metadata),
  spec,
});

export const configMap = (data: Loose, more: Loose = {}): Manifest => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: named('web'),
  data,
  ...more,
});

// Rules.

const groups: Readonly<Record<string, string>> = {
  ApisixRoute: 'apisix.apache.org',
  Deployment: 'apps',
  DestinationRule: 'networking.istio.io',
  HTTPRoute: 'gateway.networking.k8s.io',
  Ingress: 'networking.k8s.io',
  Rollout: 'argoproj.io',
  TraefikService: 'traefik.io',
  TrafficSplit: 'split.smi-spec.io',
  VirtualService: 'networking.istio.io',
  Widget: 'example.com',
};

type EntryFields = Omit<IgnoreEntry, 'kind'>;

const entry = (kind: string, fields: EntryFields): IgnoreEntry => ({
  ...(groups[kind] === undefined ? {} : { group: groups[kind] }),
  kind,
  ...fields,
});

export const pointers = (kind: string, ...jsonPointers: readonly string[]): Settings => ({
  ignoreDifferences: [entry(kind, { jsonPointers })],
});

export const expressions = (kind: string, ...jqPathExpressions: readonly string[]): Settings => ({
  ignoreDifferences: [entry(kind, { jqPathExpressions })],
});

export const managers = (kind: string, ...managedFieldsManagers: readonly string[]): Settings => ({
  ignoreDifferences: [entry(kind, { managedFieldsManagers })],
});

export const respecting = (settings: Settings): Settings => ({
  ...settings,
  syncOptions: [...(settings.syncOptions ?? []), 'RespectIgnoreDifferences=true'],
});

// Who owns what.

/** Of paths that are written as in fieldsV1 without the `f:`; an element of a list as `k:{"name":"web"}` or `v:1`. */
export function owns(
  manager: string,
  operation: 'Apply' | 'Update',
  apiVersion: string,
  paths: readonly (readonly string[])[],
): ManagedFields {
  const fieldsV1: Record<string, unknown> = {};
  for (const path of paths) {
    let node = fieldsV1;
    for (const key of path) {
      const name = /^[kv]:|^\.$/.test(key) ? key : `f:${key}`;
      node = (node[name] ??= {}) as Record<string, unknown>;
    }
  }
  return { manager, operation, apiVersion, fieldsType: 'FieldsV1', fieldsV1 };
}
