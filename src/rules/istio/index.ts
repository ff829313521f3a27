import acceptedByIstio from './accepted-by-istio.js';
import canaryServiceNotDestination from './canary-service-not-destination.js';
import claimsAuthenticated from './claims-authenticated.js';
import destinationInNamespace from './destination-in-namespace.js';
import destinationPortExists from './destination-port-exists.js';
import destinationPortGiven from './destination-port-given.js';
import destinationRuleExists from './destination-rule-exists.js';
import destinationRuleHostExists from './destination-rule-host-exists.js';
import destinationRuleHostMatches from './destination-rule-host-matches.js';
import destinationsDistinct from './destinations-distinct.js';
import destinationsPresent from './destinations-present.js';
import gatewayBound from './gateway-bound.js';
import gatewayCertificatesDistinct from './gateway-certificates-distinct.js';
import gatewayCredentialExists from './gateway-credential-exists.js';
import gatewayExists from './gateway-exists.js';
import gatewayPortServed from './gateway-port-served.js';
import gatewaySelectsProxy from './gateway-selects-proxy.js';
import gatewayServesHost from './gateway-serves-host.js';
import gatewaysDistinct from './gateways-distinct.js';
import headerRoutePort from './header-route-port.js';
import headerRouteTakesOwnRequests from './header-route-takes-own-requests.js';
import hostExists from './host-exists.js';
import hostResolvable from './host-resolvable.js';
import httpForHeaderRoutes from './http-for-header-routes.js';
import loneDestinationWhole from './lone-destination-whole.js';
import noForeignDestination from './no-foreign-destination.js';
import noForeignSubset from './no-foreign-subset.js';
import oneVirtualServicePerHost from './one-virtual-service-per-host.js';
import podPortsAgree from './pod-ports-agree.js';
import restingWeights from './resting-weights.js';
import routeExists from './route-exists.js';
import routeNamesUnique from './route-names-unique.js';
import routesNamed from './routes-named.js';
import routesReached from './routes-reached.js';
import rulesNotBypassed from './rules-not-bypassed.js';
import sectionsNotEmpty from './sections-not-empty.js';
import serverCaGiven from './server-ca-given.js';
import servicePortsNamed from './service-ports-named.js';
import splitNotBypassed from './split-not-bypassed.js';
import splitReachesMesh from './split-reaches-mesh.js';
import splitRouteReached from './split-route-reached.js';
import splitRoutesChosen from './split-routes-chosen.js';
import subsetExists from './subset-exists.js';
import subsetHasPods from './subset-has-pods.js';
import subsetLabelled from './subset-labelled.js';
import subsetLabelsLasting from './subset-labels-lasting.js';
import subsetNotShadowed from './subset-not-shadowed.js';
import subsetSelectsPods from './subset-selects-pods.js';
import subsetsDiffer from './subsets-differ.js';
import virtualServiceExists from './virtual-service-exists.js';
import virtualServiceGiven from './virtual-service-given.js';
import virtualServiceNotShared from './virtual-service-not-shared.js';
import virtualServicesDistinct from './virtual-services-distinct.js';
import type { Rule } from '../rule.js';

export const rules: readonly Rule[] = [
  acceptedByIstio,
  canaryServiceNotDestination,
  claimsAuthenticated,
  destinationInNamespace,
  destinationPortExists,
  destinationPortGiven,
  destinationRuleExists,
  destinationRuleHostExists,
  destinationRuleHostMatches,
  destinationsDistinct,
  destinationsPresent,
  gatewayBound,
  gatewayCertificatesDistinct,
  gatewayCredentialExists,
  gatewayExists,
  gatewayPortServed,
  gatewaySelectsProxy,
  gatewayServesHost,
  gatewaysDistinct,
  headerRoutePort,
  headerRouteTakesOwnRequests,
  hostExists,
  hostResolvable,
  httpForHeaderRoutes,
  loneDestinationWhole,
  noForeignDestination,
  noForeignSubset,
  oneVirtualServicePerHost,
  podPortsAgree,
  restingWeights,
  routeExists,
  routeNamesUnique,
  routesNamed,
  routesReached,
  rulesNotBypassed,
  sectionsNotEmpty,
  serverCaGiven,
  servicePortsNamed,
  splitNotBypassed,
  splitReachesMesh,
  splitRouteReached,
  splitRoutesChosen,
  subsetExists,
  subsetHasPods,
  subsetLabelled,
  subsetLabelsLasting,
  subsetNotShadowed,
  subsetSelectsPods,
  subsetsDiffer,
  virtualServiceExists,
  virtualServiceGiven,
  virtualServiceNotShared,
  virtualServicesDistinct,
];
