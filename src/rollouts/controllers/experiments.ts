import { isDeepStrictEqual } from 'node:util';
import { ControllerError } from '../../kubernetes/objects/controller-error.js';
import {
  instanceIdLabel,
  podHashLabel,
  revisionAnnotation,
  withoutKey,
} from '../../kubernetes/objects/keys.js';
import { kinds } from '../../kubernetes/objects/object.js';
import type { ExperimentStep, RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import type { WeightDestination } from '../../kubernetes/objects/rollout-status.js';
import { isAtLeast, type RolloutsVersion } from '../../kubernetes/objects/version.js';
import { buildArguments } from './analysis-templates.js';
import { hashOf } from './annotations.js';
import type { ExperimentObject, ReplicaSetObject, RolloutContext } from './context.js';
import { addAbort, addPause, isAborted, pauseCondition } from './pause-decisions.js';
import { controllerReference } from './new-replica-set.js';
import { isCompleted, isControlledBy, removeOldRuns, runsOf, terminate } from './run-history.js';
import { currentExperimentStep, currentIndex, currentStep } from './steps.js';
import { writeValidated } from '../../kubernetes/validation/write.js';

/** The Experiments of a Rollout: the one that its status names, and the others. */
export function findExperiments(
  context: Pick<RolloutContext, 'cluster' | 'rollout'>,
): Pick<RolloutContext, 'currentExperiment' | 'otherExperiments'> {
  const name = context.rollout.status?.canary?.currentExperiment;
  const all = runsOf<ExperimentObject>(context, kinds.experiment);
  if (all.length === 0) return { currentExperiment: undefined, otherExperiments: all };
  return {
    currentExperiment: all.find(({ metadata }) => metadata.name === name),
    otherExperiments: all.filter(({ metadata }) => metadata.name !== name),
  };
}

/**
 * Creates the Experiment of an experiment step and acts on its phase. Terminates Experiments that no step needs any more.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/experiment.go (reconcileExperiments)
 */
export function reconcileExperiments(context: RolloutContext): void {
  const { rollout } = context;
  const current = context.currentExperiment;
  const withCurrent = (): readonly ExperimentObject[] =>
    current ? [...context.otherExperiments, current] : context.otherExperiments;
  if (isAborted(context) || rollout.status?.promoteFull === true) {
    terminate(context, withCurrent());
    return;
  }
  if (pauseCondition(rollout, 'InconclusiveAnalysisRun')) return;

  const isAtExperiment = currentStep(rollout)?.experiment != null;
  if (isAtExperiment) {
    if (!current && !context.stableRS) return;
    followExperiment(context, current ?? createExperiment(context));
  }
  const others = isAtExperiment ? context.otherExperiments : withCurrent();
  terminate(context, others);
  removeOldRuns(context, others);
}

function followExperiment(context: RolloutContext, experiment: ExperimentObject): void {
  const { phase, message } = experiment.status ?? {};
  if (phase === 'Inconclusive') addPause(context, 'InconclusiveExperiment');
  else if (phase === 'Error' || phase === 'Failed') {
    const words = 'Experiment analysis phase is error/failed';
    addAbort(context, abortMessage(context.version, words, message));
  } else if (phase !== 'Successful') {
    const { name } = experiment.metadata;
    context.currentExperiment = experiment;
    context.otherExperiments = context.otherExperiments.filter(({ metadata }) => metadata.name !== name);
    context.newStatus = {
      ...context.newStatus,
      canary: { ...context.newStatus.canary, currentExperiment: name },
    };
  }
}

/** Why an update is aborted. Before 1.9 this is only the message of the run. */
export function abortMessage(version: RolloutsVersion, words: string, message: string | undefined): string {
  if (!isAtLeast(version, '1.9')) return message ?? '';
  return message ? `${words}: ${message}` : words;
}

/**
 * The shares of traffic of the Services of a running Experiment.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting.go (calculateWeightDestinationsFromExperiment)
 */
export function experimentDestinations({
  rollout,
  currentExperiment,
}: Pick<RolloutContext, 'rollout' | 'currentExperiment'>): readonly WeightDestination[] {
  const templates = currentExperimentStep(rollout)?.templates ?? [];
  const { phase, templateStatuses = [] } = currentExperiment?.status ?? {};
  if (phase !== 'Running') return [];
  return templateStatuses.flatMap(({ name, serviceName, podTemplateHash }) => {
    const weight = templates.find((template) => template.name === name)?.weight;
    if (weight == null) return [];
    return [{ ...(serviceName && { serviceName }), ...(podTemplateHash && { podTemplateHash }), weight }];
  });
}

/** Creates an Experiment under the first free name, or returns a running one that has the name. */
function createExperiment(context: RolloutContext): ExperimentObject {
  const { cluster, rollout } = context;
  const wanted = experimentOf(context, currentExperimentStep(rollout) ?? {}, currentIndex(rollout) ?? 0);
  for (let collisions = 0; ; collisions += 1) {
    const name = collisions === 0 ? wanted.metadata.name : `${wanted.metadata.name}-${collisions}`;
    const existing = cluster.get<ExperimentObject>(kinds.experiment, rollout.metadata.namespace, name);
    if (!existing) {
      const created = { ...wanted, metadata: { ...wanted.metadata, name } };
      writeValidated(cluster, created);
      return created;
    }
    const isSame = isDeepStrictEqual(
      withoutKey(existing.spec, 'terminate'),
      withoutKey(wanted.spec, 'terminate'),
    );
    if (!isCompleted(existing) && isSame && isControlledBy(existing, rollout)) return existing;
  }
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/experiment.go (GetExperimentFromTemplate) */
export function experimentOf(
  { rollout, version, newRS, stableRS }: Pick<RolloutContext, 'rollout' | 'version' | 'newRS' | 'stableRS'>,
  step: ExperimentStep,
  index: number,
): ExperimentObject {
  const { metadata, spec } = rollout;
  const hash = hashOf(newRS);
  const revision = metadata.annotations?.[revisionAnnotation] ?? '';
  const instanceId = metadata.labels?.[instanceIdLabel];
  const isLabelled = isAtLeast(version, '1.9');
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Experiment',
    metadata: {
      name: `${metadata.name}-${hash}-${revision}-${index}`,
      ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
      labels: {
        ...(isLabelled && metadata.labels),
        [podHashLabel]: hash,
        ...(instanceId && { [instanceIdLabel]: instanceId }),
      },
      annotations: { [revisionAnnotation]: revision },
      ownerReferences: [controllerReference(rollout)],
    },
    spec: {
      templates: (step.templates ?? []).map((template) => experimentTemplate(template, { newRS, stableRS })),
      ...(step.duration && { duration: step.duration }),
      ...(spec.progressDeadlineSeconds != null && { progressDeadlineSeconds: spec.progressDeadlineSeconds }),
      ...analysesOf(rollout, step, { newRS, stableRS }),
      ...(step.dryRun && step.dryRun.length > 0 && { dryRun: step.dryRun }),
      ...(step.analysisRunMetadata && { analysisRunMetadata: step.analysisRunMetadata }),
      ...(isLabelled &&
        step.scaleDownDelaySeconds != null && { scaleDownDelaySeconds: step.scaleDownDelaySeconds }),
    },
  };
}

type Versions = Pick<RolloutContext, 'newRS' | 'stableRS'>;
type ExperimentTemplate = NonNullable<ExperimentStep['templates']>[number];

/** A template of an experiment step with the pod template of the version it names. */
function experimentTemplate(template: ExperimentTemplate, { newRS, stableRS }: Versions): unknown {
  const { spec } = referred(template.specRef, { newRS, stableRS });
  const { labels, annotations } = template.metadata ?? {};
  const selector = template.selector ?? spec.selector;
  const podMetadata = spec.template.metadata;
  return {
    name: template.name,
    ...(template.replicas != null && { replicas: template.replicas }),
    ...(spec.minReadySeconds && { minReadySeconds: spec.minReadySeconds }),
    selector: { ...selector, ...(labels && { matchLabels: { ...selector?.matchLabels, ...labels } }) },
    template: {
      ...spec.template,
      metadata: {
        ...podMetadata,
        ...(labels && { labels: { ...podMetadata?.labels, ...labels } }),
        ...(annotations && { annotations: { ...podMetadata?.annotations, ...annotations } }),
      },
    },
    ...((template.weight != null || template.service) && {
      service: template.service?.name ? { name: template.service.name } : {},
    }),
  };
}

function referred(specRef: string | undefined, { newRS, stableRS }: Versions): ReplicaSetObject {
  if (specRef !== 'canary' && specRef !== 'stable')
    throw new ControllerError('Invalid template step SpecRef: must be canary or stable');
  const replicaSet = specRef === 'canary' ? newRS : stableRS;
  if (!replicaSet) throw new ControllerError('invalid memory address or nil pointer dereference', 'panic');
  return replicaSet;
}

function analysesOf(
  rollout: RolloutObject,
  { analyses = [] }: ExperimentStep,
  versions: Versions,
): { readonly analyses?: readonly unknown[] } {
  if (analyses.length === 0) return {};
  return {
    analyses: analyses.map(({ name, templateName, clusterScope, args = [], requiredForCompletion }) => ({
      name,
      templateName,
      ...(clusterScope != null && { clusterScope }),
      ...(args.length > 0 && { args: buildArguments(rollout, args, versions) }),
      ...(requiredForCompletion && { requiredForCompletion }),
    })),
  };
}
