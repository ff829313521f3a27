import type { ViolationCode } from '../rollouts/controllers/validation/violation.js';
import albIngressExists from './alb/ingress-exists.js';
import albIngressGiven from './alb/ingress-given.js';
import ingressRoutesService from './alb/ingress-routes-service.js';
import rootServiceGiven from './alb/root-service-given.js';
import virtualServiceGiven from './istio/virtual-service-given.js';
import nginxIngressExists from './nginx/ingress-exists.js';
import nginxIngressGiven from './nginx/ingress-given.js';
import ingressRoutesStable from './nginx/ingress-routes-stable.js';
import volumesDeclared from './pods/volumes-declared.js';
import selectorSelectsPods from './rollout/selector-selects-pods.js';
import serviceSelectsPods from './rollout/service-selects-pods.js';
import servicesDiffer from './rollout/services-differ.js';
import servicesExist from './rollout/services-exist.js';
import servicesGiven from './rollout/services-given.js';
import strategyGiven from './rollout/strategy-given.js';
import templateGiven from './rollout/template-given.js';
import workloadExists from './rollout/workload-exists.js';
import deadlineExceedsReady from './steps/deadline-exceeds-ready.js';
import durationParses from './steps/duration-parses.js';
import managedRouteDeclared from './steps/managed-route-declared.js';
import matchHasOneValue from './steps/match-has-one-value.js';
import oneAction from './steps/one-action.js';
import optionsSupportedByRouter from './steps/options-supported-by-router.js';
import supportedByRouter from './steps/supported-by-router.js';
import surgeParses from './steps/surge-parses.js';
import weightInRange from './steps/weight-in-range.js';
import type { VoicingRule } from './rule.js';

/** A rule with a message for a kind of violation, or rollout/accepted-by-controller, which reports all in upstream's words. */
type Speaker<Code extends ViolationCode> = Pick<VoicingRule<Code>, 'meta' | 'voices'> | typeof upstream;

export const upstream = 'rollout/accepted-by-controller';

/** The rule that reports each rejection of the controller. */
export const voices: { readonly [Code in ViolationCode]: Speaker<Code> } = {
  replicas: upstream,
  'selector-missing': selectorSelectsPods,
  'selector-empty': selectorSelectsPods,
  'selector-malformed': selectorSelectsPods,
  'template-beside-workload': templateGiven,
  'template-missing': templateGiven,
  'labels-unselected': selectorSelectsPods,
  'volume-undeclared': volumesDeclared,
  'pod-template': upstream,
  seconds: upstream,
  'deadline-after-ready': deadlineExceedsReady,
  'strategy-missing': strategyGiven,
  'strategies-many': strategyGiven,
  'anti-affinity': upstream,
  'blue-green-services-missing': servicesGiven,
  'blue-green-same-service': servicesDiffer,
  'blue-green-revision-limit': upstream,
  'canary-surge': surgeParses,
  'canary-same-service': servicesDiffer,
  'ping-pong-unsupported': optionsSupportedByRouter,
  'ping-pong-service-missing': servicesGiven,
  'ping-pong-same-service': servicesDiffer,
  'ping-pong-root-service': rootServiceGiven,
  'canary-services-missing': servicesGiven,
  'option-unrouted': optionsSupportedByRouter,
  'options-exclusive': optionsSupportedByRouter,
  'max-weight-unsupported': optionsSupportedByRouter,
  'step-actions-many': oneAction,
  'step-action-missing': oneAction,
  'step-weight': weightInRange,
  'step-pause': durationParses,
  'step-unrouted': supportedByRouter,
  'step-header-route-unsupported': supportedByRouter,
  'step-mirror-route-unsupported': supportedByRouter,
  'step-match': matchHasOneValue,
  'managed-routes-missing': managedRouteDeclared,
  'managed-route-undeclared': managedRouteDeclared,
  'experiment-weight-unsupported': supportedByRouter,
  'analysis-arguments': upstream,
  'workload-unsupported': workloadExists,
  'workload-missing': workloadExists,
  'service-missing': servicesExist,
  'service-labels': serviceSelectsPods,
  'service-of-another-rollout': upstream,
  'analysis-template-missing': upstream,
  'analysis-template': upstream,
  'nginx-ingress-choice': nginxIngressGiven,
  'alb-ingress-choice': albIngressGiven,
  'alb-ingress-missing': albIngressExists,
  'nginx-ingress-missing': nginxIngressExists,
  'alb-ingress-backend': ingressRoutesService,
  'nginx-ingress-backend': ingressRoutesStable,
  'virtual-service-choice': virtualServiceGiven,
  'virtual-service-missing': upstream,
  'virtual-service-routes': upstream,
  'ambassador-mapping': upstream,
  'app-mesh-virtual-service': upstream,
};
