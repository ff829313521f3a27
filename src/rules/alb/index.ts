import actionNotAuthored from './action-not-authored.js';
import backendUsesAnnotation from './backend-uses-annotation.js';
import headerRouteNameFree from './header-route-name-free.js';
import headerRouteReachable from './header-route-reachable.js';
import headerRouteTakesOwnRequests from './header-route-takes-own-requests.js';
import ingressAnnotated from './ingress-annotated.js';
import ingressClassFits from './ingress-class-fits.js';
import ingressExists from './ingress-exists.js';
import ingressGiven from './ingress-given.js';
import ingressPathsReadable from './ingress-paths-readable.js';
import ingressRoutesService from './ingress-routes-service.js';
import rootServiceExists from './root-service-exists.js';
import rootServiceGiven from './root-service-given.js';
import servicePathReached from './service-path-reached.js';
import servicePortExists from './service-port-exists.js';
import serviceTypeFits from './service-type-fits.js';
import stickinessInRange from './stickiness-in-range.js';
import type { Rule } from '../rule.js';

export const rules: readonly Rule[] = [
  actionNotAuthored,
  backendUsesAnnotation,
  headerRouteNameFree,
  headerRouteReachable,
  headerRouteTakesOwnRequests,
  ingressAnnotated,
  ingressClassFits,
  ingressExists,
  ingressGiven,
  ingressPathsReadable,
  ingressRoutesService,
  rootServiceExists,
  rootServiceGiven,
  servicePathReached,
  servicePortExists,
  serviceTypeFits,
  stickinessInRange,
];
