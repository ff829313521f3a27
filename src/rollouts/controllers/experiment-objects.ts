import { isList, isMap } from '../../kubernetes/objects/json.js';
import { hashStandIn, podHashLabel, withoutKey } from '../../kubernetes/objects/keys.js';
import type { KubeObject } from '../../kubernetes/objects/object.js';
import type { LabelSelector, PodTemplate } from '../../kubernetes/objects/rollout-object.js';
import { objectionsTo, refusalText } from '../../kubernetes/validation/objections.js';
import type { ExperimentObject } from './context.js';

interface Template {
  readonly name?: string;
  readonly replicas?: number;
  readonly selector?: LabelSelector;
  readonly template?: PodTemplate;
  readonly service?: { readonly name?: string };
}

/** An object that the Experiments controller creates, and its message if that fails. */
export interface ExperimentPart {
  readonly object: KubeObject;
  /** The index of the template or analysis in the Experiment. */
  readonly index: number;
  readonly failure: (error: string) => string;
}

/**
 * The objects of an Experiment: a ReplicaSet for each template, a Service for each template that asks for one and has ports, and an
 * AnalysisRun for each analysis.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/experiments/replicaset.go (newReplicaSetFromTemplate)
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/experiments/experiment.go (createTemplateService, newAnalysisRun)
 */
export function experimentParts({ metadata, spec }: ExperimentObject): readonly ExperimentPart[] {
  const {
    templates = [],
    analyses = [],
    analysisRunMetadata,
  } = (spec ?? {}) as {
    readonly templates?: readonly Template[];
    readonly analyses?: readonly { readonly name?: string }[];
    readonly analysisRunMetadata?: object;
  };
  return [
    ...templates.flatMap((template, index) => templateParts(metadata, template, index)),
    ...analyses.map(({ name = '' }, index) => ({
      index,
      object: {
        apiVersion: 'argoproj.io/v1alpha1',
        kind: 'AnalysisRun',
        metadata: { ...metadataOf(metadata, `${metadata.name}-${name}`), ...analysisRunMetadata },
      },
      failure: (error: string) => error,
    })),
  ];
}

function metadataOf({ namespace }: KubeObject['metadata'], name: string): KubeObject['metadata'] {
  return { name, ...(namespace !== undefined && { namespace }) };
}

function templateParts(
  metadata: KubeObject['metadata'],
  { name = '', selector, service, replicas, template: pods = {} }: Template,
  index: number,
): readonly ExperimentPart[] {
  const hash = { [podHashLabel]: hashStandIn(index + 1) };
  const labels = { ...withoutKey(pods.metadata?.labels ?? {}, podHashLabel), ...hash };
  const whole = `${metadata.name}-${name}`;
  const replicaSet: ExperimentPart = {
    index,
    object: {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: { ...metadataOf(metadata, whole), labels },
      spec: {
        selector: { ...selector, matchLabels: { ...selector?.matchLabels, ...hash } },
        template: { ...pods, metadata: { ...pods.metadata, labels } },
      },
    } as KubeObject,
    failure: (error) => `Failed to create ReplicaSet for template '${name}': ${error}`,
  };
  const ports = portsOf(pods);
  if (!service || replicas === 0 || ports.length === 0) return [replicaSet];
  const serviceName = service.name || whole;
  return [
    replicaSet,
    {
      index,
      object: {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: metadataOf(metadata, serviceName),
        spec: { selector: labels, ports },
      } as KubeObject,
      failure: (error) =>
        `Failed to create Service ${serviceName} for template '${name}': cannot create service: ${error}`,
    },
  ];
}

/** A port for each port of a container. */
function portsOf({ spec = {} }: PodTemplate): readonly object[] {
  const containers = isList(spec['containers']) ? spec['containers'].filter(isMap) : [];
  return containers.flatMap(({ ports }) =>
    (isList(ports) ? ports.filter(isMap) : []).map(({ name, containerPort, protocol }) => ({
      ...(name !== undefined && { name }),
      port: containerPort,
      targetPort: containerPort,
      ...(protocol !== undefined && { protocol }),
    })),
  );
}

/** Why an Experiment ends in an error: the API server refuses one of its objects. */
export function partsRefusal(experiment: ExperimentObject): string | undefined {
  for (const { object, failure } of experimentParts(experiment)) {
    const objections = objectionsTo(object);
    if (objections.length > 0) return failure(refusalText(object, objections));
  }
  return undefined;
}
