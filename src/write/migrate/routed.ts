import { kinds } from '../../kubernetes/objects/object.js';
import type { Graph } from '../../repository/graph/graph.js';
import { serviceField } from '../../kubernetes/kinds/rollout.js';
import { copyableService, ports } from '../../kubernetes/kinds/service.js';
import { canaryManifests } from '../../constructs/manifests/canary.js';
import { Steps } from '../../constructs/manifests/steps.js';
import type { Write } from '../../model/fix.js';
import type { Resource } from '../../model/resource.js';
import type { RouterKey } from '../../rollouts/routers/router.js';
import { Refusal } from './refusal.js';
import { albRoute } from './routes/alb.js';
import { gatewayRoute } from './routes/gateway.js';
import { hostRoute, subsetRoute, subsetsRule } from './routes/istio.js';
import { nginxRoute } from './routes/nginx.js';
import { anyPort, type RouteDraft, type SplitToAdd, withPort } from './routes/route.js';
import { whereOf, type NewObject, type StepDraft } from './step.js';
import { canaryOf, type MigrationRouter, subsetsRuleOf, type Workload } from './workload.js';

/** A first weight until a manual promotion, and a second one for a fixed time. */
export const migratedSteps = [...Steps.ramp([10]), ...Steps.ramp([50], { pause: '10m' })];

const drafts: Readonly<Record<Exclude<MigrationRouter, 'none'>, (split: SplitToAdd) => RouteDraft>> = {
  'istio-host': hostRoute,
  'istio-subset': subsetRoute,
  alb: albRoute,
  nginx: nginxRoute,
  gateway: gatewayRoute,
};

/** Adds the router to the Rollout, which is Healthy by now, so that the routes have ready pods at once. */
export function routedStep(
  graph: Graph,
  workload: Workload,
  router: Exclude<MigrationRouter, 'none'>,
): StepDraft {
  const split = splitOf(graph, workload, router);
  const { rollout, service } = split;
  const draft = drafts[router](split);
  return {
    id: 'routed',
    title: draft.title,
    writes: [...strategyWrites(rollout, draft), ...draft.writes],
    objects: draft.objects,
    traffic: draft.traffic,
    ports: portsOf(service, draft.port),
    look: [
      `kubectl argo rollouts get rollout ${rollout.name}${whereOf(graph, rollout)}: Healthy, and no event TrafficRoutingError.`,
      ...draft.look(whereOf(graph, service)),
    ],
  };
}

/**
 * The missing destinations of the router: a Service for the canary, or two subsets. They are added before the route and removed after
 * it, because a sync prunes before it applies, and a sidecar that receives a route before its subset responds with 503.
 */
export function targetObjects(
  graph: Graph,
  workload: Workload,
  rollout: Resource,
  router: Exclude<MigrationRouter, 'none'>,
): readonly NewObject[] {
  const split = splitOf(graph, { ...workload, rollout }, router);
  const { service, canary } = split;
  if (router === 'istio-subset') return subsetsRuleOf(graph, service) ? [] : [subsetsRule(split)];
  const isThere = graph
    .withManifestName({ ...kinds.service, name: canary })
    .some((one) => graph.areDeployedTogether(one, service));
  return isThere ? [] : [canaryService(service, canary, router)];
}

/** The same for an existing Rollout. */
export function targetsStep(
  graph: Graph,
  workload: Workload,
  router: Exclude<MigrationRouter, 'none'>,
): StepDraft {
  const objects = targetObjects(graph, workload, workload.rollout!, router);
  return {
    id: 'targets',
    title: 'what the router will split between',
    writes: [],
    objects,
    look: ['Requests are answered as before: nothing leads there yet.'],
  };
}

function splitOf(
  graph: Graph,
  { deployment, rollout, service, routes }: Workload,
  router: MigrationRouter,
): SplitToAdd {
  if (!rollout) throw new Error('The Rollout comes before its router.');
  if (!service)
    throw new Refusal(
      `No Service selects the pods of Deployment "${deployment.name}", so there are no requests to split; add one, or use: --router none`,
    );
  const canary = serviceField(rollout, 'canary').text ?? canaryOf(service);
  const found = routes.get(router === 'istio-subset' ? 'istio-host' : router) ?? [];
  return { graph, rollout, service, canary, routes: found };
}

/** Adds both destinations to the route, with all requests to the stable one; undefined if it has them, or if the commit of the Rollout adds them. */
export function splitStep(
  graph: Graph,
  workload: Workload,
  router: Exclude<MigrationRouter, 'none'>,
): StepDraft | undefined {
  const { ahead, writes, objects } = drafts[router](splitOf(graph, workload, router));
  if (ahead === undefined || writes.length + objects.length === 0) return undefined;
  return { id: 'split', title: ahead, writes, objects, look: ['Requests are answered as before.'] };
}

/** The ports of a Service, beginning with the one that is split. */
function portsOf(service: Resource, first: unknown): readonly unknown[] {
  const all = ports(service);
  const own = all.filter((port) => first !== undefined && port.at('port').value === first);
  return [...own, ...all.filter((port) => !own.includes(port))].map(({ value }): unknown => value);
}

const keys = {
  'istio-host': 'istio',
  'istio-subset': 'istio',
  alb: 'alb',
  nginx: 'nginx',
  gateway: 'plugins',
} as const satisfies Record<keyof typeof drafts, RouterKey>;

/** The fields of `trafficRouting` for this router. */
export function strategyKeys(router: keyof typeof drafts): readonly string[] {
  return [keys[router], 'managedRoutes', 'maxTrafficWeight'];
}

/** The router settings of a Rollout, as the constructs and `new` write them. */
function strategyWrites(rollout: Resource, draft: RouteDraft): readonly Write[] {
  const canary = strategyOf(rollout, draft);
  return ['stableService', 'canaryService', 'trafficRouting'].flatMap((key) => {
    const value = withPort(canary[key], draft.port);
    return value === undefined
      ? []
      : [{ resource: rollout, path: ['spec', 'strategy', 'canary', key], value }];
  });
}

function strategyOf(rollout: Resource, { traffic }: RouteDraft): Readonly<Record<string, unknown>> {
  const pod = { workloadRef: { name: rollout.name, labels: { app: rollout.name } } };
  const { spec } = canaryManifests(rollout.name, { pod, ports: [anyPort], traffic, steps: migratedSteps })
    .rollout as unknown as {
    spec: { strategy: { canary: Readonly<Record<string, unknown>> } };
  };
  return spec.strategy.canary;
}

/** The settings of a plugin, for a Rollout that already has a router. */
export function pluginWrites(
  graph: Graph,
  workload: Workload,
  router: 'gateway',
  plugin: string,
): readonly Write[] {
  const { rollout, ...split } = splitOf(graph, workload, router);
  const { trafficRouting } = strategyOf(rollout, drafts[router]({ rollout, ...split })) as {
    readonly trafficRouting: { readonly plugins: Readonly<Record<string, unknown>> };
  };
  const path = ['spec', 'strategy', 'canary', 'trafficRouting', 'plugins', plugin];
  return [{ resource: rollout, path, value: trafficRouting.plugins[plugin] }];
}

function canaryService(service: Resource, name: string, router: MigrationRouter): NewObject {
  const copy = copyableService(service, name);
  const fit =
    router === 'alb'
      ? 'NodePort for the same pods, or ClusterIP if the Ingress has target-type "ip".'
      : router === 'istio-host'
        ? 'ClusterIP for the same pods, or split by subsets: --router istio-subset'
        : 'ClusterIP for the same pods.';
  if (!copy)
    throw new Refusal(
      `Service "${service.name}" has an address or a load balancer of its own, so no second one can be written like it; add a Service "${name}" of type ${fit}`,
    );
  return { beside: service, file: 'service-canary.yaml', value: copy.value };
}
