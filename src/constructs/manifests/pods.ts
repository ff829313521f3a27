import type { Labels } from '../../kubernetes/objects/object.js';
import { defined, isPlainObject, type Raw, refuse } from './manifest.js';
import { merged } from './merged.js';
import type { Container, PodSpec, Probe, ResourceRequirements } from './pod-types.js';
import type { Volume } from './volumes.js';

/** A port of a container. */
export interface ContainerPort {
  /** The name, by which Services and probes find it: at most 15 characters. */
  readonly name: string;
  /** Where the container listens, from 1 to 65535. */
  readonly containerPort: number;
  /** @default 'TCP' */
  readonly protocol?: 'TCP' | 'UDP' | 'SCTP';
}

/** Pods with one container, in a few words. */
export interface PodProps {
  /** The image of the container, with a tag or digest. */
  readonly image: string;

  /**
   * Where the container listens.
   * @default - nowhere: no Service leads to it
   */
  readonly port?: number;

  /** @default 'http' */
  readonly portName?: string;

  /**
   * More ports of the container.
   * @default - none
   */
  readonly otherPorts?: readonly ContainerPort[];

  /** @default - the name of the Rollout */
  readonly containerName?: string;

  /** @default - the command of the image */
  readonly command?: readonly string[];

  /** @default - the arguments of the image */
  readonly args?: readonly string[];

  /**
   * Environment variables: names and values, or in the form of the container's own field.
   * @default - none
   */
  readonly env?: Labels | NonNullable<Container['env']>;

  /** @default - none */
  readonly resources?: ResourceRequirements;

  /**
   * Without one a pod gets requests as soon as it runs.
   * @default - none
   */
  readonly readinessProbe?: Probe;

  /** @default - none */
  readonly livenessProbe?: Probe;

  /** @default - none */
  readonly startupProbe?: Probe;

  /**
   * Labels of the pods beside those of the selector.
   * @default - none
   */
  readonly labels?: Labels;

  /** @default - none */
  readonly annotations?: Labels;

  /**
   * More fields of the container.
   * @default - none
   */
  readonly container?: Partial<Container>;

  /**
   * More fields of the pod's spec, such as `serviceAccountName`, `volumes` and more `containers`, which come after the
   * one that is described here.
   * @default - none
   */
  readonly spec?: Partial<Omit<PodSpec, 'volumes'>> & {
    /**
     * The volumes that `volumeMounts` of the containers mount.
     * @default - none
     */
    readonly volumes?: readonly Volume[];
  };
}

/** A pod template in the form of the Rollout's own field. */
export interface PodTemplate {
  /** `spec.template` of the Rollout: the pods' metadata and spec. */
  readonly template: {
    /**
     * Metadata of the pods.
     * @default - none; the selector needs labels
     */
    readonly metadata?: {
      /** The labels, among which are those of the selector. */
      readonly labels?: Labels;
      /** @default - none */
      readonly annotations?: Labels;
      readonly [field: string]: unknown;
    };
    /** The spec of the pods. */
    readonly spec: PodSpec;
  };
}

/** What is read of a Deployment. */
export interface DeploymentManifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Raw;
}

/** The replicas, the selector and the pod template of a Deployment, which the Rollout takes the place of. */
export interface PodsOfDeployment {
  readonly deployment: DeploymentManifest;
}

/** How many pods the Deployment keeps: all, none at once, or fewer as the Rollout gets its own. */
export type ScaleDown = 'never' | 'onsuccess' | 'progressively';

/** Pods as a Deployment describes them that stays and gives its pods up. */
export interface WorkloadRef {
  readonly workloadRef:
    | {
        readonly deployment: DeploymentManifest;
        /** @default 'onsuccess' */
        readonly scaleDown?: ScaleDown;
      }
    | {
        readonly name: string;
        /** The labels of its pods, by which Services and subsets find them. */
        readonly labels: Labels;
        /** @default 'onsuccess' */
        readonly scaleDown?: ScaleDown;
      };
}

/** What the pods of a Rollout are, in exactly one of these forms. */
export type Pods = PodProps | PodTemplate | PodsOfDeployment | WorkloadRef;

/** What the rest of a system needs to know of its pods. */
export interface PodFacts {
  /** Undefined where another object holds it. */
  readonly template: Raw | undefined;
  readonly workloadRef: Raw | undefined;
  /** The labels by which the pods are found. */
  readonly selector: Labels;
  /** As the form of the pods tells them. */
  readonly replicas: number | undefined;
  /** Fields that a Deployment and a Rollout have in common. */
  readonly settings: Raw;
  readonly ports: readonly { readonly name: string | undefined; readonly containerPort: number }[];
}

/** Whether the pod template is the Rollout's own, so that something can be added to it. */
export function hasTemplate(pods: Pods): boolean {
  return !('workloadRef' in pods);
}

/**
 * Reads pods in whatever form.
 * @param selector - the labels to select them by, if given
 * @throws {UnfitProps} where labels are missing
 */
export function podFacts(name: string, pods: Pods, selector: Labels | undefined): PodFacts {
  if ('workloadRef' in pods) return workloadFacts(pods.workloadRef, selector);
  if ('deployment' in pods) return deploymentFacts(pods.deployment, selector);
  if ('template' in pods) return templateFacts(pods.template, selector);
  return templateFacts(builtTemplate(name, pods, selector ?? { app: name }), selector ?? { app: name });
}

function builtTemplate(name: string, pods: PodProps, selector: Labels): Raw {
  const { image, port, portName = 'http', otherPorts = [], command, args, env } = pods;
  const own = port === undefined ? [] : [{ name: portName, containerPort: port }];
  // With server-side apply Argo CD treats a port without a protocol as different from the one in the cluster.
  const ports = [...own, ...otherPorts].map((one) => ({
    ...one,
    protocol: 'protocol' in one ? one.protocol : 'TCP',
  }));
  const { resources, readinessProbe, livenessProbe, startupProbe } = pods;
  const container = merged(
    defined({
      name: pods.containerName ?? name,
      image,
      command,
      args,
      ports: ports.length > 0 ? ports : undefined,
      env: isNameValue(env) ? Object.entries(env).map(([name, value]) => ({ name, value })) : env,
      livenessProbe,
      readinessProbe,
      startupProbe,
      resources,
    }),
    pods.container,
  );
  const { containers = [], ...spec } = pods.spec ?? {};
  return {
    metadata: defined({ labels: { ...selector, ...pods.labels }, annotations: pods.annotations }),
    spec: { ...spec, containers: [container, ...containers] },
  };
}

function isNameValue(env: PodProps['env']): env is Labels {
  return env !== undefined && !Array.isArray(env);
}

function templateFacts(template: Raw, selector: Labels | undefined): PodFacts {
  const labels = labelsOf(template);
  if (Object.keys(selector ?? labels).length === 0)
    refuse('The pod template has no labels; set the labels that select its pods.');
  for (const [key, value] of Object.entries(selector ?? {}))
    if (labels[key] !== value)
      refuse(`The selector requires label "${key}: ${value}", which the pods do not have; add it to them.`);
  return {
    template,
    workloadRef: undefined,
    selector: selector ?? labels,
    replicas: undefined,
    settings: {},
    ports: portsOf(template),
  };
}

function deploymentFacts({ spec }: DeploymentManifest, selector: Labels | undefined): PodFacts {
  const template = isPlainObject(spec['template']) ? spec['template'] : {};
  const { minReadySeconds, progressDeadlineSeconds, revisionHistoryLimit } = spec;
  return {
    ...templateFacts(template, selector ?? matchLabels(spec)),
    replicas: numberOrUndefined(spec['replicas']),
    settings: defined({ minReadySeconds, progressDeadlineSeconds, revisionHistoryLimit }),
  };
}

function workloadFacts(workload: WorkloadRef['workloadRef'], selector: Labels | undefined): PodFacts {
  const { scaleDown = 'onsuccess' } = workload;
  const { deployment, name, labels } =
    'deployment' in workload
      ? { deployment: workload.deployment, name: workload.deployment.metadata.name, labels: undefined }
      : { deployment: undefined, name: workload.name, labels: workload.labels };
  const facts = deployment && deploymentFacts(deployment, selector);
  const found = selector ?? labels ?? facts?.selector ?? {};
  if (Object.keys(found).length === 0)
    refuse(`The pod labels of "${name}" are unknown; set the labels that select the pods.`);
  return {
    template: undefined,
    workloadRef: { apiVersion: 'apps/v1', kind: 'Deployment', name, scaleDown },
    selector: found,
    replicas: facts?.replicas,
    settings: facts?.settings ?? {},
    ports: facts?.ports ?? [],
  };
}

/** The `matchLabels` of a Deployment, undefined where it is more than labels that its pods are found by. */
function matchLabels(spec: Raw): Labels | undefined {
  const selector = spec['selector'];
  if (!isPlainObject(selector) || !isPlainObject(selector['matchLabels'])) return undefined;
  return selector['matchLabels'] as Labels;
}

function labelsOf(template: Raw): Labels {
  const metadata = template['metadata'];
  return isPlainObject(metadata) && isPlainObject(metadata['labels']) ? (metadata['labels'] as Labels) : {};
}

function numberOrUndefined(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** The containers of a pod template. */
export function containersOf(template: Raw): readonly Raw[] {
  const spec = template['spec'];
  const containers = isPlainObject(spec) ? spec['containers'] : undefined;
  return Array.isArray(containers) ? containers.filter(isPlainObject) : [];
}

function portsOf(template: Raw): PodFacts['ports'] {
  return containersOf(template).flatMap(({ ports }) =>
    (Array.isArray(ports) ? ports.filter(isPlainObject) : []).flatMap(({ name, containerPort }) =>
      typeof containerPort === 'number'
        ? [{ name: typeof name === 'string' ? name : undefined, containerPort }]
        : [],
    ),
  );
}
