import type { Case } from '../case.js';
import { customResourceCases, lastAppliedCases } from './custom-resources.js';
import { gatewayApiCases } from './gateway-api.js';
import { jqCases, jqOddCases } from './jq.js';
import { missingCases } from './missing.js';
import { destinationRuleCases, httpRouteCases, ingressCases, otherRouterCases } from './routers.js';
import { matchingCases, orderCases, pointerCases, settingsCases } from './rules.js';
import { serviceCases } from './services.js';
import { managerCases, respectCases, serverSideCases } from './syncs.js';
import { virtualServiceCases } from './virtual-services.js';
import { builtInCases, rolloutCases } from './workloads.js';

/** All that is recorded, by topic. */
export const cases: Readonly<Record<string, readonly Case[]>> = {
  'built-in-kinds': builtInCases,
  'custom-resources': customResourceCases,
  'destination-rules': destinationRuleCases,
  'gateway-api': gatewayApiCases,
  'http-routes': httpRouteCases,
  ingresses: ingressCases,
  'jq': jqCases,
  'jq-values': jqOddCases,
  'json-pointers': pointerCases,
  'last-applied': lastAppliedCases,
  managers: managerCases,
  matching: matchingCases,
  missing: missingCases,
  order: orderCases,
  'other-routers': otherRouterCases,
  'respect-ignore-differences': respectCases,
  rollouts: rolloutCases,
  'server-side': serverSideCases,
  services: serviceCases,
  settings: settingsCases,
  'virtual-services': virtualServiceCases,
};
