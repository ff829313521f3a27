import type { Resource } from '../../../model/resource.js';
import { destinationRuleRefusals } from './destination-rule.js';
import { gatewayRefusals } from './gateway.js';
import type { Refusals } from '../refusal.js';
import { serviceEntryRefusals } from './service-entry.js';
import { virtualServiceRefusals } from './virtual-service.js';

const byKind: Readonly<Record<string, (resource: Resource) => Refusals>> = {
  VirtualService: virtualServiceRefusals,
  DestinationRule: destinationRuleRefusals,
  Gateway: gatewayRefusals,
  ServiceEntry: serviceEntryRefusals,
};

/** The kinds whose validation is implemented. */
export const validatedKinds: readonly string[] = Object.keys(byKind);

/** What Istio's own validation rejects in an object of the group networking.istio.io, besides what its definition rejects. */
export function refusalsOf(resource: Resource): Refusals {
  return Object.hasOwn(byKind, resource.kind) ? byKind[resource.kind]!(resource) : [];
}
