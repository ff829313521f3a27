import { withDefaultsFilled, fieldDefaults, type Defaults } from '../objects/defaults.js';
import { routeDefaults, routeKinds } from '../kinds/gateway-defaults.js';
import type { JsonMap } from '../objects/json.js';
import { groupOf } from '../objects/object.js';
import { looseSchemaFor, schemaFor } from '../schemas/load.js';
import {
  deduced,
  objectAtom,
  partially,
  scalarAtom,
  structAtom,
  withFields,
  type Atom,
} from './merge-schema.js';
import { atomOfSchema } from './schema-atoms.js';

/** The parts of a custom resource's definition that a comparison needs. */
interface CustomKind {
  readonly versions: readonly string[];
  /** The fields of the spec. A field of any type has the type of its schema, if there is one. */
  readonly spec: Readonly<Record<string, Atom>>;
  /** The fields of the status; empty without a status, absent if it may have any. */
  readonly status?: readonly string[];
  /** The defaults that the API server fills into the spec. */
  readonly defaults?: Defaults;
}

const text = scalarAtom('string');
const number = scalarAtom('numeric');
const flag = scalarAtom('boolean');
const any = deduced; // A list without a list type is replaced as a whole.
const words = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split(' '));
const textMap = objectAtom('map', {}, text);

function all(atom: Atom, ...names: readonly string[]): Readonly<Record<string, Atom>> {
  return Object.fromEntries(names.map((name) => [name, atom]));
}

/**
 * The pod template of Kubernetes, except for volumes, which the definition leaves untyped.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/manifests/crds/rollout-crd.yaml
 */
const podTemplate = () =>
  objectAtom(
    'template',
    {
      metadata: objectAtom('metadata', { annotations: textMap, labels: textMap }, undefined),
      spec: withFields(structAtom('core.v1.PodSpec'), { volumes: any }),
    },
    undefined,
  );

const containerDefaults: Defaults = {
  fields: {
    env: {
      items: {
        fields: {
          valueFrom: {
            fields: {
              configMapKeyRef: { fields: fieldDefaults({ name: '' }) },
              fileKeyRef: { fields: fieldDefaults({ optional: false }) },
              secretKeyRef: { fields: fieldDefaults({ name: '' }) },
            },
          },
        },
      },
    },
    envFrom: {
      items: {
        fields: {
          configMapRef: { fields: fieldDefaults({ name: '' }) },
          secretRef: { fields: fieldDefaults({ name: '' }) },
        },
      },
    },
    ...Object.fromEntries(
      ['livenessProbe', 'readinessProbe', 'startupProbe'].map((probe) => [
        probe,
        { fields: { grpc: { fields: fieldDefaults({ service: '' }) } } },
      ]),
    ),
    ports: { items: { fields: fieldDefaults({ protocol: 'TCP' }) } },
  },
};
const pods: Defaults = {
  fields: {
    spec: {
      fields: {
        containers: { items: containerDefaults },
        ephemeralContainers: { items: containerDefaults },
        imagePullSecrets: { items: { fields: fieldDefaults({ name: '' }) } },
        initContainers: { items: containerDefaults },
      },
    },
  },
};

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/manifests/crds/analysis-template-crd.yaml */
const metricDefaults: Defaults = {
  fields: {
    metrics: {
      items: {
        fields: {
          provider: {
            fields: {
              datadog: { fields: fieldDefaults({ apiVersion: 'v1', interval: '5m' }) },
              job: { fields: { spec: { fields: { template: pods } } } },
            },
          },
        },
      },
    },
  },
};

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/manifests/crds/experiment-crd.yaml */
const experimentDefaults: Defaults = {
  fields: { templates: { items: { fields: { template: pods } } } },
};

/** The same for AnalysisTemplate and ClusterAnalysisTemplate. */
const analysisTemplate: CustomKind = {
  versions: ['v1alpha1'],
  spec: all(any, 'args', 'dryRun', 'measurementRetention', 'metrics', 'templates'),
  status: [],
  defaults: metricDefaults,
};

const istioVersions = ['v1', 'v1beta1', 'v1alpha3'];

/**
 * The four kinds have the same lists, all of them atomic.
 * https://github.com/kubernetes-sigs/gateway-api/tree/v1.6.0/config/crd
 */
const gatewayRoutes = Object.fromEntries(
  routeKinds.map((kind): [string, CustomKind] => [
    `gateway.networking.k8s.io/${kind}`,
    {
      versions: ['v1', 'v1beta1', 'v1alpha3', 'v1alpha2'],
      spec: all(any, 'hostnames', 'parentRefs', 'rules'),
      status: ['parents'],
      defaults: routeDefaults[kind],
    },
  ]),
);

/**
 * Only the parts that a rollout changes.
 * https://github.com/istio/istio/blob/1.28.0/manifests/charts/base/files/crd-all.gen.yaml
 */
const customKinds: Readonly<Record<string, CustomKind>> = {
  'networking.istio.io/VirtualService': {
    versions: istioVersions,
    spec: all(any, 'exportTo', 'gateways', 'hosts', 'http', 'tcp', 'tls'),
  },
  'networking.istio.io/DestinationRule': {
    versions: istioVersions,
    spec: { host: text, ...all(any, 'exportTo', 'subsets', 'trafficPolicy', 'workloadSelector') },
  },
  ...gatewayRoutes,
  'split.smi-spec.io/TrafficSplit': {
    versions: ['v1alpha1', 'v1alpha2'],
    spec: { service: text, backends: any },
  },
  'traefik.io/TraefikService': { versions: ['v1alpha1'], spec: all(any, 'mirroring', 'weighted') },
  'apisix.apache.org/ApisixRoute': { versions: ['v2'], spec: all(any, 'http', 'stream') },
  'argoproj.io/AnalysisRun': {
    versions: ['v1alpha1'],
    spec: {
      ...all(any, 'args', 'dryRun', 'measurementRetention', 'metrics', 'ttlStrategy'),
      terminate: flag,
    },
    status: words('completedAt dryRunSummary message metricResults phase runSummary startedAt'),
    defaults: metricDefaults,
  },
  'argoproj.io/AnalysisTemplate': analysisTemplate,
  'argoproj.io/ClusterAnalysisTemplate': analysisTemplate,
  'argoproj.io/Experiment': {
    versions: ['v1alpha1'],
    spec: {
      ...all(any, 'analyses', 'analysisRunMetadata', 'dryRun', 'measurementRetention', 'templates'),
      ...all(number, 'progressDeadlineSeconds', 'scaleDownDelaySeconds'),
      duration: text,
      terminate: flag,
    },
    status: words('analysisRuns availableAt conditions message phase templateStatuses'),
    defaults: experimentDefaults,
  },
  'argoproj.io/Rollout': {
    versions: ['v1alpha1'],
    // Types of Kubernetes are loaded on demand, because few runs need them.
    get spec() {
      return {
        ...all(any, 'analysis', 'rollbackWindow', 'strategy', 'workloadRef'),
        ...all(number, 'minReadySeconds', 'progressDeadlineSeconds', 'replicas', 'revisionHistoryLimit'),
        ...all(flag, 'paused', 'progressDeadlineAbort'),
        restartAt: text,
        selector: structAtom('meta.v1.LabelSelector'),
        template: podTemplate(),
      };
    },
    status: words(
      'HPAReplicas abort abortedAt alb albs availableReplicas blueGreen canary collisionCount conditions controllerPause',
      'currentPodHash currentStepHash currentStepIndex message observedGeneration pauseConditions phase promoteFull',
      'readyReplicas replicas restartedAt selector stableRS updatedReplicas workloadObservedGeneration',
    ),
    defaults: { fields: { template: pods } },
  },
};

function findCustomKind(apiVersion: string, kind: string): CustomKind | undefined {
  const known = customKinds[`${groupOf(apiVersion)}/${kind}`];
  return known?.versions.includes(apiVersion.split('/').at(-1) ?? '') ? known : undefined;
}

/** A definition that is unknown, or differs between releases, may declare more fields. */
function specAtom(apiVersion: string, kind: string, { spec }: CustomKind): Atom {
  const schema = schemaFor(groupOf(apiVersion), apiVersion.split('/').at(-1) ?? '', kind);
  const declared = schema?.properties?.['spec'];
  if (!declared)
    return partially(objectAtom('spec', { ...spec, ...looseFields(apiVersion, kind) }, undefined));
  const certain = Object.entries(spec).filter(([, atom]) => atom !== any);
  return withFields(atomOfSchema(declared, schema.$defs), Object.fromEntries(certain));
}

function looseFields(apiVersion: string, kind: string): Readonly<Record<string, Atom>> {
  const schema = looseSchemaFor(groupOf(apiVersion), kind);
  return Object.fromEntries(
    Object.entries(schema?.properties?.['spec']?.properties ?? {}).map(([key, field]) => [
      key,
      atomOfSchema(field, schema?.$defs),
    ]),
  );
}

function statusOf({ status }: CustomKind): Atom {
  return status ? objectAtom('status', all(any, ...status), undefined) : any;
}

const atoms = new Map<CustomKind, Atom>();

/** The type of a custom resource; undefined if its definition is unknown. */
export function customAtom(apiVersion: string, kind: string): Atom | undefined {
  const known = findCustomKind(apiVersion, kind);
  if (!known) return undefined;
  let atom = atoms.get(known);
  if (!atom) {
    atom = objectAtom(
      kind,
      {
        apiVersion: text,
        kind: text,
        metadata: structAtom('meta.v1.ObjectMeta'),
        spec: specAtom(apiVersion, kind, known),
        ...(known.status?.length !== 0 && { status: statusOf(known) }),
      },
      undefined,
    );
    atoms.set(known, atom);
  }
  return atom;
}

/** A custom resource with the defaults of the API server. */
export function withCustomDefaults(object: JsonMap): JsonMap {
  const known = findCustomKind(String(object['apiVersion']), String(object['kind']));
  return known?.defaults && Object.hasOwn(object, 'spec')
    ? { ...object, spec: withDefaultsFilled(object['spec'], known.defaults) }
    : object;
}
