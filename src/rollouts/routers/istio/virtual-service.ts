import { conflict, ControllerError, panic } from '../../../kubernetes/objects/controller-error.js';
import { withoutKey } from '../../../kubernetes/objects/keys.js';
import { kinds, type KubeObject, type ObjectKind } from '../../../kubernetes/objects/object.js';
import type { IstioVirtualServiceEntry, RolloutObject } from '../../../kubernetes/objects/rollout-object.js';
import { isAtLeast, type RolloutsVersion } from '../../../kubernetes/objects/version.js';
import type { Protocol } from '../../../kubernetes/kinds/virtual-service.js';
import { cached, isOutdated } from '../pass-cache.js';
import type { RoutingPass } from '../reconciler.js';
import type { Weighted } from './split.js';
import { writeValidated } from '../../../kubernetes/validation/write.js';

/** The fields of a VirtualService that the controller reads; all others are kept. */
export interface VirtualServiceObject extends KubeObject {
  /** A section that has lost its last route is null until the object is written, which removes it. */
  readonly spec?: { readonly [protocol in Protocol]?: readonly Route[] | null };
}

export interface Route {
  readonly name?: string;
  readonly match?: readonly L4Match[];
  readonly route?: readonly Destination[];
  readonly mirror?: unknown;
  readonly [other: string]: unknown;
}

/** The part of a match that selects TLS and TCP routes. */
export interface L4Match {
  readonly port?: number;
  readonly sniHosts?: readonly string[];
}

export interface Destination {
  readonly destination?: {
    readonly host?: string;
    readonly subset?: string;
    readonly port?: { readonly number?: number };
  };
  readonly weight?: number;
}

export function weightedDestination({ destination, weight = 0 }: Destination): Weighted {
  return { host: destination?.host ?? '', subset: destination?.subset ?? '', weight };
}

/** The routes of a section; undefined if the VirtualService does not have it. */
export function section({ spec }: VirtualServiceObject, protocol: Protocol): readonly Route[] | undefined {
  return spec?.[protocol] === null ? [] : spec?.[protocol];
}

export function withSection(
  virtualService: VirtualServiceObject,
  protocol: Protocol,
  routes: readonly Route[],
): VirtualServiceObject {
  const left = routes.length === 0 ? null : routes;
  return { ...virtualService, spec: { ...virtualService.spec, [protocol]: left } };
}

/** The HTTP routes of a VirtualService, which must have some. */
export function httpRoutes(virtualService: VirtualServiceObject): readonly Route[] {
  const routes = section(virtualService, 'http');
  if (!routes) throw new ControllerError('spec.http not found');
  return routes;
}

/**
 * The name and namespace that an entry of a Rollout means. Up to 1.9 these are the first two parts, and the rest is ignored;
 * later the last part is the namespace.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/istio/istio.go (GetVirtualServiceNamespaceName)
 * https://github.com/argoproj/argo-rollouts/blob/v1.10.2/utils/istio/istio.go (GetVirtualServiceNamespaceName)
 */
export function namespacedName(
  reference: string,
  version: RolloutsVersion,
): { readonly name: string; readonly namespace?: string } {
  if (!reference.includes('.')) return { name: reference };
  const [first = '', second = ''] = reference.split('.');
  if (!isAtLeast(version, '1.10')) return { name: first, ...(second !== '' && { namespace: second }) };
  const bare = reference.replace(/\.cluster\.local$/, '');
  const dot = bare.lastIndexOf('.');
  if (dot === -1) return { name: bare };
  const namespace = bare.slice(dot + 1);
  return { name: bare.slice(0, dot), ...(namespace !== '' && { namespace }) };
}

/** The VirtualServices of a Rollout: the list, if it has items, else the single one. Without a name, Go reads the name "". */
export function virtualServiceEntries(rollout: RolloutObject): readonly IstioVirtualServiceEntry[] {
  const { virtualServices = [], virtualService } = rollout.spec.strategy?.canary?.trafficRouting?.istio ?? {};
  const all = virtualServices.length > 0 ? virtualServices : virtualService ? [virtualService] : [];
  if (all.length === 0) throw panic();
  return all.map((entry) => ({ ...entry, name: (entry.name as string | undefined) ?? '' }));
}

/** The names of routes that the controller adds and removes; undefined without a list. */
export function managedNames(rollout: RolloutObject): readonly string[] | undefined {
  const routes = rollout.spec.strategy?.canary?.trafficRouting?.managedRoutes ?? [];
  return routes.length === 0 ? undefined : routes.map(({ name }) => name);
}

/** A VirtualService or DestinationRule as the pass sees it. */
export function findIstioObject<T extends KubeObject>(
  pass: RoutingPass,
  kind: ObjectKind,
  namespace: string | undefined,
  name: string,
): T {
  const found = cached<T>(pass, kind, namespace, name);
  if (!found) throw new ControllerError(`${groupResource(kind)} "${name}" not found`, 'not-found');
  return found;
}

function groupResource({ kind, group }: ObjectKind): string {
  return `${kind.toLowerCase()}s.${group}`;
}

/** A VirtualService of a Rollout, as the pass sees it. */
export function findVirtualService(pass: RoutingPass, entry: IstioVirtualServiceEntry): VirtualServiceObject {
  const { name, namespace = pass.rollout.metadata.namespace } = namespacedName(entry.name, pass.version);
  return findIstioObject(pass, kinds.virtualService, namespace, name);
}

/**
 * Writes a VirtualService; the API server drops a null section. It rejects an object that was derived from an outdated copy:
 * where caches lag, the second write of a pass fails, and the next pass does the rest.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go (getVirtualService)
 */
export function update(pass: RoutingPass, virtualService: VirtualServiceObject): void {
  if (pass.cluster.refusesOutdated && isOutdated(pass, kinds.virtualService, virtualService))
    throw conflict(groupResource(kinds.virtualService), virtualService.metadata.name);
  const { spec } = virtualService;
  writeValidated(
    pass.cluster,
    spec?.http === null
      ? ({ ...virtualService, spec: withoutKey(spec, 'http') } as VirtualServiceObject)
      : virtualService,
  );
}
