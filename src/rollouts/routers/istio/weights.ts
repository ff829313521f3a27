import { memoizeAnswers } from '../../../model/memo.js';
import { ControllerError } from '../../../kubernetes/objects/controller-error.js';
import type { IstioVirtualServiceEntry } from '../../../kubernetes/objects/rollout-object.js';
import type { WeightDestination } from '../../../kubernetes/objects/rollout-status.js';
import { isAtLeast, type RolloutsVersion } from '../../../kubernetes/objects/version.js';
import { type Protocol, protocols } from '../../../kubernetes/kinds/virtual-service.js';
import { orNone, type RoutingPass } from '../reconciler.js';
import { checkRoutes, namedRoutes, select } from './routes.js';
import { roleIn, serviceNameOf, destinationNames, stableWeight, type DestinationNames } from './split.js';
import {
  managedNames,
  section,
  weightedDestination,
  withSection,
  type Destination,
  type Route,
  type VirtualServiceObject,
} from './virtual-service.js';

/** One change of a destination, by its index in the route before all changes. */
interface Patch {
  readonly protocol: Protocol;
  readonly route: number;
  readonly destination: number;
  readonly weight: number;
  readonly host: string;
  readonly isRemoval: boolean;
}

/**
 * A VirtualService with the desired weights of the canary and the experiments; undefined when nothing changes. An absent weight
 * counts as 0 and stays absent while 0 is desired.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go (reconcileVirtualService)
 */
export function withWeights(
  { rollout, version }: RoutingPass,
  entry: IstioVirtualServiceEntry,
  virtualService: VirtualServiceObject,
  canaryWeight: number,
  experiments: readonly WeightDestination[],
): VirtualServiceObject | undefined {
  // Most passes find the result of the pass before.
  const { stablePingPong } = rollout.status?.canary ?? {};
  const asked = [entry, rollout.spec, stablePingPong, version, canaryWeight, orNone(experiments)];
  return weightsKnown(virtualService, asked, () =>
    weightsSet({ rollout, version }, entry, virtualService, canaryWeight, experiments),
  );
}

const weightsKnown = memoizeAnswers<VirtualServiceObject, VirtualServiceObject | undefined>();

function weightsSet(
  { rollout, version }: Pick<RoutingPass, 'rollout' | 'version'>,
  entry: IstioVirtualServiceEntry,
  virtualService: VirtualServiceObject,
  canaryWeight: number,
  experiments: readonly WeightDestination[],
): VirtualServiceObject | undefined {
  const split = destinationNames(rollout, version);
  const sections = protocols.flatMap((protocol) => {
    const routes = section(virtualService, protocol);
    return routes ? [{ protocol, routes }] : [];
  });
  for (const section of sections) checkRoutes(rollout, split, entry, section, version);

  const patches = sections.flatMap(({ protocol, routes }) =>
    routesToPatch(protocol, entry, routes, managedNames(rollout) ?? [], version).flatMap((route) =>
      patchesOf(split, routes[route]?.route ?? [], canaryWeight, experiments, version).map(
        ({ destination, weight, host, isRemoval }) => ({
          protocol,
          route,
          destination,
          weight,
          host,
          isRemoval,
        }),
      ),
    ),
  );
  if (patches.length === 0) return undefined;

  const patched = new Map(sections.map(({ protocol, routes }) => [protocol, [...routes]]));
  for (const patch of removalsFirst(patches, version)) apply(patch, patched.get(patch.protocol) ?? []);
  return [...patched].reduce(
    (result, [protocol, routes]) => (routes.length === 0 ? result : withSection(result, protocol, routes)),
    virtualService,
  );
}

/**
 * The selected routes, and the mirror routes among the managed ones. The latter count as if the entry named them, so an entry
 * without names then selects nothing else.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go (generateVirtualServicePatches)
 */
function routesToPatch(
  protocol: Protocol,
  entry: IstioVirtualServiceEntry,
  routes: readonly Route[],
  managed: readonly string[],
  version: RolloutsVersion,
): readonly number[] {
  if (protocol !== 'http')
    return select(protocol, entry, routes, version).flatMap(({ route }) => route ?? []);
  const mirrors = routes
    .filter(({ mirror }) => mirror != null)
    .flatMap(({ name = '' }) => managed.filter((candidate) => candidate === name));
  return namedRoutes([...(entry.routes ?? []), ...mirrors], routes, version);
}

/**
 * The changes of a route. New experiments are appended in the given order, sorted by name since 1.11; before that, upstream's
 * order is random.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go (processRoutes)
 */
function patchesOf(
  split: DestinationNames,
  route: readonly Destination[],
  canaryWeight: number,
  experiments: readonly WeightDestination[],
  version: RolloutsVersion,
): readonly Omit<Patch, 'protocol' | 'route'>[] {
  const destinations = route.map(weightedDestination);
  const stable = stableWeight(split, destinations, canaryWeight, experiments, version);
  const absent = new Map(experiments.map((experiment) => [experiment.serviceName ?? '', experiment.weight]));

  const changes = destinations.map(({ host: address, subset, weight }, destination) => {
    const host = serviceNameOf(address);
    const change = (wanted: number, isRemoval = false) => ({
      destination,
      host,
      weight: wanted,
      isRemoval,
      isNeeded: wanted !== weight,
    });
    switch (roleIn(split, { host, subset }, (service) => absent.has(service))) {
      case 'canary':
        return change(canaryWeight);
      case 'stable':
        return change(stable);
      case 'experiment': {
        const wanted = absent.get(host) ?? 0;
        absent.delete(host);
        return change(wanted);
      }
      case 'other':
        return change(0, true);
      default:
        return change(weight);
    }
  });

  const added = isAtLeast(version, '1.11') ? [...absent.keys()].toSorted() : [...absent.keys()];
  return [
    ...changes,
    ...added.map((host, index) => {
      const weight = absent.get(host) ?? 0;
      const destination = destinations.length + index;
      return { destination, host, weight, isRemoval: false, isNeeded: weight !== 0 };
    }),
  ].filter(({ isNeeded }) => isNeeded);
}

/**
 * Since 1.11 removals come last, from the end. Up to 1.10 the order is kept, so a change after a removal affects the next
 * destination instead of the intended one.
 * https://github.com/argoproj/argo-rollouts/blob/9f8d111d8/rollout/trafficrouting/istio/istio.go (patchVirtualService)
 */
function removalsFirst(patches: readonly Patch[], version: RolloutsVersion): readonly Patch[] {
  if (!isAtLeast(version, '1.11')) return patches;
  const removals = patches.filter(({ isRemoval }) => isRemoval);
  return [
    ...patches.filter(({ isRemoval }) => !isRemoval),
    ...removals.sort((one, other) => other.destination - one.destination),
  ];
}

/** A change past the end appends a destination, even if it is a removal. */
function apply(
  { protocol, route: index, destination, weight, host, isRemoval }: Patch,
  routes: Route[],
): void {
  const route = routes[index];
  if (!route?.route)
    throw new ControllerError(`Invalid casting: field '${protocol}[].route' is not of type '[]interface'`);
  const destinations: Destination[] = [...route.route];
  const changed = destinations[destination];
  if (!changed) destinations.push({ weight, destination: { host } });
  else if (isRemoval) destinations.splice(destination, 1);
  else destinations[destination] = { ...changed, weight };
  routes[index] = { ...route, route: destinations };
}
