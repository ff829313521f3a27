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
  leadsToBoth,
  selectedRoutes,
  undecidedProtocols,
  type VirtualServiceReference,
  virtualServices,
} from '../../../rollouts/routers/istio.js';
import { routedBy } from '../../../rollouts/routers/router.js';
import { lastingTarget } from '../lasting-target.js';
import { allOf } from '../words.js';

/** A VirtualService in which a Rollout splits traffic. */
export interface Split {
  readonly rollout: Resource;
  readonly reference: VirtualServiceReference;
  readonly virtualService: Resource;
  /** The sections in which it leaves open what to split. The controller refuses it. */
  readonly undecided: readonly Protocol[];
  /** Whether it chooses a route that is not there. istio/route-exists tells which. */
  readonly isAstray: boolean;
  /** The routes that the Rollout surely splits. */
  readonly routes: readonly SplitRoute[];
}

/** One route whose weights the controller sets. It is kept, and holds no field that would keep its document. */
export class SplitRoute {
  constructor(
    readonly split: Split,
    readonly protocol: Protocol,
    readonly index: Field['key'],
    /** Whether both sides have a name, and it leads to both. */
    readonly isSound: boolean,
  ) {}

  get route(): Field {
    return this.split.virtualService.at('spec', this.protocol, this.index);
  }

  /** How messages call it. */
  get title(): string {
    return routeTitle(this.protocol, this.route);
  }

  /** Whether it is this one of the routes of its VirtualService. */
  isAt(protocol: Protocol, index: Field['key']): boolean {
    return protocol === this.protocol && index === this.index;
  }
}

/** The VirtualServices that Rollouts name, as far as they were found; several where one is deployed several ways. */
export const splits = memoize((graph: Graph): readonly Split[] => {
  const all: Split[] = [];
  for (const rollout of routedBy(istio, graph.rollouts))
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

/** The routes that lead to both sides. The others are not shifted. */
export function soundRoutes({ routes }: Split): readonly SplitRoute[] {
  return routes.filter(({ isSound }) => isSound);
}

/** The VirtualServices in which Rollouts split traffic, and which Rollouts do. */
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

/** The splits of Rollouts with steps that add header or mirror routes. */
export const splitsWithAddedRoutes = memoize((graph: Graph): readonly Split[] =>
  splits(graph).filter(({ rollout }) => steps(rollout).some((step) => routeSet(step) !== undefined)),
);

/** The sound routes that are split for one Rollout only. Of the others nobody knows whose weights they have. */
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

/** A host with the namespace that it is written in. */
export function written(graph: Graph, host: Field): WrittenHost {
  return { host: host.text ?? '', namespace: graph.namespace(host.resource) };
}

/** Whether a ServiceEntry makes a host known where it is written. */
export function hasServiceEntry(graph: Graph, host: Field): boolean {
  const namespace = graph.namespace(host.resource);
  return serviceEntriesOf(graph, host).some((entry) => isExportedTo(graph, entry, namespace));
}

/** The ServiceEntries that have a host, wherever they are exported to. */
export function serviceEntriesOf(graph: Graph, host: Field): readonly Resource[] {
  const { all, wildcards } = serviceEntryHosts(graph);
  return [fullHost(written(graph, host)), host.text ?? ''].flatMap((name) => {
    const candidates = name.startsWith('*') ? [...all.keys()] : wildcards;
    const fitting = candidates.filter((other) => other !== name && hostsOverlap(other, name));
    return [name, ...fitting].flatMap((other) => all.get(other) ?? []);
  });
}

const serviceEntryHosts = memoize((graph: Graph) => {
  const all = new Map<string, Resource[]>();
  for (const entry of graph.ofKind('ServiceEntry', istioGroup))
    for (const host of entry.at('spec', 'hosts').items)
      append(all, detach(fullHost(written(graph, host))), entry);
  return { all, wildcards: [...all.keys()].filter((host) => host.startsWith('*')) };
});

/** Whether objects of Istio in a namespace see one that may be exported to some namespaces only; yes where that is not known. */
export function isExportedTo(graph: Graph, resource: Resource, namespace: string | undefined): boolean {
  const targets = exportedTo(resource, graph.namespace(resource));
  return (
    targets === undefined || namespace === undefined || targets.includes('*') || targets.includes(namespace)
  );
}

/** The Service that DNS finds by a host that Istio does not complete; only where its namespace is known to be the one named. */
export function partiallyNamed(graph: Graph, host: Field): Resource | undefined {
  const to = serviceOfPartialHost(host.text ?? '');
  const service = to && graph.find({ from: host, to });
  return service && graph.namespace(service) === to?.namespace ? service : undefined;
}

/** Two manifests of one Rollout, for two clusters perhaps, or two Rollouts that never meet. */
export function areApart(graph: Graph, left: Resource, right: Resource): boolean {
  const [a, b] = [graph.namespace(left), graph.namespace(right)];
  const isSame = left.name === right.name && (a === b || a === undefined || b === undefined);
  return isSame || !graph.areDeployedTogether(left, right);
}

/** Words for a message: all of them, unless they are too many. */
export function listed(words: readonly string[], none: string): string {
  const distinct = [...new Set(words)];
  if (distinct.length === 0) return none;
  const shown = distinct.length > 8 ? [...distinct.slice(0, 8), `${distinct.length - 8} more`] : distinct;
  return allOf(shown);
}
