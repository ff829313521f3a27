import type { Graph } from '../../repository/graph/graph.js';
import { hostnames } from '../../kubernetes/kinds/gateway-route.js';
import { serviceField, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { gatewayPlugin } from '../../rollouts/routers/gateway-api/plugin.js';
import { canaryAnnotations, canaryIngressName, stableIngresses } from '../../rollouts/routers/nginx.js';
import type { Resource } from '../../model/resource.js';
import { annotationsOf, routeOfIngress } from './ingress-route.js';
import { type AskedGateway, parentsOf } from './parent-gateway.js';
import { Refusal } from './refusal.js';
import { pluginWrites, splitStep } from './routed.js';
import { type StepDraft, whereOf } from './step.js';
import { checkName, type Workload } from './workload.js';

/** What the migration to the Gateway API needs besides the edited files. */
export interface GatewayContext {
  /** All rendered objects: a Gateway is seldom in the chart of a service. */
  readonly deployed: Graph;
  readonly gateway: AskedGateway | undefined;
}

/**
 * The next step from ingress-nginx to the Gateway API; undefined after the last step, and without an Ingress. The route is added first.
 * Then the controller writes the route and the Ingress, so callers can move at any time. The Ingress is removed last, together with the
 * `nginx` section of the Rollout: an Ingress that the controller no longer writes would bypass the split.
 */
export function gatewayInsteadStep(
  graph: Graph,
  workload: Workload,
  context: GatewayContext,
): StepDraft | undefined {
  const { rollout, routes } = workload;
  const nginx = rollout && trafficRouting(rollout).at('nginx');
  if (!rollout || !nginx?.exists) return undefined;
  const ingress = theIngress(graph, workload, rollout);
  if ((routes.get('gateway') ?? []).length === 0) return routeStep(graph, rollout, ingress, context);
  const split = splitStep(graph, workload, 'gateway');
  if (split) return split;
  if (!trafficRouting(rollout).at('plugins', gatewayPlugin).exists) return bothStep(graph, workload, rollout);
  return nginxGoneStep(graph, workload, rollout, ingress);
}

/** The only Ingress of the Rollout; no other Rollout may use it. */
function theIngress(graph: Graph, { service, routes }: Workload, rollout: Resource): Resource {
  const { name } = rollout;
  const stable = serviceField(rollout, 'stable').text;
  if (stable === undefined || service?.name !== stable || !serviceField(rollout, 'canary').exists)
    throw new Refusal(
      `Rollout "${name}" has to name its stable and its canary Service, and callers have to know the stable one; choose it: --service ${stable ?? 'NAME'}`,
    );
  const names = new Set(stableIngresses(rollout).map(({ to }) => to.name));
  const all = (routes.get('nginx') ?? []).filter((one) => graph.areDeployedTogether(one, rollout));
  const [ingress, another] = all;
  if (!ingress || another || names.size !== 1 || !names.has(ingress.name))
    throw new Refusal(
      `One Ingress has to lead to Service "${stable}" and to be the one that Rollout "${name}" names; found: ${all.map((one) => `"${one.name}"`).join(', ') || 'none'}. Join them, or move them by hand as docs/moving-to-gateway-api.md tells.`,
    );
  checkName(ingress);
  const peer = graph.rollouts.find(
    (one) =>
      one !== rollout &&
      graph.areDeployedTogether(one, rollout) &&
      stableIngresses(one).some(({ to }) => to.name === ingress.name),
  );
  if (peer)
    throw new Refusal(
      `Ingress "${ingress.name}" is that of Rollout "${peer.name}", too; give each an Ingress of its own first.`,
    );
  if (graph.isPatchedByHand(ingress, []))
    throw new Refusal(
      `Patches of kustomizations change Ingress "${ingress.name}", and would change no HTTPRoute; write its hosts and paths without patches first, or the HTTPRoute by hand.`,
    );
  return ingress;
}

function routeStep(
  graph: Graph,
  rollout: Resource,
  ingress: Resource,
  { deployed, gateway }: GatewayContext,
): StepDraft {
  const nginx = trafficRouting(rollout).at('nginx');
  const { prefix } = canaryAnnotations(rollout);
  const own = ['additionalIngressAnnotations', 'canaryIngressAnnotations'].filter(
    (key) => nginx.at(key).exists,
  );
  if (own.length > 0)
    throw new Refusal(
      `Rollout "${rollout.name}" has ${own.join(' and ')}, by which ingress-nginx chooses requests for the canary and an HTTPRoute does not; remove them, and use setHeaderRoute where the Gateway API splits.`,
    );
  const { decisive, notes } = annotationsOf(ingress, prefix);
  if (decisive.length > 0)
    throw new Refusal(
      `Annotations of Ingress "${ingress.name}" decide how ingress-nginx answers, and an HTTPRoute that is made of it would answer in another way; write the HTTPRoute by hand, with filters or policies of your implementation, leading to Service "${serviceField(rollout, 'stable').text ?? ''}", and run this again. It is about:`,
      decisive,
    );
  const namespace = graph.namespace(rollout) ?? deployed.namespace(rollout);
  const parents = parentsOf(deployed, ingress, namespace, gateway);
  const sides = {
    stable: serviceField(rollout, 'stable').text!,
    canary: serviceField(rollout, 'canary').text!,
  };
  const where = whereOf(graph, ingress);
  return {
    id: 'route',
    title: `the HTTPRoute ${ingress.name} beside the Ingress`,
    writes: [],
    objects: [
      { beside: ingress, file: 'httproute.yaml', value: routeOfIngress(graph, ingress, sides, parents) },
    ],
    notes: [...notes, ...tlsNotes(ingress)],
    look: [
      `kubectl describe httproute ${ingress.name}${where}: Accepted and ResolvedRefs are True. No caller comes by it yet: try it at the address of the Gateway, with curl --resolve.`,
      'Before the next step the controller needs the plugin argoproj-labs/gatewayAPI in the ConfigMap argo-rollouts-config, and the right to get, list and update httproutes; without them no update makes progress.',
    ],
  };
}

function tlsNotes(ingress: Resource): readonly string[] {
  const tls = ingress.at('spec', 'tls');
  const secrets = tls.items.flatMap((item) => item.at('secretName').text ?? []);
  return tls.exists
    ? [
        `TLS ends at the listener of the Gateway, with a certificate of its own${secrets.length > 0 ? `; that of the Ingress is in Secret ${secrets.map((name) => `"${name}"`).join(', ')}` : ''}. ingress-nginx redirects plain HTTP to HTTPS; let a route at a listener of plain HTTP do that.`,
      ]
    : [];
}

/** Adds the route to the Rollout, and the entries for it to the Application. */
function bothStep(graph: Graph, workload: Workload, rollout: Resource): StepDraft {
  const { name } = rollout;
  const where = whereOf(graph, rollout);
  return {
    id: 'both',
    title: 'the Rollout writes the Ingress and the HTTPRoute',
    writes: pluginWrites(graph, workload, 'gateway', gatewayPlugin),
    objects: [],
    look: [
      `kubectl argo rollouts get rollout ${name}${where}: Healthy, and no event TrafficRoutingError after the sync.`,
      'Make one update, and compare the shares of both entrances.',
      'Behind that, move DNS to the address of the Gateway, and wait until ingress-nginx gets no more requests (nginx_ingress_controller_requests), for longer than the TTL. Updates are possible all the time.',
    ],
  };
}

/** One commit for both: the controller rejects a Rollout without its Ingress, and an Ingress without the Rollout bypasses the split. */
function nginxGoneStep(graph: Graph, { routes }: Workload, rollout: Resource, ingress: Resource): StepDraft {
  const served = new Set(
    (routes.get('gateway') ?? []).flatMap((route) => hostnames(route).items.map(({ text }) => text)),
  );
  const hosts = ingress.at('spec', 'rules').items.flatMap((rule) => rule.at('host').text ?? []);
  const missing = served.size === 0 ? [] : hosts.filter((host) => !served.has(host));
  if (missing.length > 0)
    throw new Refusal(
      `Ingress "${ingress.name}" is for ${missing.map((host) => `"${host}"`).join(', ')}, which no HTTPRoute to the Service is for; add the hosts to it first.`,
    );
  const { decisive, notes } = annotationsOf(ingress, canaryAnnotations(rollout).prefix);
  const called = canaryIngressName(rollout, ingress.name);
  const where = whereOf(graph, ingress);
  return {
    id: 'nginx-gone',
    title: 'the Rollout leaves ingress-nginx, and the Ingress goes',
    writes: [{ resource: rollout, path: trafficRouting(rollout).at('nginx').path, value: undefined }],
    objects: [],
    removed: [ingress],
    notes: [
      'Merge this when ingress-nginx gets no more requests: callers that come by its address get 404 from then on.',
      ...decisive.map((one) => `Annotation ${one} goes with the Ingress.`),
      ...notes,
    ],
    look: [
      `kubectl delete ingress ${called}${where}: the controller made it for the canary, no repository has it, and nothing else deletes it before the Rollout goes.`,
      `kubectl get httproute ${ingress.name}${where} -o yaml: weights 100 and 0.`,
    ],
  };
}
