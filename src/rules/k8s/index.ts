import acceptedByApiServer from './accepted-by-api-server.js';
import autoscalerScalesRollout from './autoscaler-scales-rollout.js';
import configExists from './config-exists.js';
import disruptionBudgetAllowsEviction from './disruption-budget-allows-eviction.js';
import disruptionBudgetSelectsPods from './disruption-budget-selects-pods.js';
import identityUnique from './identity-unique.js';
import immutableFieldsKept from './immutable-fields-kept.js';
import ingressBackendExists from './ingress-backend-exists.js';
import kustomizationBuilds from './kustomization-builds.js';
import networkPolicySelectsPods from './network-policy-selects-pods.js';
import scaleTargetExists from './scale-target-exists.js';
import serviceMonitorSelectsService from './service-monitor-selects-service.js';
import serviceSelectsPods from './service-selects-pods.js';
import serviceTargetPortDeclared from './service-target-port-declared.js';
import serviceTargetPortExists from './service-target-port-exists.js';

export const rules = [
  acceptedByApiServer,
  autoscalerScalesRollout,
  configExists,
  disruptionBudgetAllowsEviction,
  disruptionBudgetSelectsPods,
  identityUnique,
  immutableFieldsKept,
  ingressBackendExists,
  kustomizationBuilds,
  networkPolicySelectsPods,
  scaleTargetExists,
  serviceMonitorSelectsService,
  serviceSelectsPods,
  serviceTargetPortDeclared,
  serviceTargetPortExists,
];
