import type { Graph } from '../../../repository/graph/graph.js';
import type { ServicePort } from '../../../constructs/manifests/services.js';
import type { RouterKind } from '../../../constructs/manifests/steps.js';
import type { Traffic } from '../../../constructs/manifests/traffic.js';
import type { Write } from '../../../model/fix.js';
import type { Resource } from '../../../model/resource.js';
import type { NewObject } from '../step.js';
import { Refusal } from '../refusal.js';
import { checkName } from '../workload.js';

/** The split to add: requests of a Service, between it and the canary Service. */
export interface SplitToAdd {
  readonly graph: Graph;
  readonly rollout: Resource;
  readonly service: Resource;
  /** The name of the canary Service. */
  readonly canary: string;
  /** The objects of this router that lead to the Service. */
  readonly routes: readonly Resource[];
}

/** The changes of the router's objects, and the router settings of the Rollout. */
export interface RouteDraft {
  readonly title: string;
  readonly traffic: Traffic<RouterKind>;
  /** Empty if the objects are already split. */
  readonly writes: readonly Write[];
  readonly objects: readonly NewObject[];
  /**
   * The title of the commit that adds both destinations to the route, with all requests to the stable version. It precedes the commit of
   * the Rollout, so that an undo never leaves a Rollout without its route; undefined if one commit does both.
   */
  readonly ahead?: string;
  /** The port of the Service that is split, if the Rollout must name it. */
  readonly port?: unknown;
  look(where: string): readonly string[];
}

/** The only object that leads to the Service; refuses none or several. */
export function onlyRoute({ routes, service }: SplitToAdd, kind: string): Resource {
  const [route, another] = routes;
  if (!route)
    throw new Refusal(
      `No ${kind} leads to Service "${service.name}", so there is nothing to split; write one that leads to it alone, and migrate then.`,
    );
  if (another)
    throw new Refusal(
      `Service "${service.name}" is reached by ${routes.map((one) => `${one.kind} "${one.name}"`).join(' and ')}, but a migration edits one of them; let one lead to it, or add the others by hand.`,
    );
  checkName(route);
  return route;
}

/** A placeholder for manifests whose port is not written, or is replaced by `withPort`. */
export const anyPort: ServicePort = { name: 'http', port: 65_535 };

/** Replaces the placeholder port by the port in the form that the template has it. */
export function withPort(value: unknown, port: unknown): unknown {
  if (value === anyPort.port) return port;
  if (Array.isArray(value)) return value.map((item: unknown) => withPort(item, port));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withPort(item, port)]));
}
