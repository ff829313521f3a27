import type { Graph } from '../../../repository/graph/graph.js';
import type { ServicePort } from '../../../constructs/manifests/services.js';
import type { RouterKind } from '../../../constructs/manifests/steps.js';
import type { Traffic } from '../../../constructs/manifests/traffic.js';
import type { Write } from '../../../model/fix.js';
import type { Resource } from '../../../model/resource.js';
import type { NewObject } from '../step.js';
import { Refusal } from '../refusal.js';
import { checkName } from '../workload.js';

/** What is to be split: the requests of a Service, between it and one for the canary. */
export interface Split {
  readonly graph: Graph;
  readonly rollout: Resource;
  readonly service: Resource;
  /** The name of the canary's Service. */
  readonly canary: string;
  /** What leads to the Service by this router. */
  readonly routes: readonly Resource[];
}

/** What a router's objects become, and what the Rollout says of them. */
export interface RouteDraft {
  readonly title: string;
  readonly traffic: Traffic<RouterKind>;
  /** None where the objects are split already. */
  readonly writes: readonly Write[];
  readonly objects: readonly NewObject[];
  /**
   * What the commit is called that lets the route lead to both, all to the stable version. It comes before the one of the Rollout, so
   * that on the way back no Rollout is without its route; undefined where both are one commit.
   */
  readonly ahead?: string;
  /** The port of the Service that is split, where the Rollout names one. */
  readonly port?: unknown;
  look(where: string): readonly string[];
}

/** The one object that leads to the Service, where there has to be one. */
export function onlyRoute({ routes, service }: Split, kind: string): Resource {
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

/** What stands for a port where manifests are made of which the port is not written, or written by `withPort`. */
export const anyPort: ServicePort = { name: 'http', port: 65_535 };

/** A value with a port in whatever form a template has it. */
export function withPort(value: unknown, port: unknown): unknown {
  if (value === anyPort.port) return port;
  if (Array.isArray(value)) return value.map((item: unknown) => withPort(item, port));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withPort(item, port)]));
}
