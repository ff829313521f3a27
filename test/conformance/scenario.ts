import type { ExperimentStep, StringMatch } from '../../src/kubernetes/objects/rollout-object.js';
import type { CanaryStep, CanaryStrategy, RolloutSpec } from '../../src/kubernetes/objects/rollout-object.js';

/** What somebody other than the controller does. The same words are understood by the recorder. */
export type ScenarioEvent = Happening & {
  /** The Rollout that is meant; without it, the first one. */
  readonly rollout?: string;
  /** So many passes are made at most before the next event; without it, as many as change something. */
  readonly passes?: number;
};

type Happening =
  /** kube-controller-manager brings up the pods; of a role that is named only so many become available. */
  | ({ readonly do: 'pods' } & Pods)
  /** Pods come up and the controller answers, over and over, until nothing changes. */
  | { readonly do: 'ready' }
  /** A JSON merge patch; creates the object when there is none. */
  | { readonly do: 'apply'; readonly object: Manifest }
  | { readonly do: 'delete'; readonly kind: string; readonly name: string; readonly namespace?: string }
  | { readonly do: 'promote' | 'promote-full' | 'abort' | 'retry' }
  | { readonly do: 'elapse'; readonly seconds: number }
  /** Several things, none of which the controller sees alone; none is `ready`. */
  | { readonly do: 'together'; readonly events: readonly ScenarioEvent[] }
  | { readonly do: 'experiment'; readonly phase: RunPhase }
  | {
      readonly do: 'analysis';
      readonly phase: RunPhase;
      readonly of?: 'step' | 'background' | 'pre' | 'post';
    };

export interface Pods {
  readonly stable?: number;
  readonly canary?: number;
  readonly others?: number;
  /** So many pods are there besides those that are wanted; below 0, so many are not. */
  readonly extra?: number;
  /** So many are ready besides those that are available. */
  readonly ready?: number;
}

export type RunPhase = 'Running' | 'Successful' | 'Failed' | 'Error' | 'Inconclusive';

/** A Rollout with all that it names, and what happens to it. */
export interface Scenario {
  readonly name: string;
  /** What it would show if the simulator were wrong. */
  readonly why: string;
  readonly objects: readonly Manifest[];
  readonly events: readonly ScenarioEvent[];
  /** Whether the caches know of a write at once; without it they learn of it after the pass. */
  readonly caches?: 'fresh';
  /** Whether the controller runs with `--aws-verify-target-group`. */
  readonly verifyTargetGroup?: true;
  /** Whether less is left out of what is compared: of status and conditions nothing, and nothing empty of objects of Istio. */
  readonly whole?: true;
  /** Whether the API server gives defaults to ReplicaSets, as it does: the controller compares templates with them. */
  readonly defaults?: true;
}

/** An object as a user writes it, faults included. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string | null>> | null;
    readonly annotations?: Readonly<Record<string, string | null>> | null;
  };
  readonly [key: string]: unknown;
}

type Loose = Readonly<Record<string, unknown>>;

export const scenario = (
  name: string,
  why: string,
  objects: readonly Manifest[],
  events: readonly ScenarioEvent[],
): Scenario => ({ name, why, objects, events });

// Objects. Everything is called `web` and lives in `shop`, unless a scenario is about names.

const namespace = 'shop';

/** The pod template of a revision: as small as a template can be. */
export const template = (revision: number, labels: Readonly<Record<string, string>> = {}) => ({
  metadata: { labels: { app: 'web', ...labels } },
  spec: { containers: [{ name: 'web', image: `web:${revision}` }] },
});

type SpecOptions = Partial<Omit<RolloutSpec, 'strategy'>>;

export const rollout = (strategy: Loose, { replicas = 4, ...rest }: SpecOptions = {}): Manifest => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Rollout',
  metadata: { name: 'web', namespace },
  spec: {
    replicas,
    selector: { matchLabels: { app: 'web' } },
    template: template(1),
    ...rest,
    strategy,
  },
});

export const canaryRollout = (canary: CanaryStrategy, spec?: SpecOptions): Manifest =>
  rollout({ canary }, spec);

export const service = (name: string, spec: Loose = {}): Manifest => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace },
  spec: { selector: { app: 'web' }, ports: [{ port: 80 }], ...spec },
});

export const virtualService = (spec: Loose, name = 'web', inNamespace = namespace): Manifest => ({
  apiVersion: 'networking.istio.io/v1alpha3',
  kind: 'VirtualService',
  metadata: { name, namespace: inNamespace },
  spec: { hosts: ['web'], ...spec },
});

export const destinationRule = (subsets: readonly Loose[], name = 'web', spec: Loose = {}): Manifest => ({
  apiVersion: 'networking.istio.io/v1alpha3',
  kind: 'DestinationRule',
  metadata: { name, namespace },
  spec: { host: 'web', ...spec, subsets },
});

export const subset = (name: string, rest: Loose = {}): Loose => ({ name, labels: { app: 'web' }, ...rest });

/** A destination of a route; without a weight when none is given. */
export const to = (host: string, weight?: number, rest: Loose = {}): Loose => ({
  destination: { host, ...rest },
  ...(weight === undefined ? {} : { weight }),
});

export const toSubset = (name: string, weight?: number): Loose => to('web', weight, { subset: name });

export const route = (name: string | undefined, destinations: readonly Loose[], rest: Loose = {}): Loose => ({
  ...(name === undefined ? {} : { name }),
  ...rest,
  route: destinations,
});

/** The two destinations of a host-level split. */
export const split = (stable: number | undefined = 100, canary: number | undefined = 0): readonly Loose[] => [
  to('web-stable', stable),
  to('web-canary', canary),
];

/** The two destinations of a subset-level split. */
export const subsetSplit = (stable = 100, canary = 0): readonly Loose[] => [
  toSubset('stable', stable),
  toSubset('canary', canary),
];

export const path = (serviceName: string, rest: Loose = {}): Loose => ({
  path: '/',
  pathType: 'Prefix',
  backend: { service: { name: serviceName, port: { name: 'use-annotation' } } },
  ...rest,
});

export const rule = (paths: readonly Loose[], host = 'web.example.com'): Loose => ({ host, http: { paths } });

export const ingress = (
  rules: readonly Loose[],
  {
    name = 'web',
    className,
    annotations,
    ...spec
  }: { name?: string; className?: string; annotations?: Record<string, string>; [key: string]: unknown } = {},
): Manifest => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: { name, namespace, ...(annotations ? { annotations } : {}) },
  spec: { ...(className === undefined ? {} : { ingressClassName: className }), ...spec, rules },
});

export const deployment = (replicas: number, spec: Loose = {}): Manifest => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace, generation: 1 } as Manifest['metadata'],
  spec: { replicas, selector: { matchLabels: { app: 'web' } }, template: template(1), ...spec },
});

export const analysisTemplate = (name: string, spec: Loose = {}): Manifest => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'AnalysisTemplate',
  metadata: { name, namespace },
  spec: {
    metrics: [{ name: 'errors', count: 1, provider: { web: { url: 'http://web', jsonPath: '{$.errors}' } } }],
    ...spec,
  },
});

// Steps.

export const setWeight = (weight: number): CanaryStep => ({ setWeight: weight });
export const pause = (duration?: number | string): CanaryStep => ({
  pause: duration === undefined ? {} : { duration },
});
export const setCanaryScale = (
  setCanaryScale: NonNullable<CanaryStep['setCanaryScale']>,
): CanaryStep => ({ setCanaryScale });
export const headerRoute = (
  name: string,
  headers: Readonly<Record<string, StringMatch>> = { 'x-canary': { exact: 'yes' } },
): CanaryStep => ({
  setHeaderRoute: {
    name,
    match: Object.entries(headers).map(([headerName, headerValue]) => ({ headerName, headerValue })),
  },
});
export const noHeaderRoute = (name: string): CanaryStep => ({ setHeaderRoute: { name } });
export const mirrorRoute = (name: string, percentage?: number): CanaryStep => ({
  setMirrorRoute: {
    name,
    ...(percentage === undefined ? {} : { percentage }),
    match: [{ method: { exact: 'GET' }, path: { prefix: '/' } }],
  },
});
export const noMirrorRoute = (name: string): CanaryStep => ({ setMirrorRoute: { name } });
export const experiment = (
  templates: ExperimentStep['templates'],
  rest: Omit<ExperimentStep, 'templates'> = {},
): CanaryStep => ({ experiment: { templates, ...rest } });
export const analysis = (...templateNames: string[]): CanaryStep => ({
  analysis: { templates: templateNames.map((templateName) => ({ templateName })) },
});

export const managed = (...names: string[]) => names.map((name) => ({ name }));

// Events.

export const ready: ScenarioEvent = { do: 'ready' };
export const promote: ScenarioEvent = { do: 'promote' };
export const promoteFull: ScenarioEvent = { do: 'promote-full' };
export const abort: ScenarioEvent = { do: 'abort' };
export const retry: ScenarioEvent = { do: 'retry' };
export const pods = (counts: Pods = {}): ScenarioEvent => ({
  do: 'pods',
  ...counts,
});
export const elapse = (seconds: number): ScenarioEvent => ({ do: 'elapse', seconds });
export const experimentIs = (phase: RunPhase): ScenarioEvent => ({ do: 'experiment', phase });
export const analysisIs = (
  phase: RunPhase,
  of?: 'step' | 'background' | 'pre' | 'post',
): ScenarioEvent => ({ do: 'analysis', phase, ...(of ? { of } : {}) });
export const apply = (object: Manifest): ScenarioEvent => ({ do: 'apply', object });
export const remove = (kind: string, name = 'web', inNamespace = namespace): ScenarioEvent => ({
  do: 'delete',
  kind,
  name,
  namespace: inNamespace,
});

/** Changes the Rollout. */
export const patch = (spec: Loose, metadata: Loose = {}): ScenarioEvent =>
  apply({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Rollout',
    metadata: { name: 'web', namespace, ...metadata },
    ...(Object.keys(spec).length === 0 ? {} : { spec }),
  });

/** A new revision of the pods; revision 1 is what scenarios begin with. */
export const revision = (number: number): ScenarioEvent =>
  patch({ template: { spec: { containers: [{ name: 'web', image: `web:${number}` }] } } });

/** Another number of replicas, as an autoscaler or a user sets it. */
export const scale = (replicas: number): ScenarioEvent => patch({ replicas });

/** The first deployment, all pods up. */
export const installed = [ready] as const;

/** Deployed, and updated until a step waits. */
export const updated = [ready, revision(2), ready] as const;
