import type { Labels } from '../../kubernetes/objects/object.js';
import { imageTemplate, type PodProps } from './image-pods.js';
import { defined, isPlainObject, type Raw, refuse } from './manifest.js';
import type { PodSpec } from './pod-types.js';

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
  /** The pod template of the Deployment of `workloadRef`, where it is known. */
  readonly referenced?: Raw | undefined;
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
 * @param givesToken - whether a ServiceAccount that is made gives pods its token
 * @throws {UnfitProps} where labels are missing
 */
export function podFacts(
  name: string,
  pods: Pods,
  selector: Labels | undefined,
  givesToken = false,
): PodFacts {
  if ('workloadRef' in pods) return workloadFacts(pods.workloadRef, selector);
  if ('deployment' in pods) return deploymentFacts(pods.deployment, selector);
  if ('template' in pods) return templateFacts(pods.template, selector);
  const labels = selector ?? { app: name };
  return templateFacts(imageTemplate(name, pods, labels, givesToken), labels);
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
    referenced: facts?.template,
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
