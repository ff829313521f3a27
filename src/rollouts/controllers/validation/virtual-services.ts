import { ControllerError } from '../../../kubernetes/objects/controller-error.js';
import { kinds } from '../../../kubernetes/objects/object.js';
import type { IstioVirtualServiceEntry, RolloutObject } from '../../../kubernetes/objects/rollout-object.js';
import { type Protocol, protocols } from '../../../kubernetes/kinds/virtual-service.js';
import { checkRoutes } from '../../routers/istio/routes.js';
import { destinationNames } from '../../routers/istio/split.js';
import {
  namespacedName,
  type Route,
  type VirtualServiceObject,
} from '../../routers/istio/virtual-service.js';
import {
  type FieldError,
  internalError,
  invalid,
  ofEach,
} from '../../../kubernetes/validation/field-error.js';
import { none } from '../../../model/none.js';
import { routingPath, type ReferencesToValidate } from './reference.js';
import { BadReference, type Violation, violations } from './violation.js';
import { isDecodable } from './virtual-service-types.js';

const istioPath = `${routingPath}.istio`;

/** The VirtualServices that a Rollout names, and the path that upstream reports for all of them. */
function entriesOf({
  rollout,
}: ReferencesToValidate): readonly [readonly IstioVirtualServiceEntry[], string] {
  const { virtualService, virtualServices } = rollout.spec.strategy?.canary?.trafficRouting?.istio ?? {};
  if (virtualServices) return [virtualServices, `${istioPath}.virtualServices.name`];
  return [virtualService ? [virtualService] : [], `${istioPath}.virtualService.name`];
}

/** A Rollout names either one VirtualService or a list of them. */
export function virtualServiceChoiceErrors({ spec }: RolloutObject): readonly Violation[] {
  return violations('virtual-service-choice', () => {
    const { istio } = spec.strategy?.canary?.trafficRouting ?? {};
    if (!istio || (istio.virtualService === undefined) !== (istio.virtualServices === undefined)) return none;
    return [internalError(istioPath, 'either VirtualService or VirtualServices must be configured')];
  });
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/controller.go (GetReferencedVirtualServices) */
export function virtualServicesOf(given: ReferencesToValidate): readonly VirtualServiceObject[] {
  const { cluster, rollout, version } = given;
  const istio = rollout.spec.strategy?.canary?.trafficRouting?.istio;
  if (!istio) return [];
  const [wrong] = virtualServiceChoiceErrors(rollout);
  if (wrong) throw new BadReference(wrong.code, wrong);
  const [entries, at] = entriesOf(given);
  return entries.map(({ name: reference = '' }) => {
    const { name, namespace = rollout.metadata.namespace } = namespacedName(reference, version);
    const virtualService = cluster.get<VirtualServiceObject>(kinds.virtualService, namespace, name);
    if (virtualService) return virtualService;
    throw new BadReference(
      'virtual-service-missing',
      invalid(at, name, `virtualservices.networking.istio.io "${name}" not found`),
    );
  });
}

/**
 * The errors in a VirtualService, checked with the first entry that names it.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go
 * (ValidateVirtualService)
 */
export function virtualServiceErrors(
  given: ReferencesToValidate,
  virtualService: VirtualServiceObject,
): readonly FieldError[] {
  const [entries, at] = entriesOf(given);
  const { name } = virtualService.metadata;
  const entry = entries.find(
    ({ name: reference = '' }) => namespacedName(reference, given.version).name === name,
  );
  if (!entry) return [];
  const sections = protocols.flatMap((protocol) => {
    const routes: unknown = virtualService.spec?.[protocol];
    return Array.isArray(routes) ? [{ protocol, routes: routes as readonly unknown[] }] : [];
  });
  if (sections.length === 0)
    return [
      invalid(at, name, 'Unable to get any of the HTTP, TCP or TLS routes for the Istio VirtualService'),
    ];
  return ofEach(sections, ({ protocol, routes }) => {
    const problem = sectionProblem(given, entry, protocol, routes);
    return problem === undefined ? none : [invalid(at, name, problem)];
  });
}

function sectionProblem(
  { rollout, version }: ReferencesToValidate,
  entry: IstioVirtualServiceEntry,
  protocol: Protocol,
  routes: readonly unknown[],
): string | undefined {
  const title = protocol.toUpperCase();
  if (!isDecodable(protocol, routes)) return `Unable to get ${title} routes for Istio VirtualService`;
  try {
    const decoded = routes.map((route) => (route ?? {}) as Route);
    checkRoutes(rollout, destinationNames(rollout, version), entry, { protocol, routes: decoded }, version);
    return undefined;
  } catch (error) {
    if (!(error instanceof ControllerError) || error.reason !== 'error') throw error;
    return `Istio VirtualService has invalid ${title} routes. Error: ${error.message}`;
  }
}
