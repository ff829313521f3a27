import { defined, isPlainObject, type Manifest, type Raw } from '../../constructs/manifests/manifest.js';
import { type AnyStep, type RouterKind, Steps } from '../../constructs/manifests/steps.js';
import { type Remark, toDocument } from '../../yaml/write/document.js';
import type { Environment } from './environments.js';
import { valueNamed } from './helm-names.js';
import { imageParts, pullPolicyOf } from './image.js';
import { defaultReplicas, hasManagedRoutes, isBesideSteps, isBlueGreen, type NewService } from './service.js';
import type { NewFile } from './style.js';

interface ChartValues {
  /** The complete name if the image has no tag. */
  readonly image: string | { readonly repository: string; readonly tag: string; readonly pullPolicy: string };
  /** Undefined if an autoscaler sets them. */
  readonly replicas: number | undefined;
}

export function chartValues(service: NewService): ChartValues {
  const { repository, tag } = imageParts(service.image);
  return {
    image: tag === undefined ? service.image : { repository, tag, pullPolicy: pullPolicyOf(service.image) },
    replicas: service.scaling ? undefined : (service.replicas ?? defaultReplicas),
  };
}

/** The steps of a Rollout, with the name of the release. */
function stepsOfChart(service: NewService, { spec }: Manifest): unknown {
  const strategy = isPlainObject(spec) ? spec['strategy'] : undefined;
  const canary = isPlainObject(strategy) ? strategy['canary'] : undefined;
  return isPlainObject(canary) ? valueNamed(canary['steps'], service) : undefined;
}

/** The container of a Rollout. */
function containerOf({ spec }: Manifest): Raw {
  const template = isPlainObject(spec) ? spec['template'] : undefined;
  const pod = isPlainObject(template) ? template['spec'] : undefined;
  const containers = isPlainObject(pod) ? pod['containers'] : undefined;
  const [container] = Array.isArray(containers) ? (containers as readonly unknown[]) : [];
  return isPlainObject(container) ? container : {};
}

/** The probes of a container, and the values that have their times. */
export const probeValues = [
  ['readinessProbe', 'readiness'],
  ['livenessProbe', 'liveness'],
  ['startupProbe', 'startup'],
] as const;

/** What a probe calls, and when. */
interface ProbeParts {
  readonly handler: Raw;
  readonly times: Raw;
}

/** The probes of the container of a Rollout. */
export function probesOf(rollout: Manifest): Readonly<Partial<Record<string, ProbeParts>>> {
  const container = containerOf(rollout);
  return Object.fromEntries(
    probeValues.map(([key]) => {
      const { tcpSocket, httpGet, ...times } = (container[key] ?? {}) as Raw;
      return [key, { handler: defined({ tcpSocket, httpGet }), times }];
    }),
  );
}

/** The values of probes: the path that they call, if they call one, and their times. */
function probesOfChart({ healthPath }: NewService, rollout: Manifest): Raw {
  const probes = probesOf(rollout);
  return {
    ...(healthPath !== undefined && { path: healthPath }),
    ...Object.fromEntries(probeValues.map(([key, value]) => [value, probes[key]?.times ?? {}])),
  };
}

/** All files of a chart except the templates. */
export function valuesFiles(service: NewService, rollout: Manifest): readonly NewFile[] {
  const { name, router } = service;
  const chart = {
    apiVersion: 'v2',
    name,
    description: `${name}, updated by Argo Rollouts`,
    type: 'application',
    version: '0.1.0',
  };
  const other = toDocument({ canary: { steps: otherSteps(router) } }, [
    { at: ['canary'], text: 'Values for a check: the chart must also work with other steps.' },
  ]);
  return [
    { path: `${name}/Chart.yaml`, text: toDocument(chart) },
    {
      path: `${name}/values.yaml`,
      text: toDocument(valuesOf(service, rollout), valuesRemarks(service)),
    },
    { path: `${name}/values.schema.json`, text: `${JSON.stringify(schemaOf(service), null, 2)}\n` },
    ...(isBlueGreen(service) ? [] : [{ path: `${name}/ci/other-steps-values.yaml`, text: other }]),
  ];
}

/** The values of an environment: what differs in it. */
export function environmentValues(
  service: NewService,
  { name, hosts }: Pick<Environment, 'name' | 'hosts'>,
): NewFile {
  const { image } = chartValues(service);
  const values = {
    image: typeof image === 'string' ? image : { tag: image.tag },
    ...hostValues(service, hosts),
  };
  return {
    path: `${service.name}/values-${name}.yaml`,
    text: toDocument(values, [
      { at: ['image'], text: `What differs in ${name}; all else is in values.yaml.` },
    ]),
  };
}

/** The values that have the hosts of a service. */
function hostValues({ router }: NewService, hosts: readonly string[]): Raw {
  const [host] = hosts;
  if (host === undefined || router === 'none') return {};
  return takesHosts(router) ? { hosts } : { host };
}

function valuesOf(service: NewService, rollout: Manifest): object {
  const { router, hosts, header, scaling } = service;
  const { image, replicas } = chartValues(service);
  return {
    image,
    ...(typeof image === 'string' && { imagePullPolicy: pullPolicyOf(service.image) }),
    ...(replicas === undefined
      ? { autoscaling: { minReplicas: scaling?.min, maxReplicas: scaling?.max } }
      : { replicas }),
    port: service.port,
    env: [],
    podAnnotations: {},
    probes: probesOfChart(service, rollout),
    resources: containerOf(rollout)['resources'],
    nodeSelector: {},
    tolerations: [],
    ...hostValues(service, hosts),
    ...(router === 'nginx' && header && !isBlueGreen(service) && { header }),
    ...(!isBlueGreen(service) && { canary: { steps: stepsOfChart(service, rollout) } }),
  };
}

function valuesRemarks(service: NewService): readonly Remark[] {
  const derived = [
    ...(hasManagedRoutes(service.router) ? ['declares the routes that they set'] : []),
    ...(isBesideSteps(service) ? ['begins the analysis after their first weight'] : []),
  ];
  return [
    { at: ['autoscaling'], text: 'The autoscaler decides between these.' },
    {
      at: ['replicas'],
      text: 'Without a traffic router, each weight of the steps should be a whole number of pods.',
    },
    { at: ['port'], text: 'On which the container listens. Services lead to it by its name.' },
    {
      at: ['env'],
      text: 'As in a container. Take values of Secrets by valueFrom.secretKeyRef; do not write them here.',
    },
    { at: ['podAnnotations'], text: 'A change of them is an update, as each of the pod template is.' },
    { at: ['probes'], text: 'Times of the probes. The container and its port decide what they call.' },
    { at: ['resources'], text: 'Measure and adjust.' },
    { at: ['nodeSelector'], text: 'On which nodes pods may run.' },
    { at: ['hosts'], text: 'By which callers outside know it.' },
    { at: ['header'], text: 'Requests with this header go to the canary.' },
    {
      at: ['canary'],
      text: `As in a Rollout.${derived.length > 0 ? ` The chart ${derived.join(', and ')}.` : ''}`,
    },
  ];
}

/** Whether the router takes several host names. */
function takesHosts(router: RouterKind): boolean {
  return router === 'istio-subset' || router === 'istio-host' || router === 'gateway';
}

/** Steps that use all that the chart supports with its router. */
function otherSteps(router: RouterKind): readonly AnyStep[] {
  const ramp = Steps.ramp([50], { pause: '10m' });
  if (!hasManagedRoutes(router)) return ramp;
  const header = Steps.headerRoute('testers', 'x-tester', { exact: 'yes' });
  return [Steps.scale(25), { ...header, ...Steps.pause('5m') }, ...ramp];
}

/** https://helm.sh/docs/topics/charts/#schema-files */
function schemaOf(service: NewService): object {
  const { router, hosts, header } = service;
  const { image } = chartValues(service);
  const text = { type: 'string', minLength: 1 };
  const isHosted = hosts.length > 0 && router !== 'none';
  const count = { type: 'integer', minimum: 0 };
  const policy = { enum: ['Always', 'IfNotPresent', 'Never'] };
  const properties = {
    ...(typeof image === 'string'
      ? { image: text, imagePullPolicy: policy }
      : { image: object({ repository: text, tag: text, pullPolicy: policy }) }),
    ...(service.scaling
      ? { autoscaling: object({ minReplicas: count, maxReplicas: count }) }
      : { replicas: count }),
    port: { type: 'integer', minimum: 1, maximum: 65_535 },
    env: { type: 'array', items: { type: 'object', required: ['name'], properties: { name: text } } },
    podAnnotations: { type: 'object', additionalProperties: { type: 'string' } },
    probes: object({
      ...(service.healthPath !== undefined && { path: text }),
      ...Object.fromEntries(probeValues.map(([, value]) => [value, { type: 'object' }])),
    }),
    resources: { type: 'object' },
    nodeSelector: { type: 'object' },
    tolerations: { type: 'array', items: { type: 'object' } },
    ...(isHosted && takesHosts(router) && { hosts: { type: 'array', minItems: 1, items: text } }),
    ...(isHosted && !takesHosts(router) && { host: text }),
    ...(router === 'nginx' &&
      header &&
      !isBlueGreen(service) && { header: object({ name: text, value: text }) }),
    ...(!isBlueGreen(service) && {
      canary: object({ steps: { type: 'array', minItems: 1, items: stepSchema(router) } }),
    }),
  };
  const { required, ...root } = object(properties);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...root,
    // Values that a parent chart passes to all its subcharts.
    properties: { ...properties, global: { type: 'object' } },
    required,
  };
}

function object(properties: Readonly<Record<string, object>>): {
  readonly type: 'object';
  readonly required: readonly string[];
  readonly additionalProperties: false;
  readonly properties: Readonly<Record<string, object>>;
} {
  return { type: 'object', required: Object.keys(properties), additionalProperties: false, properties };
}

/** Allows only the actions that the router supports; lint checks the rest. */
function stepSchema(router: RouterKind): object {
  const any = ['analysis', 'experiment', 'plugin'];
  const routed = router === 'none' ? [] : ['setCanaryScale'];
  const header = hasManagedRoutes(router) ? ['setHeaderRoute'] : [];
  const mirror = router === 'istio-subset' || router === 'istio-host' ? ['setMirrorRoute'] : [];
  const objects = [...any, ...routed, ...header, ...mirror].map((key) => [key, { type: 'object' }] as const);
  return {
    type: 'object',
    minProperties: 1,
    additionalProperties: false,
    properties: {
      setWeight: { type: 'integer', minimum: 0, maximum: 100 },
      pause: { type: 'object' },
      ...Object.fromEntries(objects),
    },
  };
}
