import { type Existing, type Manifest, refuse } from './manifest.js';
import { portsOfService, type ServiceRole } from './services.js';

/** The Services of a Rollout that requests can be led to, those that callers know first. */
export type ServicesByRole = readonly (readonly [
  role: ServiceRole | 'other',
  service: Manifest | undefined,
])[];

/** A Service that requests are led to. */
export interface CalledService {
  readonly name: string;
  /** Undefined for one that is not made here. */
  readonly ports: readonly { readonly name: string; readonly port: number }[] | undefined;
}

/**
 * The Service that is meant by what it is for or by its name: by default the first one.
 * @param leader - what leads to it, such as `An Ingress`
 * @throws {UnfitProps} for one that is not made here and has no name
 */
export function calledService(
  to: ServiceRole | Existing | undefined,
  services: ServicesByRole,
  leader: string,
): CalledService {
  const known = services.flatMap(([role, one]) => (one ? [[role, one] as const] : []));
  const service =
    to === undefined
      ? known[0]?.[1]
      : known.find(([role, one]) =>
          typeof to === 'object' ? one.metadata.name === to.name : role === to,
        )?.[1];
  const name = service?.metadata.name ?? (typeof to === 'object' ? to.name : undefined);
  if (name === undefined)
    refuse(
      `${leader} leads to the ${typeof to === 'string' ? to : 'first'} Service, which is not made here; set "to" to one of ${nameableRoles(known)}, or to { name } of a Service.`,
    );
  return { name, ports: service && portsOfService(service) };
}

/** What the Services are for that can be named so. */
function nameableRoles(known: ServicesByRole): string {
  return known
    .map(([role]) => role)
    .filter((role) => role !== 'other')
    .join(', ');
}
