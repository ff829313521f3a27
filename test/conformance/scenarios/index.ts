import type { Scenario } from '../scenario.js';
import { albHeaderRouteScenarios, albScenarios, albVerificationScenarios } from './alb.js';
import { analysisScenarios } from './analysis.js';
import {
  albAtEachStep,
  basicAtEachStep,
  dynamicStableScaleAtEachStep,
  gatewayApiAtEachStep,
  istioHostsAtEachStep,
  istioSubsetsAtEachStep,
  nginxAtEachStep,
} from './at-each-step.js';
import { basicCanaryScenarios } from './basic-canary.js';
import { blueGreenScenarios, generationScenarios } from './blue-green.js';
import { canaryScaleScenarios } from './canary-scale.js';
import { dynamicStableScaleScenarios } from './dynamic-stable-scale.js';
import { exampleScenarios, gatewayApiExampleScenarios } from './examples.js';
import { experimentScenarios } from './experiments.js';
import { deletionScenarios, foreignWritesScenarios } from './foreign-writes.js';
import {
  invalidSpecScenarios,
  missingObjectsScenarios,
  servicesScenarios,
  severalRoutersScenarios,
} from './invalid.js';
import { gatewayApiExperimentScenarios, gatewayApiHeaderScenarios, gatewayApiScenarios } from './gateway-api.js';
import { istioHostsScenarios } from './istio-hosts.js';
import { informerCopyScenarios, istioManagedRoutesScenarios } from './istio-managed-routes.js';
import { istioSeveralScenarios } from './istio-several.js';
import { istioSubsetsScenarios } from './istio-subsets.js';
import { istioTlsTcpScenarios } from './istio-tls-tcp.js';
import { nginxScenarios } from './nginx.js';
import { pingPongScenarios } from './ping-pong.js';
import { antiAffinityScenarios, ephemeralMetadataScenarios, workloadRefScenarios } from './pods-metadata.js';
import { podTemplateScenarios, replicaSetScenarios, templateChangeScenarios } from './pod-templates.js';
import { severalRolloutScenarios } from './several-rollouts.js';
import { pauseScenarios, replicasScenarios, revisionScenarios } from './steps.js';

/** All scenarios by the topic that their recordings are kept under. */
export const scenarios: Readonly<Record<string, readonly Scenario[]>> = {
  alb: albScenarios,
  'alb-at-each-step': albAtEachStep,
  'alb-header-routes': albHeaderRouteScenarios,
  'alb-verification': albVerificationScenarios,
  analysis: analysisScenarios,
  'anti-affinity': antiAffinityScenarios,
  'basic-at-each-step': basicAtEachStep,
  'basic-canary': basicCanaryScenarios,
  'blue-green': blueGreenScenarios,
  'canary-scale': canaryScaleScenarios,
  deletion: deletionScenarios,
  'dynamic-stable-scale': dynamicStableScaleScenarios,
  'dynamic-stable-scale-at-each-step': dynamicStableScaleAtEachStep,
  'ephemeral-metadata': ephemeralMetadataScenarios,
  examples: exampleScenarios,
  experiments: experimentScenarios,
  'foreign-writes': foreignWritesScenarios,
  'gateway-api': gatewayApiScenarios,
  'gateway-api-at-each-step': gatewayApiAtEachStep,
  'gateway-api-examples': gatewayApiExampleScenarios,
  'gateway-api-experiments': gatewayApiExperimentScenarios,
  'gateway-api-header-routes': gatewayApiHeaderScenarios,
  generations: generationScenarios,
  'informer-copies': informerCopyScenarios,
  'invalid-spec': invalidSpecScenarios,
  'istio-at-each-step': istioHostsAtEachStep,
  'istio-hosts': istioHostsScenarios,
  'istio-managed-routes': istioManagedRoutesScenarios,
  'istio-several': istioSeveralScenarios,
  'istio-subsets': istioSubsetsScenarios,
  'istio-subsets-at-each-step': istioSubsetsAtEachStep,
  'istio-tls-tcp': istioTlsTcpScenarios,
  'missing-objects': missingObjectsScenarios,
  nginx: nginxScenarios,
  'nginx-at-each-step': nginxAtEachStep,
  pauses: pauseScenarios,
  'ping-pong': pingPongScenarios,
  'pod-templates': podTemplateScenarios,
  'replica-sets': replicaSetScenarios,
  replicas: replicasScenarios,
  revisions: revisionScenarios,
  services: servicesScenarios,
  'several-rollouts': severalRolloutScenarios,
  'template-changes': templateChangeScenarios,
  'several-routers': severalRoutersScenarios,
  'workload-ref': workloadRefScenarios,
};
