import type { Graph } from '../../repository/graph/graph.js';
import { kinds } from '../../kubernetes/objects/object.js';
import { firstLabel } from '../../kubernetes/kinds/host.js';
import { serviceField, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { copyableService } from '../../kubernetes/kinds/service.js';
import { routes as routesOf } from '../../kubernetes/kinds/virtual-service.js';
import { canaryManifests } from '../../constructs/manifests/canary.js';
import { fromExisting } from '../../constructs/manifests/manifest.js';
import { IstioTraffic } from '../../constructs/manifests/traffic.js';
import type { Write } from '../../model/fix.js';
import type { Resource } from '../../model/resource.js';
import { leftStep } from './left.js';
import { Refusal } from './refusal.js';
import { workloadProps } from './routes/istio.js';
import { type StepDraft, whereOf } from './step.js';
import { isHostOf, subsets, subsetsRuleOf, type Workload } from './workload.js';

/**
 * The next step from a split between two Services to one between two subsets; undefined after the last step, and if there is no such split.
 * The Service that callers use is the stable one. The controller makes it select only stable pods, so a subset of it would never have a
 * canary pod. The subsets therefore belong to a new Service, whose selector the controller does not change.
 */
export function exchangeStep(graph: Graph, workload: Workload): StepDraft | undefined {
  const { rollout } = workload;
  if (!rollout) return undefined;
  const istio = trafficRouting(rollout).at('istio');
  const stable = serviceField(rollout, 'stable').text;
  if (!istio.exists || stable === undefined) return undefined;
  const split = splitService(graph, rollout, stable);
  if (istio.at('destinationRule').exists) return split && leftStep(graph, rollout, stable);
  if (split) return exchangedStep(graph, workload, rollout, stable, split);
  return subsetsStep(graph, rollout, stable);
}

function podsServiceName(stable: string): string {
  return `${stable}-pods`;
}

/** The Service of the subsets, if it exists with its DestinationRule. */
function splitService(graph: Graph, rollout: Resource, stable: string): Resource | undefined {
  const service = serviceCalled(graph, rollout, podsServiceName(stable));
  return service && subsetsRuleOf(graph, service) ? service : undefined;
}

function serviceCalled(graph: Graph, rollout: Resource, name: string): Resource | undefined {
  return graph
    .withManifestName({ ...kinds.service, name })
    .find((one) => graph.areDeployedTogether(one, rollout));
}

function subsetsStep(graph: Graph, rollout: Resource, stable: string): StepDraft {
  const name = podsServiceName(stable);
  const service = serviceCalled(graph, rollout, stable);
  if (!service)
    throw new Refusal(
      `Rollout "${rollout.name}" names Service "${stable}", which is not in the given files.`,
    );
  if (serviceCalled(graph, rollout, name))
    throw new Refusal(
      `Service "${name}" is there already, without a DestinationRule with the subsets "stable" and "canary"; add that by hand, or rename the Service.`,
    );
  const copy = copyableService(service, name);
  if (!copy)
    throw new Refusal(
      `Service "${stable}" has an address or a load balancer of its own, so no second one can be written like it; add a Service "${name}" of type ClusterIP for the same pods, with a DestinationRule that has the subsets "stable" and "canary".`,
    );
  return {
    id: 'subsets',
    title: `the Service ${name} and its two subsets`,
    writes: [],
    objects: [
      { beside: service, file: 'service-pods.yaml', value: copy.value },
      {
        beside: service,
        file: 'destinationrule.yaml',
        value: manifestsOf(rollout, name, service.namespace).destinationRule!,
      },
    ],
    look: [
      `kubectl get endpointslices -l kubernetes.io/service-name=${name}${whereOf(graph, service)}: all pods of the Rollout. Nothing leads there yet.`,
    ],
  };
}

function manifestsOf(
  rollout: Resource,
  name: string,
  namespace?: string,
): ReturnType<typeof canaryManifests> {
  const traffic = IstioTraffic.subsets({ service: fromExisting(name), ...subsets });
  return canaryManifests(name, { ...workloadProps(rollout), traffic }, { namespace });
}

/** Changes the route and the Rollout in one commit, because the controller only accepts the destinations that the Rollout names. */
function exchangedStep(
  graph: Graph,
  { routes }: Workload,
  rollout: Resource,
  stable: string,
  service: Resource,
): StepDraft {
  const [virtualService, another] = [...routes.values()].flat();
  const istio = trafficRouting(rollout).at('istio');
  if (!virtualService || another || istio.at('virtualService', 'name').text !== virtualService.name)
    throw new Refusal(
      `Rollout "${rollout.name}" splits by one VirtualService, and nothing else may lead to Service "${stable}" when its subsets take over; found: ${
        [...routes.values()]
          .flat()
          .map(({ kind, name }) => `${kind} "${name}"`)
          .join(', ') || 'none'
      }.`,
    );
  const rule = subsetsRuleOf(graph, service)!;
  const made = manifestsOf(rollout, rule.name).rollout as unknown as {
    spec: { strategy: { canary: { trafficRouting: { istio: { destinationRule: object } } } } };
  };
  const where = whereOf(graph, rollout);
  return {
    id: 'exchanged',
    title: `Istio splits between two subsets of the Service ${service.name}`,
    writes: [
      ...redirections(graph, virtualService, rollout, stable, service),
      {
        resource: rollout,
        path: [...istio.path, 'destinationRule'],
        value: made.spec.strategy.canary.trafficRouting.istio.destinationRule,
      },
    ],
    objects: [],
    look: [
      `kubectl get destinationrule ${rule.name}${where} -o yaml: both subsets have rollouts-pod-template-hash.`,
      `kubectl argo rollouts get rollout ${rollout.name}${where}: Healthy, and no event TrafficRoutingError after the sync.`,
    ],
  };
}

/** Points each side of the split to its subset of the new Service. */
function redirections(
  graph: Graph,
  virtualService: Resource,
  rollout: Resource,
  stable: string,
  service: Resource,
): readonly Write[] {
  const sides = [
    [serviceCalled(graph, rollout, stable), subsets.stableSubset],
    [serviceCalled(graph, rollout, serviceField(rollout, 'canary').text ?? ''), subsets.canarySubset],
  ] as const;
  return sides.flatMap(([side, subset]): readonly Write[] => {
    const all = routesOf(virtualService).flatMap(({ route, protocol }) =>
      route.at('route').items.map((item) => ({ destination: item.at('destination'), protocol })),
    );
    const its = all.filter(({ destination }) => side && isHostOf(destination.at('host').text, side));
    const [first, second] = its;
    const host = first?.destination.at('host').text;
    if (!first || second || first.protocol !== 'http' || host === undefined)
      throw new Refusal(
        `VirtualService "${virtualService.name}" leads to the ${subset} Service of Rollout "${rollout.name}" ${its.length} times, but only a VirtualService with one HTTP route that leads to each Service once can be exchanged; join the routes first.`,
      );
    const { path } = first.destination;
    return [
      {
        resource: virtualService,
        path: [...path, 'host'],
        value: host.replace(firstLabel(host), service.name),
      },
      { resource: virtualService, path: [...path, 'subset'], value: subset },
    ];
  });
}
