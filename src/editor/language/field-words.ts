import { isApplication } from '../../kubernetes/kinds/application.js';
import { isRollout } from '../../kubernetes/kinds/rollout.js';
import type { Path } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';

/**
 * What a field does, in a sentence; undefined if it is not described here.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/types.go
 */
export function fieldWords(resource: Resource, path: Path): string | undefined {
  const key = path.map((segment) => (typeof segment === 'number' ? '*' : segment)).join('.');
  if (isRollout(resource)) return rollout.get(key);
  if (isApplication(resource)) return application.get(key);
  return /^(?:Cluster)?AnalysisTemplate$/.test(resource.kind) ? template.get(key) : undefined;
}

const canaryPath = 'spec.strategy.canary';
const blueGreenPath = 'spec.strategy.blueGreen';
const routingPath = `${canaryPath}.trafficRouting`;
const stepPath = `${canaryPath}.steps.*`;

const rollout: ReadonlyMap<string, string> = new Map([
  ['spec.replicas', 'The number of pods of the whole Rollout; an autoscaler may set it.'],
  ['spec.minReadySeconds', 'How long a pod must be ready before it counts as available.'],
  ['spec.progressDeadlineSeconds', 'The seconds without progress after which the Rollout is Degraded.'],
  ['spec.progressDeadlineAbort', 'Whether an update is aborted after progressDeadlineSeconds.'],
  ['spec.revisionHistoryLimit', 'How many old ReplicaSets are kept for rollbacks.'],
  ['spec.rollbackWindow', 'Which recent revisions can be rolled back to without the steps.'],
  ['spec.paused', 'Pauses the update at once. It is meant for a person or a tool, not for Git.'],
  ['spec.restartAt', 'Restarts the pods that are older than this time.'],
  ['spec.workloadRef', 'Takes the pod template of another object, such as a Deployment.'],
  [
    'spec.workloadRef.scaleDown',
    'When the pods of the Deployment are removed: never, onsuccess or progressively.',
  ],
  ['spec.analysis', 'How many AnalysisRuns are kept.'],
  [canaryPath, 'Replaces the pods step by step.'],
  [
    `${canaryPath}.canaryService`,
    'The Service whose selector the controller points to the pods of the new version.',
  ],
  [
    `${canaryPath}.stableService`,
    'The Service whose selector the controller points to the pods of the stable version.',
  ],
  [
    `${canaryPath}.maxSurge`,
    'How many more pods than replicas an update may have; used only without a traffic router.',
  ],
  [`${canaryPath}.maxUnavailable`, 'How many pods fewer than replicas may be available during an update.'],
  [`${canaryPath}.dynamicStableScale`, 'Removes stable pods as the weight of the canary rises.'],
  [`${canaryPath}.minPodsPerReplicaSet`, 'The minimum number of pods of a version that gets traffic.'],
  [`${canaryPath}.scaleDownDelaySeconds`, 'How long the pods of the old version stay after the promotion.'],
  [
    `${canaryPath}.abortScaleDownDelaySeconds`,
    'How long the pods of the new version stay after an abort; 0 keeps them.',
  ],
  [`${canaryPath}.canaryMetadata`, 'Labels and annotations that pods have while they are the canary.'],
  [`${canaryPath}.stableMetadata`, 'Labels and annotations that pods have while they are stable.'],
  [
    `${canaryPath}.analysis`,
    'Measures in the background during the update, and aborts it if a metric fails.',
  ],
  [
    `${canaryPath}.analysis.startingStep`,
    'The step with which the background analysis starts, counted from 0.',
  ],
  [
    `${canaryPath}.pingPong`,
    'Two Services that change their roles with each update, so that neither selector changes at the promotion.',
  ],
  [
    `${canaryPath}.replicaProgressThreshold`,
    'How many pods of a step must be available before the next step begins.',
  ],
  [
    `${canaryPath}.steps`,
    'The steps of an update, in their order; without steps all pods are replaced at once.',
  ],
  [
    `${stepPath}.setWeight`,
    'The percentage of requests that the new version gets; without a traffic router the share of pods.',
  ],
  [`${stepPath}.pause`, 'Waits for the duration; without one, until the update is promoted.'],
  [
    `${stepPath}.pause.duration`,
    'How long it waits: a number is seconds, a string such as "10m" has a unit.',
  ],
  [
    `${stepPath}.setCanaryScale`,
    'Sets the number of pods of the canary independently of the weight; needs a traffic router.',
  ],
  [`${stepPath}.setCanaryScale.replicas`, 'The number of pods.'],
  [`${stepPath}.setCanaryScale.weight`, 'The number of pods as a percentage of replicas.'],
  [
    `${stepPath}.setCanaryScale.matchTrafficWeight`,
    'Returns to the number of pods that the weight requires.',
  ],
  [
    `${stepPath}.analysis`,
    'Measures, and continues once all metrics succeed; the update is aborted if one fails.',
  ],
  [
    `${stepPath}.experiment`,
    'Runs pods of several versions side by side, and continues when the Experiment ends.',
  ],
  [
    `${stepPath}.setHeaderRoute`,
    'Adds a route that sends requests with a header to the canary; without a match it removes the route.',
  ],
  [
    `${stepPath}.setMirrorRoute`,
    'Adds a route that sends copies of requests to the canary; without a match it removes the route.',
  ],
  [`${stepPath}.plugin`, 'Runs a plugin of the controller, and continues when it succeeds.'],
  [routingPath, 'The traffic router that applies weights and routes.'],
  [
    `${routingPath}.managedRoutes`,
    'The routes that header and mirror steps add, in their order; the controller removes them when the update ends.',
  ],
  [`${routingPath}.maxTrafficWeight`, 'The weight that stands for all requests, 100 by default.'],
  [`${routingPath}.istio.virtualService`, 'The VirtualService in which the controller sets the weights.'],
  [
    `${routingPath}.istio.virtualService.routes`,
    'The names of its HTTP routes with weights; needed if it has several.',
  ],
  [`${routingPath}.istio.destinationRule`, 'The DestinationRule whose two subsets are the versions.'],
  [
    `${routingPath}.nginx.stableIngress`,
    'The Ingress of the stable Service; the controller creates another one for the canary.',
  ],
  [`${routingPath}.alb.ingress`, 'The Ingress in whose annotations the controller sets the weights.'],
  [`${routingPath}.alb.servicePort`, 'The port of the Services to which the load balancer sends requests.'],
  [
    `${routingPath}.alb.rootService`,
    'The Service that the Ingress names; without it stableService is meant.',
  ],
  [blueGreenPath, 'Starts all new pods beside the old ones, and then points the active Service to them.'],
  [
    `${blueGreenPath}.activeService`,
    'The Service with the requests of users, whose selector the controller sets at the promotion.',
  ],
  [`${blueGreenPath}.previewService`, 'A Service that leads to the new pods before the promotion.'],
  [
    `${blueGreenPath}.autoPromotionEnabled`,
    'Whether the update is promoted once all new pods are available; true by default.',
  ],
  [`${blueGreenPath}.autoPromotionSeconds`, 'The seconds after which a paused update is promoted.'],
  [`${blueGreenPath}.previewReplicaCount`, 'The number of new pods before the promotion.'],
  [
    `${blueGreenPath}.scaleDownDelaySeconds`,
    'How long the old pods stay after the promotion, 30 seconds by default.',
  ],
  [
    `${blueGreenPath}.prePromotionAnalysis`,
    'Measures before the promotion, which follows only if all metrics succeed.',
  ],
  [
    `${blueGreenPath}.postPromotionAnalysis`,
    'Measures after the promotion; if a metric fails, the active Service returns to the old pods.',
  ],
]);

const metric = 'spec.metrics.*';

const template: ReadonlyMap<string, string> = new Map([
  [
    'spec.args',
    'The arguments that metrics can use as {{args.name}}; the Rollout passes those without a value.',
  ],
  ['spec.metrics', 'What is measured.'],
  ['spec.templates', 'Other templates whose metrics are measured, too.'],
  ['spec.dryRun', 'Metrics that are measured, but do not decide the result.'],
  [`${metric}.interval`, 'The time between two measurements; without it there is one measurement.'],
  [`${metric}.initialDelay`, 'The time before the first measurement.'],
  [
    `${metric}.count`,
    'The number of measurements; without it, a metric with an interval is measured until it is stopped.',
  ],
  [`${metric}.successCondition`, 'A measurement is successful if this expression is true.'],
  [`${metric}.failureCondition`, 'A measurement fails if this expression is true.'],
  [`${metric}.failureLimit`, 'How many measurements may fail, 0 by default.'],
  [
    `${metric}.inconclusiveLimit`,
    'How many measurements may be neither successful nor failed, 0 by default.',
  ],
  [`${metric}.consecutiveErrorLimit`, 'How many measurements in a row may end in an error, 4 by default.'],
  [`${metric}.consecutiveSuccessLimit`, 'How many measurements in a row must be successful.'],
  [`${metric}.provider`, 'Where the value comes from.'],
]);

const application: ReadonlyMap<string, string> = new Map([
  ['spec.ignoreDifferences', 'Fields whose differences from Git do not make the Application OutOfSync.'],
  ['spec.ignoreDifferences.*.jsonPointers', 'Paths of the fields; "/" in a key is written "~1".'],
  ['spec.ignoreDifferences.*.jqPathExpressions', 'Expressions of jq that select the fields.'],
  ['spec.ignoreDifferences.*.managedFieldsManagers', 'All fields that these managers own.'],
  ['spec.syncPolicy.automated', 'Syncs whenever Git changes.'],
  ['spec.syncPolicy.automated.selfHeal', 'Also syncs when a live object differs from Git.'],
  ['spec.syncPolicy.automated.prune', 'Removes objects that are no longer in Git.'],
  ['spec.syncPolicy.syncOptions', 'Options of a sync, such as RespectIgnoreDifferences=true.'],
]);
