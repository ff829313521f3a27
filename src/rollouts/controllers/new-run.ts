import { isDeepStrictEqual } from 'node:util';
import { ControllerError } from '../../kubernetes/objects/controller-error.js';
import { instanceIdLabel, podHashLabel, revisionAnnotation } from '../../kubernetes/objects/keys.js';
import { kinds, type KubeObject, type Labels } from '../../kubernetes/objects/object.js';
import type { RolloutAnalysis, RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import {
  buildArguments,
  dryRunRules,
  findTemplates,
  flattenTemplates,
  mergeArguments,
  retentionRules,
} from './analysis-templates.js';
import { hashOf } from './annotations.js';
import type { AnalysisRunObject, RolloutContext } from './context.js';
import { controllerReference } from './new-replica-set.js';
import { isCompleted, isControlledBy } from './run-history.js';
import { writeValidated } from '../../kubernetes/validation/write.js';

/** The label that says which analysis of an update a run belongs to. */
const typeLabel = 'rollout-type';

export const stepIndexLabel = 'step-index';

export interface RunOptions {
  /** The part of the run's name that follows the revision. */
  readonly infix?: string;
  readonly type: 'Step' | 'Background' | 'PrePromotion' | 'PostPromotion';
  readonly index?: number;
}

/**
 * Creates a run under the first free name, or returns an unfinished run that has the name.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/helpers.go (CreateWithCollisionCounter)
 */
export function createRun(
  context: RolloutContext,
  analysis: RolloutAnalysis,
  options: RunOptions,
): AnalysisRunObject {
  const { cluster, rollout } = context;
  const wanted = runOf(context, analysis, options);
  for (let collisions = 0; ; collisions += 1) {
    const name = collisions === 0 ? wanted.metadata.name : `${wanted.metadata.name}.${collisions}`;
    const existing = cluster.get<AnalysisRunObject>(kinds.analysisRun, rollout.metadata.namespace, name);
    if (!existing) {
      const created = { ...wanted, metadata: { ...wanted.metadata, name } };
      writeValidated(cluster, created);
      return created;
    }
    const isSame = isDeepStrictEqual(comparedFields(existing), comparedFields(wanted));
    // The controller of AnalysisRuns completes a run that is asked to terminate at once.
    const isOver = isCompleted(existing) || existing.spec.terminate === true;
    if (!isOver && isSame && isControlledBy(existing, rollout)) return existing;
  }
}

function comparedFields({ spec }: AnalysisRunObject): unknown {
  const { metrics = [], dryRun = [], measurementRetention = [], args = [] } = spec;
  return { metrics, dryRun, measurementRetention, args };
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/analysis.go (newAnalysisRunFromRollout) */
function runOf(
  { cluster, rollout, newRS, stableRS }: RolloutContext,
  analysis: RolloutAnalysis,
  options: RunOptions,
): AnalysisRunObject {
  const { namespace } = rollout.metadata;
  const given = buildArguments(rollout, analysis.args ?? [], { newRS, stableRS });
  const hash = hashOf(newRS);
  if (hash === '')
    throw new ControllerError(
      `Latest ReplicaSet '${newRS?.metadata.name ?? ''}' has no pod hash in the labels`,
    );
  const template = flattenTemplates(findTemplates(cluster, namespace, analysis.templates ?? []));
  const args = mergeArguments(given, template.args);
  const dryRun = dryRunRules([...(analysis.dryRun ?? []), ...template.dryRun]);
  const retention = [...(analysis.measurementRetention ?? []), ...template.measurementRetention];
  const measurementRetention = retentionRules(retention);

  return {
    ...newRun(rollout, hash, analysis, options),
    spec: {
      metrics: template.metrics,
      ...(args.length > 0 && { args }),
      ...(dryRun.length > 0 && { dryRun }),
      ...(measurementRetention.length > 0 && { measurementRetention }),
    },
  };
}

/** A run without the content of its templates. */
export function newRun(
  rollout: RolloutObject,
  hash: string,
  analysis: RolloutAnalysis,
  { infix, type, index }: RunOptions,
): KubeObject {
  const { metadata, spec } = rollout;
  const { name, namespace, annotations } = metadata;
  const revision = annotations?.[revisionAnnotation] ?? '';
  const instanceId = metadata.labels?.[instanceIdLabel];
  const labels: Labels = {
    [podHashLabel]: hash,
    [typeLabel]: type,
    ...(index !== undefined && { [stepIndexLabel]: String(index) }),
    ...(instanceId && { [instanceIdLabel]: instanceId }),
    ...analysis.analysisRunMetadata?.labels,
    ...spec.selector?.matchLabels,
  };
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'AnalysisRun',
    metadata: {
      name: [name, hash, revision, ...(infix === undefined ? [] : [infix])].join('-'),
      ...(namespace !== undefined && { namespace }),
      labels,
      annotations: { [revisionAnnotation]: revision, ...analysis.analysisRunMetadata?.annotations },
      ownerReferences: [controllerReference(rollout)],
    },
  };
}

export function runName({ metadata }: AnalysisRunObject): string {
  return metadata.name;
}
