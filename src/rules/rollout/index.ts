import abortSettles from './abort-settles.js';
import acceptedByController from './accepted-by-controller.js';
import addedLabelsReachPods from './added-labels-reach-pods.js';
import analysisArgumentsKnown from './analysis-arguments-known.js';
import analysisArgumentsResolve from './analysis-arguments-resolve.js';
import analysisConditionsEvaluate from './analysis-conditions-evaluate.js';
import analysisFieldsExist from './analysis-fields-exist.js';
import analysisHasTemplates from './analysis-has-templates.js';
import analysisTemplateExists from './analysis-template-exists.js';
import canaryKeptOnAbort from './canary-kept-on-abort.js';
import metadataOutsideSelectors from './metadata-outside-selectors.js';
import podsNotShared from './pods-not-shared.js';
import previewGetsNoShare from './preview-gets-no-share.js';
import scaleDownKnown from './scale-down-known.js';
import selectorSelectsPods from './selector-selects-pods.js';
import serviceHasEndpoints from './service-has-endpoints.js';
import serviceNotShared from './service-not-shared.js';
import servicePortsAgree from './service-ports-agree.js';
import serviceSelectsPods from './service-selects-pods.js';
import servicesDiffer from './services-differ.js';
import servicesExist from './services-exist.js';
import servicesGiven from './services-given.js';
import stableServiceKeepsPods from './stable-service-keeps-pods.js';
import strategyGiven from './strategy-given.js';
import templateGiven from './template-given.js';
import templateReadable from './template-readable.js';
import workloadExists from './workload-exists.js';
import workloadLeftToRollout from './workload-left-to-rollout.js';
import writesAccepted from './writes-accepted.js';

export const rules = [
  abortSettles,
  acceptedByController,
  addedLabelsReachPods,
  analysisArgumentsKnown,
  analysisArgumentsResolve,
  analysisConditionsEvaluate,
  analysisFieldsExist,
  analysisHasTemplates,
  analysisTemplateExists,
  canaryKeptOnAbort,
  metadataOutsideSelectors,
  podsNotShared,
  previewGetsNoShare,
  scaleDownKnown,
  selectorSelectsPods,
  serviceHasEndpoints,
  serviceNotShared,
  servicePortsAgree,
  serviceSelectsPods,
  servicesDiffer,
  servicesExist,
  servicesGiven,
  stableServiceKeepsPods,
  strategyGiven,
  templateGiven,
  templateReadable,
  workloadExists,
  workloadLeftToRollout,
  writesAccepted,
];
