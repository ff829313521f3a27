import type { Graph } from '../../graph/graph.js';
import { fullHost, hostsOverlap, serviceOfPartialHost, type WrittenHost } from '../../kinds/host.js';
import { istioGroup, type Protocol, routeTitle } from '../../kinds/virtual-service.js';
import type { Field } from '../../model/field.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import istio, {
  missingSides,
  sides,
  selectedRoutes,
  undecidedProtocols,
  type VirtualServiceReference,
  virtualServices,
} from '../../routers/istio.js';
import { routedBy } from '../../routers/router.js';
import { lastingTarget, once } from '../once.js';
import { allOf } from '../words.js';

/** A VirtualService in which a Rollout splits traffic. */
export interface Split {
  readonly rollout: Resource;
  readonly reference: VirtualServiceReference;
  readonly virtualService: Resource;
}

/** The VirtualServices that Rollouts name, as far as they were found; several where one is deployed several ways. */
export const splits = once((graph): readonly Split[] =>
  routedBy(istio, graph.rollouts).flatMap((rollout) =>
    virtualServices(rollout).flatMap((reference) =>
      graph.resolve(reference).found.map((virtualService) => ({
        rollout,
        reference: {
          ...reference,
          entry: reference.entry.lasting,
          from: reference.from.lasting,
          to: lastingTarget(reference.to),
        },
        virtualService,
      })),
    ),
  ),
);

/** The VirtualServices in which Rollouts split traffic, and which Rollouts do. */
export const splitsByVirtualService = once((graph): ReadonlyMap<Resource, readonly Split[]> => {
  const users = new Map<Resource, Split[]>();
  for (const split of splits(graph)) {
    const others = users.get(split.virtualService);
    if (others) others.push(split);
    else users.set(split.virtualService, [split]);
  }
  return users;
});

export function splitVirtualServices(graph: Graph): readonly Resource[] {
  return [...splitsByVirtualService(graph).keys()];
}

/** One route whose weights the controller sets. */
export interface SplitRoute extends Split {
  readonly protocol: Protocol;
  readonly route: Field;
  /** How messages call it. */
  readonly title: string;
}

/** The routes that a Rollout surely splits. istio/routes-named reports what it leaves undecided. */
export function splitRoutes(split: Split): readonly SplitRoute[] {
  const undecided = undecidedProtocols(split.reference, split.virtualService);
  const found = selectedRoutes(split.reference, split.virtualService).flatMap(({ protocol, route }) =>
    route && !undecided.includes(protocol) ? [{ protocol, route }] : [],
  );
  const distinct = new Map(found.map((item) => [item.route.path.join('/'), item]));
  return [...distinct.values()].map(({ protocol, route }) => ({
    ...split,
    protocol,
    route,
    title: routeTitle(protocol, route),
  }));
}

/** Those that lead to both sides. istio/destinations-present reports the others. */
export function soundRoutes(split: Split): readonly SplitRoute[] {
  if (sides(split.rollout).some(({ name }) => name.text === undefined)) return [];
  return splitRoutes(split).filter(({ rollout, route }) => missingSides(rollout, route).length === 0);
}

/** Those of all Rollouts that are split for one only. istio/virtual-service-not-shared reports the others. */
export const ownRoutes = once((graph): readonly SplitRoute[] => {
  const all = splits(graph).flatMap(soundRoutes);
  const users = new Map<string, SplitRoute[]>();
  for (const splitRoute of all)
    users.set(keyOf(splitRoute), [...(users.get(keyOf(splitRoute)) ?? []), splitRoute]);
  return all
    .filter((splitRoute) =>
      users.get(keyOf(splitRoute))!.every(({ rollout }) => areApart(graph, rollout, splitRoute.rollout)),
    )
    .map((splitRoute) => ({ ...splitRoute, route: splitRoute.route.lasting }));
});

/** What tells a route from all others. */
export function keyOf({ virtualService, route }: Pick<SplitRoute, 'virtualService' | 'route'>): string {
  return `${virtualService.source.path}\n${virtualService.offset}\n${route.path.join('/')}`;
}

/** Whether fields that a finding rests on are what will be deployed: not patched, no placeholders. */
export function areFinal(graph: Graph, ...fields: readonly Field[]): boolean {
  return fields.every(
    (field) =>
      !graph.isPatched(field.resource, field.path) && !isPlaceholder(JSON.stringify(field.value ?? '')),
  );
}

/** A host with the namespace that it is written in. */
export function written(graph: Graph, host: Field): WrittenHost {
  return { host: host.text ?? '', namespace: graph.namespace(host.resource) };
}

/** Whether a ServiceEntry, of any namespace, makes a host known to the mesh. */
export function hasServiceEntry(graph: Graph, host: Field): boolean {
  const full = fullHost(written(graph, host));
  return graph
    .ofKind('ServiceEntry', istioGroup)
    .flatMap((entry) => entry.at('spec', 'hosts').items)
    .some((other) =>
      [full, host.text].some((name) => hostsOverlap(fullHost(written(graph, other)), name ?? '')),
    );
}

/** The Service that DNS finds by a host that Istio does not complete; only where its namespace is known to be the one named. */
export function partiallyNamed(graph: Graph, host: Field): Resource | undefined {
  const to = serviceOfPartialHost(host.text ?? '');
  const service = to && graph.find({ from: host, to });
  return service && graph.namespace(service) === to?.namespace ? service : undefined;
}

/** Whether two resources surely meet in one cluster: unknown namespaces are the same within one folder only. */
export function areSurelyTogether(graph: Graph, left: Resource, right: Resource): boolean {
  if (!graph.areTogether(left, right)) return false;
  const areKnown = [left, right].every((resource) => graph.namespace(resource) !== undefined);
  return areKnown || graph.beside(left, right.kind, right.group).includes(right);
}

/** Two manifests of one Rollout, for two clusters perhaps, or two Rollouts that never meet. */
export function areApart(graph: Graph, left: Resource, right: Resource): boolean {
  const isSame = left.name === right.name && graph.namespace(left) === graph.namespace(right);
  return isSame || !graph.areTogether(left, right);
}

/** Words for a message: all of them, unless they are too many. */
export function listed(words: readonly string[], none: string): string {
  const distinct = [...new Set(words)];
  if (distinct.length === 0) return none;
  const shown = distinct.length > 8 ? [...distinct.slice(0, 8), `${distinct.length - 8} more`] : distinct;
  return allOf(shown);
}
