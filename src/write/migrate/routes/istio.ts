import { firstLabel } from '../../../kubernetes/kinds/host.js';
import { routes as routesOf } from '../../../kubernetes/kinds/virtual-service.js';
import { canaryManifests } from '../../../constructs/manifests/canary.js';
import { fromExisting } from '../../../constructs/manifests/manifest.js';
import type { CanaryProps } from '../../../constructs/manifests/props.js';
import { IstioTraffic } from '../../../constructs/manifests/traffic.js';
import type { Field } from '../../../model/field.js';
import type { Write } from '../../../model/fix.js';
import type { Resource } from '../../../model/resource.js';
import type { NewObject } from '../step.js';
import { Refusal } from '../refusal.js';
import { checkName, isHostOf, ruleOf, subsets, subsetsRuleOf } from '../workload.js';
import { anyPort, onlyRoute, type RouteDraft, type SplitToAdd } from './route.js';

/** Istio splits between two Services. */
export function hostRoute(split: SplitToAdd): RouteDraft {
  const { service, canary } = split;
  const { name, routeName, writes, objects } = edited(split, (host) => [
    { host },
    { host: host.replace(firstLabel(host), canary) },
  ]);
  return {
    title: `Istio splits between the Services ${service.name} and ${canary}`,
    traffic: IstioTraffic.hosts({
      stableService: fromExisting(service.name),
      canaryService: fromExisting(canary),
      virtualService: fromExisting(name),
      routeName,
    }),
    ahead: `the VirtualService ${name} leads to both`,
    writes,
    objects,
    look: (where) => [
      `kubectl get virtualservice ${name}${where} -o yaml: weights 100 and 0.`,
      `kubectl get service ${service.name} ${canary}${where} -o wide: both selectors have rollouts-pod-template-hash.`,
    ],
  };
}

/** The subsets are added before the route: a sidecar that receives a route to a missing subset responds with 503. */
export function subsetsRule({ graph, service, rollout }: SplitToAdd): NewObject {
  const known = ruleOf(graph, service);
  if (known)
    throw new Refusal(
      `DestinationRule "${known.name}" is for Service "${service.name}" already, and a second one would not be used; add the subsets "stable" and "canary" with the labels of the pods to it by hand, or split by Services: --router istio-host`,
    );
  const { destinationRule } = canaryManifests(
    service.name,
    {
      ...workloadProps(rollout),
      traffic: IstioTraffic.subsets({ service: fromExisting(service.name), ...subsets }),
    },
    { namespace: service.namespace },
  );
  return { beside: service, file: 'destinationrule.yaml', value: destinationRule! };
}

/** Istio splits between two subsets of one Service. */
export function subsetRoute(split: SplitToAdd): RouteDraft {
  const { service } = split;
  const rule = subsetsRuleOf(split.graph, service);
  if (!rule) throw new Error('The subsets come before the route.');
  checkName(rule);
  const { name, routeName, writes, objects } = edited(split, (host) => [
    { host, subset: subsets.stableSubset },
    { host, subset: subsets.canarySubset },
  ]);
  return {
    title: `Istio splits between two subsets of the Service ${service.name}`,
    traffic: IstioTraffic.subsets({
      service: fromExisting(service.name),
      virtualService: fromExisting(name),
      destinationRule: fromExisting(rule.name),
      routeName,
      ...subsets,
    }),
    ahead: `the VirtualService ${name} leads to both`,
    writes,
    objects,
    look: (where) => [
      `kubectl get virtualservice ${name}${where} -o yaml: weights 100 and 0.`,
      `kubectl get destinationrule ${rule.name}${where} -o yaml: both subsets have rollouts-pod-template-hash.`,
    ],
  };
}

/** The props of manifests for an existing Rollout. */
export function workloadProps(rollout: Resource): Pick<CanaryProps, 'pod' | 'ports'> {
  const { strings: labels } = rollout.at('spec', 'selector', 'matchLabels');
  return { pod: { workloadRef: { name: rollout.name, labels } }, ports: [anyPort] };
}

interface Edited {
  /** Of the VirtualService. */
  readonly name: string;
  readonly routeName: string;
  readonly writes: readonly Write[];
  readonly objects: readonly NewObject[];
}

type Sides = (host: string) => readonly [object, object];

/** The VirtualService with its only route to the Service split, or a new VirtualService. */
function edited(split: SplitToAdd, sides: Sides): Edited {
  if (split.routes.length === 0) return made(split, sides);
  const { service } = split;
  const virtualService = onlyRoute(split, 'VirtualService');
  const { name } = virtualService;
  const its = routesOf(virtualService).filter(({ route }) =>
    route.at('route').items.some((item) => isHostOf(item.at('destination', 'host').text, service)),
  );
  const [first, another] = its;
  if (!first || another || first.protocol !== 'http')
    throw new Refusal(
      `VirtualService "${name}" has ${its.length} routes to Service "${service.name}", but a migration splits one HTTP route; join them, or split the others by hand.`,
    );
  const { route } = first;
  const [item, second] = route.at('route').items;
  const destination = item?.at('destination');
  const host = destination?.at('host').text;
  const known = route.at('name').text;
  if (known !== undefined && host !== undefined && isSplit(route, sides(host)))
    return { name, routeName: known, writes: [], objects: [] };
  if (!item || !destination || host === undefined || second || destination.at('subset').exists)
    throw new Refusal(
      `VirtualService "${name}" splits its requests already; let its route lead to Service "${service.name}" alone first.`,
    );
  const [stable, canary] = sides(host);
  const { resource, path } = item;
  const own = destination.value as object;
  const routeName = route.at('name').text ?? 'primary';
  return {
    name,
    routeName,
    writes: [
      ...nameWrites(route, routeName, virtualService),
      ...('subset' in stable
        ? [{ resource, path: [...destination.path, 'subset'], value: stable.subset }]
        : []),
      { resource, path: [...path, 'weight'], value: 100 },
      {
        resource,
        path: [...route.path, 'route', 1],
        value: { ...(item.value as object), destination: { ...own, ...canary }, weight: 0 },
      },
    ],
    objects: [],
  };
}

/** Whether a route already leads to both sides. */
function isSplit(route: Field, sides: readonly [object, object]): boolean {
  const items = route.at('route').items.map((item) => item.at('destination'));
  return (
    items.length === 2 &&
    items.every((item, index) =>
      Object.entries(sides[index] ?? {}).every(([key, value]) => item.at(key).text === value),
    )
  );
}

function nameWrites(route: Field, name: string, virtualService: Resource): readonly Write[] {
  if (route.at('name').exists) return [];
  if (routesOf(virtualService).some((other) => other.route.at('name').text === name))
    throw new Refusal(
      `A route of VirtualService "${virtualService.name}" is named "${name}" already; give the one to the Service a name.`,
    );
  return [{ resource: route.resource, path: [...route.path, 'name'], value: name }];
}

/** A new VirtualService for callers with sidecars, which call the Service by its name. */
function made({ service, rollout }: SplitToAdd, sides: Sides): Edited {
  const isSubset = 'subset' in sides(service.name)[0];
  const props = { service: fromExisting(service.name), stableService: fromExisting(service.name) };
  const { virtualService } = canaryManifests(
    service.name,
    {
      ...workloadProps(rollout),
      traffic: isSubset ? IstioTraffic.subsets(props) : IstioTraffic.hosts(props),
    },
    { namespace: service.namespace },
  );
  return {
    name: service.name,
    routeName: 'primary',
    writes: [],
    objects: [{ beside: service, file: 'virtualservice.yaml', value: virtualService! }],
  };
}
