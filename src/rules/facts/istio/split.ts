import { memoize } from '../../../model/memo.js';
import type { RolloutsVersion } from '../../../kubernetes/objects/version.js';
import type { Graph } from '../../../repository/graph/graph.js';
import {
  fullHost,
  hostsOverlap,
  serviceOfPartialHost,
  type WrittenHost,
} from '../../../kubernetes/kinds/host.js';
import { steps } from '../../../kubernetes/kinds/rollout.js';
import { routeSet } from '../../../kubernetes/kinds/steps.js';
import {
  exportedTo,
  istioGroup,
  type Protocol,
  routeTitle,
} from '../../../kubernetes/kinds/virtual-service.js';
import { byFixedOrder } from '../../../model/fixed-order.js';
import type { Field } from '../../../model/field.js';
import { append } from '../../../model/multimap.js';
import type { Resource } from '../../../model/resource.js';
import { detach } from '../../../yaml/parse/characters.js';
import istio, {
  selectedRoutes,
  undecidedProtocols,
  type VirtualServiceReference,
  virtualServices,
} from '../../../rollouts/routers/istio.js';
import { leadsToBoth } from '../../../rollouts/routers/istio/sides.js';
import { rolloutsRoutedBy } from '../../../rollouts/routers/router.js';
import { lastingTarget } from '../lasting-target.js';
import { allOf } from '../words.js';

/** A VirtualService in which a Rollout splits traffic. */
export interface Split {
  readonly rollout: Resource;
  readonly reference: VirtualServiceReference;
  readonly virtualService: Resource;
  /** The sections with an ambiguous route, for which the controller refuses the VirtualService. */
  readonly undecided: readonly Protocol[];
  /** Whether it names a route that does not exist; see istio/route-exists. */
  readonly isAstray: boolean;
  /** The routes that the Rollout certainly splits. */
  readonly routes: readonly SplitRoute[];
}

/** A route whose weights the controller sets. It is cached, so it holds no field that would keep a document in memory. */
export class SplitRoute {
  constructor(
    readonly split: Split,
    readonly protocol: Protocol,
    readonly index: Field['key'],
    /** Whether both sides have a name, and the route leads to both. */
    readonly isSound: boolean,
  ) {}

  get route(): Field {
    return this.split.virtualService.at('spec', this.protocol, this.index);
  }

  /** Its name in messages. */
  get title(): string {
    return routeTitle(this.protocol, this.route);
  }

  /** Whether it is the route at this index of its VirtualService. */
  isAt(protocol: Protocol, index: Field['key']): boolean {
    return protocol === this.protocol && index === this.index;
  }
}

/** The VirtualServices that Rollouts name, if found; several if one is deployed in several variants. */
export const splits = memoize((graph: Graph): readonly Split[] => {
  const all: Split[] = [];
  for (const rollout of rolloutsRoutedBy(istio, graph.rollouts))
    for (const reference of virtualServices(rollout, graph.rolloutsVersion))
      for (const virtualService of graph.resolve(reference).found)
        all.push(splitOf(rollout, reference, virtualService, graph.rolloutsVersion));
  return all;
});

function splitOf(
  rollout: Resource,
  reference: VirtualServiceReference,
  virtualService: Resource,
  version: RolloutsVersion,
): Split {
  const entry = reference.entry.lasting;
  const from = entry.at(reference.from.key);
  const undecided = undecidedProtocols(reference, virtualService);
  const selected = selectedRoutes(reference, virtualService, version);
  const routes: SplitRoute[] = [];
  const split: Split = {
    rollout,
    reference: { entry, from, to: lastingTarget(reference.to) },
    virtualService,
    undecided,
    isAstray: selected.some(({ route }) => !route),
    routes,
  };
  for (const { protocol, route } of selected) {
    if (!route || undecided.includes(protocol)) continue;
    if (routes.some((other) => other.isAt(protocol, route.key))) continue;
    routes.push(new SplitRoute(split, protocol, route.key, leadsToBoth(rollout, route)));
  }
  return split;
}

/** The routes that lead to both sides. The controller does not shift traffic in others. */
export function soundRoutes({ routes }: Split): readonly SplitRoute[] {
  return routes.filter(({ isSound }) => isSound);
}

/** The VirtualServices in which Rollouts split traffic, with those Rollouts. */
export const splitsByVirtualService = memoize((graph: Graph): ReadonlyMap<Resource, readonly Split[]> => {
  const users = new Map<Resource, Split[]>();
  for (const split of splits(graph)) {
    const others = users.get(split.virtualService);
    if (others) others.push(split);
    else users.set(split.virtualService, [split]);
  }
  for (const its of users.values()) its.sort((left, right) => byFixedOrder(left.rollout, right.rollout));
  return users;
});

export function splitVirtualServices(graph: Graph): readonly Resource[] {
  return [...splitsByVirtualService(graph).keys()];
}

/** The splits of Rollouts with header or mirror steps. */
export const splitsWithAddedRoutes = memoize((graph: Graph): readonly Split[] =>
  splits(graph).filter(({ rollout }) => steps(rollout).some((step) => routeSet(step) !== undefined)),
);

/** The sound routes that only one Rollout splits. It is unknown whose weights the others have. */
export const ownRoutes = memoize((graph: Graph): readonly SplitRoute[] => {
  const own: SplitRoute[] = [];
  for (const split of splits(graph)) {
    const users = splitsByVirtualService(graph).get(split.virtualService) ?? [];
    for (const route of split.routes) {
      if (!route.isSound) continue;
      const isShared = users.some(
        (other) =>
          other !== split &&
          other.routes.some((its) => its.isSound && its.isAt(route.protocol, route.index)) &&
          !areApart(graph, other.rollout, split.rollout),
      );
      if (!isShared) own.push(route);
    }
  }
  return own;
});

/** A host with the namespace that it is relative to. */
export function writtenHost(graph: Graph, host: Field): WrittenHost {
  return { host: host.text ?? '', namespace: graph.namespace(host.resource) };
}

/** Whether a ServiceEntry defines a host that is visible there. */
export function hasServiceEntry(graph: Graph, host: Field): boolean {
  const namespace = graph.namespace(host.resource);
  return serviceEntriesOf(graph, host).some((entry) => isExportedTo(graph, entry, namespace));
}

/** The ServiceEntries with a host, wherever they are exported to. */
export function serviceEntriesOf(graph: Graph, host: Field): readonly Resource[] {
  const { all, wildcards } = serviceEntryHosts(graph);
  return [fullHost(writtenHost(graph, host)), host.text ?? ''].flatMap((name) => {
    const candidates = name.startsWith('*') ? [...all.keys()] : wildcards;
    const fitting = candidates.filter((other) => other !== name && hostsOverlap(other, name));
    return [name, ...fitting].flatMap((other) => all.get(other) ?? []);
  });
}

const serviceEntryHosts = memoize((graph: Graph) => {
  const all = new Map<string, Resource[]>();
  for (const entry of graph.ofKind('ServiceEntry', istioGroup))
    for (const host of entry.at('spec', 'hosts').items)
      append(all, detach(fullHost(writtenHost(graph, host))), entry);
  return { all, wildcards: [...all.keys()].filter((host) => host.startsWith('*')) };
});

/** Whether Istio objects in a namespace see a resource whose export may be limited; true if unknown. */
export function isExportedTo(graph: Graph, resource: Resource, namespace: string | undefined): boolean {
  const targets = exportedTo(resource, graph.namespace(resource));
  return (
    targets === undefined || namespace === undefined || targets.includes('*') || targets.includes(namespace)
  );
}

/**
 * The Service that DNS finds by a name such as `web.shop`, which Istio does not complete; only if the namespace in the name is
 * known.
 */
export function partiallyNamed(graph: Graph, host: Field): Resource | undefined {
  const to = serviceOfPartialHost(host.text ?? '');
  const service = to && graph.find({ from: host, to });
  return service && graph.namespace(service) === to?.namespace ? service : undefined;
}

/** Whether two manifests of one Rollout may be for two clusters, or two Rollouts never share a cluster. */
export function areApart(graph: Graph, left: Resource, right: Resource): boolean {
  const [a, b] = [graph.namespace(left), graph.namespace(right)];
  const isSame = left.name === right.name && (a === b || a === undefined || b === undefined);
  return isSame || !graph.areDeployedTogether(left, right);
}

/** All words for a message, unless there are too many. */
export function listedOr(words: readonly string[], none: string): string {
  const distinct = [...new Set(words)];
  if (distinct.length === 0) return none;
  const shown = distinct.length > 8 ? [...distinct.slice(0, 8), `${distinct.length - 8} more`] : distinct;
  return allOf(shown);
}
