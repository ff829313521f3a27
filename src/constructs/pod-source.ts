import { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import type { PodProps } from './manifests/image-pods.js';
import { isPlainObject, type Refused } from './manifests/manifest.js';
import {
  containersOf,
  type DeploymentManifest,
  type Pods,
  type PodTemplate,
  type ScaleDown,
} from './manifests/pods.js';
import type { Labels } from '../kubernetes/objects/object.js';

type OneForm = 'pods have one form: image, template, deployment or workloadRef';

/**
 * The fields of pods with an image, which the other forms refuse. What they refuse is of two types, because the compiler looks for the
 * form that a literal type leaves.
 */
type WithoutImage = { readonly [Field in keyof PodProps]?: Refused<OneForm> };

/** A pod template in the form of the Rollout's own field. */
export interface FullTemplate extends PodTemplate, WithoutImage {
  /** Not beside a template. */
  readonly deployment?: Refused<OneForm>;
  /** Not beside a template. */
  readonly workloadRef?: Refused<OneForm>;
}

/** The pods of a Deployment, such as one of cdk8s-plus or an ApiObject. The Rollout replaces it, so it is not written. */
export interface DeploymentSource extends WithoutImage {
  /** The Deployment, or a construct with one. */
  readonly deployment: IConstruct;
  /** Not beside a Deployment. */
  readonly template?: OneForm;
  /** Not beside a Deployment. */
  readonly workloadRef?: Refused<OneForm>;
}

/** Pods as a Deployment describes them that stays and gives its pods up. */
export interface ExistingWorkload extends WithoutImage {
  /** The Deployment. */
  readonly workloadRef:
    | {
        /** A Deployment of this app. */
        readonly deployment: IConstruct;
        /** @default 'onsuccess' */
        readonly scaleDown?: ScaleDown;
      }
    | {
        /** A Deployment that is not of this app. */
        readonly name: string;
        /** The labels of its pods, by which Services and subsets find them. */
        readonly labels: Labels;
        /** @default 'onsuccess' */
        readonly scaleDown?: ScaleDown;
      };
  /** Not beside a reference to a Deployment. */
  readonly template?: OneForm;
  /** Not beside a reference to a Deployment. */
  readonly deployment?: OneForm;
}

/**
 * Pods with one container, in a few words. The last one in the file, and by its name: the compiler compares with it what fits no
 * form, TypeScript 6 by the order in the file and TypeScript 7 by names.
 */
export interface ImageSource extends PodProps {
  /** Not beside an image. */
  readonly template?: OneForm;
  /** Not beside an image. */
  readonly deployment?: OneForm;
  /** Not beside an image. */
  readonly workloadRef?: OneForm;
}

/** What the pods of a Rollout are, in exactly one of these forms. */
export type PodSource = FullTemplate | DeploymentSource | ExistingWorkload | ImageSource;

/** Whether the Rollout has the pods of a Deployment in its place. */
export function isOfDeployment(source: PodSource): source is DeploymentSource {
  return 'deployment' in source;
}

function isExistingWorkload(source: PodSource): source is ExistingWorkload {
  return 'workloadRef' in source;
}

/** The same pods with the manifests of Deployments in place of their constructs, as they are by now. */
export function sourcePods(source: PodSource): Pods {
  if (isOfDeployment(source)) return { deployment: deploymentOf(source.deployment) };
  if (!isExistingWorkload(source)) return source;
  const { workloadRef } = source;
  if (!('deployment' in workloadRef)) return { workloadRef };
  return { workloadRef: { ...workloadRef, deployment: deploymentOf(workloadRef.deployment) } };
}

function deploymentOf(construct: IConstruct): DeploymentManifest {
  return ApiObject.of(construct).toJson() as DeploymentManifest;
}

/** The same source with the object of a Deployment in place of its construct, which can be found no more once it is gone. */
export function sourceOf(source: PodSource): PodSource {
  return isOfDeployment(source) ? { deployment: ApiObject.of(source.deployment) } : source;
}

/** The Deployment of this app that stays and describes the pods. */
export function workloadObject(source: PodSource): ApiObject | undefined {
  if (!isExistingWorkload(source) || !('deployment' in source.workloadRef)) return undefined;
  return ApiObject.of(source.workloadRef.deployment);
}

/** Takes a Deployment out of the app: the Rollout has its pods. What else belongs to its construct stays. */
export function replaceDeployment(source: PodSource): void {
  if (!isOfDeployment(source)) return;
  const { node } = ApiObject.of(source.deployment);
  node.scope?.node.tryRemoveChild(node.id);
}

/** Problems of constructs that refer to a replaced Deployment. */
export function autoscalerProblems(source: PodSource, name: string): readonly string[] {
  if (!isOfDeployment(source)) return [];
  const { hasAutoscaler } = source.deployment as { readonly hasAutoscaler?: unknown };
  return hasAutoscaler === true
    ? [
        `An autoscaler scales Deployment "${name}", which the Rollout replaces; make the Rollout its "target".`,
      ]
    : [];
}

/**
 * The containers as cdk8s-plus looks at them to tell whether an autoscaler has something to measure.
 * https://github.com/cdk8s-team/cdk8s-plus/blob/k8s-27/main/src/horizontal-pod-autoscaler.ts
 */
export function measuredContainers(template: unknown): readonly object[] {
  if (!isPlainObject(template)) return [];
  return containersOf(template).map(({ resources }) => {
    const { requests, limits } = isPlainObject(resources) ? resources : {};
    const of = (resource: string): object => ({
      request: isPlainObject(requests) ? requests[resource] : undefined,
      limit: isPlainObject(limits) ? limits[resource] : undefined,
    });
    return { resources: { cpu: of('cpu'), memory: of('memory') } };
  });
}
