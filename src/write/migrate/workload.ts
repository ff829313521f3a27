import type { Graph } from '../../repository/graph/graph.js';
import { subsetNames } from '../../kubernetes/kinds/destination-rule.js';
import { serviceOfHost } from '../../kubernetes/kinds/host.js';
import { backends, ingressClass } from '../../kubernetes/kinds/ingress.js';
import { isService, routeBackends } from '../../kubernetes/kinds/gateway-route.js';
import { isRollout, serviceField, workloadRef } from '../../kubernetes/kinds/rollout.js';
import { destinations, istioGroup } from '../../kubernetes/kinds/virtual-service.js';
import { selects } from '../../kubernetes/kinds/workload.js';
import { gatewayGroup } from '../../kubernetes/kinds/gateway-defaults.js';
import { kinds } from '../../kubernetes/objects/object.js';
import { isDnsLabel, isDnsSubdomain } from '../../model/dns-name.js';
import type { Resource } from '../../model/resource.js';
import { Refusal } from './refusal.js';

/** The routers to which a Deployment can be migrated. */
export const migrationRouters = ['istio-host', 'istio-subset', 'alb', 'nginx', 'gateway', 'none'] as const;
export type MigrationRouter = (typeof migrationRouters)[number];

/** A Deployment, the objects that route requests to its pods, and the Rollout that replaces it, if it exists. */
export interface Workload {
  /** A Deployment, or the Rollout itself if it has its own pod template. */
  readonly deployment: Resource;
  readonly rollout: Resource | undefined;
  /** The Service that callers use; undefined if no Service selects the pods. */
  readonly service: Resource | undefined;
  /** The objects that lead to the Service, by router. */
  readonly routes: ReadonlyMap<MigrationRouter, readonly Resource[]>;
}

/** The Deployments with a name, such as `web` or `shop/web`, or else Rollouts with their own pod template. */
export function workloadsCalled(graph: Graph, called: string): readonly Resource[] {
  const isCalled = (resource: Resource): boolean => {
    const namespace = graph.namespace(resource);
    return (
      called === resource.name || (namespace !== undefined && called === `${namespace}/${resource.name}`)
    );
  };
  const deployments = graph.ofKind('Deployment', 'apps').filter(isCalled);
  if (deployments.length > 0) return deployments;
  return graph.rollouts.filter((rollout) => isCalled(rollout) && !workloadRef(rollout));
}

/** Refuses names that the API server would reject, because they become part of printed commands. */
export function checkName({ kind, name, namespace, source }: Resource): void {
  if (isDnsSubdomain(name) && (namespace === undefined || isDnsLabel(namespace))) return;
  throw new Refusal(
    `${source.name}: ${kind} "${name}" has no usable name in its file; render it, and migrate the result.`,
  );
}

export function workloadToMigrate(
  graph: Graph,
  deployment: Resource,
  serviceName: string | undefined,
): Workload {
  checkName(deployment);
  const labels = graph.labels(deployment);
  const all = graph.ofKind('Service', '').filter((service) => {
    const { strings } = service.at('spec', 'selector');
    return (
      Object.keys(strings).length > 0 &&
      selects(strings, labels) &&
      graph.areDeployedTogether(deployment, service)
    );
  });
  const service = serviceAmong(graph, deployment, all, serviceName);
  if (service) checkName(service);
  return {
    deployment,
    rollout: rolloutOf(graph, deployment),
    service,
    routes: service ? routesTo(graph, service) : new Map(),
  };
}

/** The Rollout that references a Deployment, or the Rollout itself. */
export function rolloutOf(graph: Graph, deployment: Resource): Resource | undefined {
  if (isRollout(deployment)) return deployment;
  return graph.rollouts.find((rollout) => {
    const reference = workloadRef(rollout);
    return reference?.to.kind === 'Deployment' && graph.find(reference) === deployment;
  });
}

function serviceAmong(
  graph: Graph,
  { name }: Resource,
  all: readonly Resource[],
  wanted: string | undefined,
): Resource | undefined {
  if (wanted !== undefined) {
    const found = all.find((service) => service.name === wanted);
    if (found) return found;
    const names = all.map((service) => `"${service.name}"`).join(', ') || 'none';
    throw new Refusal(`Service "${wanted}" does not select the pods of "${name}"; those that do: ${names}.`);
  }
  // The canary Service of a Rollout is not the Service that callers use.
  const taken = new Set(
    graph.rollouts.flatMap((one) => [serviceField(one, 'canary').text, serviceField(one, 'preview').text]),
  );
  const isCanary = (service: Resource): boolean =>
    taken.has(service.name) || all.some((other) => service.name === canaryOf(other));
  const known = all.filter((service) => !isCanary(service));
  const called = known.filter((service) => routesTo(graph, service).size > 0);
  const [first, another] = called.length > 0 ? called : known;
  if (!another) return first;
  const same = known.find((service) => service.name === name);
  if (same) return same;
  throw new Refusal(
    `Several Services select the pods of "${name}": ${known.map((service) => `"${service.name}"`).join(', ')}; choose the one that callers know: --service NAME`,
  );
}

/** The name of the canary Service. */
export function canaryOf({ name }: Resource): string {
  return `${name}-canary`;
}

/** The objects that route requests to a Service, by router. */
function routesTo(graph: Graph, service: Resource): ReadonlyMap<MigrationRouter, readonly Resource[]> {
  const found = new Map<MigrationRouter, Resource[]>();
  const add = (router: MigrationRouter, resource: Resource): void => {
    if (graph.areDeployedTogether(service, resource))
      found.set(router, [...(found.get(router) ?? []), resource]);
  };
  for (const resource of graph.ofKind('VirtualService', istioGroup))
    if (destinations(resource).some((one) => isHostOf(one.at('host').text, service)))
      add('istio-host', resource);
  for (const resource of graph.ofKind('Ingress', kinds.ingress.group))
    if (backends(resource).some(({ to }) => to.name === service.name))
      add(/alb/.test(ingressClass(resource).text ?? '') ? 'alb' : 'nginx', resource);
  for (const resource of ['HTTPRoute', 'GRPCRoute'].flatMap((kind) => graph.ofKind(kind, gatewayGroup)))
    if (routeBackends(resource).some((one) => isService(one) && one.to.name === service.name))
      add('gateway', resource);
  return found;
}

/** The default names of the subsets of a Rollout. */
export const subsets = { stableSubset: 'stable', canarySubset: 'canary' } as const;

/** The DestinationRule of a Service. */
export function ruleOf(graph: Graph, service: Resource): Resource | undefined {
  return graph
    .ofKind('DestinationRule', istioGroup)
    .find(
      (rule) => isHostOf(rule.at('spec', 'host').text, service) && graph.areDeployedTogether(rule, service),
    );
}

/** The DestinationRule of a Service, if it has the subsets of a Rollout. */
export function subsetsRuleOf(graph: Graph, service: Resource): Resource | undefined {
  const rule = ruleOf(graph, service);
  return rule && Object.values(subsets).every((name) => subsetNames(rule).includes(name)) ? rule : undefined;
}

/** Whether a host in an Istio object is the name of a Service. */
export function isHostOf(host: string | undefined, service: Resource): boolean {
  const target = host === undefined ? undefined : serviceOfHost(host);
  return target?.name === service.name && (target.namespace ?? service.namespace) === service.namespace;
}

/** The requested router, or the one that already leads to the Service. */
export function routerFor(
  { routes, service }: Workload,
  asked: MigrationRouter | undefined,
): MigrationRouter {
  if (asked !== undefined) return asked;
  const [router, another] = [...routes.keys()];
  if (router === undefined) return 'none';
  if (another === undefined) return router;
  throw new Refusal(
    `Service "${service?.name ?? ''}" has routes of several routers (${[...routes.keys()].join(', ')}); choose one: --router ${router}`,
  );
}
