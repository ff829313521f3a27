import { memoizeAnswers } from '../../model/memo.js';
import { ControllerError, failingIn, panic } from '../../kubernetes/objects/controller-error.js';
import type { Labels } from '../../kubernetes/objects/object.js';
import type { AlbRouting, RolloutObject, SetHeaderRoute } from '../../kubernetes/objects/rollout-object.js';
import type { WeightDestination } from '../../kubernetes/objects/rollout-status.js';
import { isAtLeast } from '../../kubernetes/objects/version.js';
import {
  actionKey,
  conditionKey,
  headerConditions,
  managedAnnotation,
  readManaged,
  rolloutAction,
  useAnnotation,
  writeManaged,
} from './alb-annotations.js';
import { verification } from './alb-verification.js';
import {
  findIngress,
  hasRuleWithService,
  notFound,
  patch,
  serviceName,
  withPaths,
  type IngressChange,
  type IngressObject,
  type IngressPath,
  type IngressSpec,
} from './ingress-object.js';
import { orNone, type Reconciler, type RoutingPass } from './reconciler.js';
import { stableAndCanary } from './stable-and-canary.js';

/**
 * AWS Application Load Balancer: what the controller changes in Ingresses. For header routes it changes their rules, for
 * everything else annotations.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/alb/alb.go
 */
export const albReconciler: Reconciler = {
  verify: verification,

  removeManagedRoutes(pass) {
    const names = managedRouteNames(pass.rollout);
    if (names.length === 0) return;
    changeEach(pass, (ingress, rollout) => withoutRoutes(ingress, rollout, names));
  },

  setHeaderRoute(pass, route) {
    changeEach(pass, (ingress, rollout) => withHeaderRoute(ingress, rollout, route));
  },

  setMirrorRoute() {
    // The load balancer does not support mirroring.
  },

  updateHash() {
    // The Services select the pods.
  },

  setWeight(pass, weight, experiments) {
    const { rollout, version } = pass;
    const { spec, metadata, status } = rollout;
    const asked = [spec, metadata.name, status?.canary?.stablePingPong, version, weight, orNone(experiments)];
    changeEach(pass, (ingress) =>
      weightsKnown(ingress, asked, () => withWeights(ingress, pass, weight, experiments)),
    );
  },
};

const weightsKnown = memoizeAnswers<IngressObject, IngressChange>();

/**
 * Changes one Ingress after the other. The first that does not change ends the call: upstream returns there, and does not look at
 * the ones after it.
 */
function changeEach(
  pass: RoutingPass,
  change: (ingress: IngressObject, rollout: RolloutObject) => IngressChange,
): void {
  const { ingresses = [], ingress = '' } = albRouting(pass.rollout);
  for (const name of ingresses.length > 0 ? ingresses : [ingress]) {
    const current = findIngress(pass, name);
    if (!current) throw notFound(name);
    const changed = change(current, pass.rollout);
    const isPatched = failingIn(`error patching alb ingress \`${name}\``, () =>
      patch(pass, current, changed),
    );
    if (!isPatched) return;
  }
}

function albRouting({ spec }: RolloutObject): Partial<AlbRouting> {
  return spec.strategy?.canary?.trafficRouting?.alb ?? {};
}

function managedRouteNames({ spec }: RolloutObject): readonly string[] {
  return (spec.strategy?.canary?.trafficRouting?.managedRoutes ?? []).map(({ name }) => name);
}

/**
 * The action of the root Service or, without one, of `stableService`. With ping-pong, requests go to the ping and pong Services
 * instead. The weights of experiments are subtracted from the stable weight, which may become negative.
 */
function withWeights(
  ingress: IngressObject,
  { rollout, version }: RoutingPass,
  weight: number,
  experiments: readonly WeightDestination[],
): IngressChange {
  const config = albRouting(rollout);
  const service = config.rootService || rollout.spec.strategy?.canary?.stableService || '';
  if (!hasRuleWithService(ingress, service))
    throw new ControllerError(`ingress does not have service \`${service}\` in rules`);

  const { stable, canary } = stableAndCanary(rollout, true);
  const targets = [
    { service: canary, weight },
    ...experiments.map((experiment) => ({
      service: experiment.serviceName ?? '',
      weight: experiment.weight,
    })),
  ];
  const rest = targets.reduce((sum, target) => sum - target.weight, 100);
  const key = actionKey(config, service);
  const action = rolloutAction(config, [...targets, { service: stable, weight: rest }]);
  if (!isAtLeast(version, '1.8')) requireAnnotations(ingress);
  const annotations = { ...ingress.metadata.annotations, [key]: action };
  return { annotations: withManagedKeys(annotations, rollout, (keys) => withManagedKey(keys, key)) };
}

/** A step without matches removes the route: action, condition and path. */
function withHeaderRoute(
  ingress: IngressObject,
  rollout: RolloutObject,
  { name = '', match = [] }: SetHeaderRoute,
): IngressChange {
  const config = albRouting(rollout);
  const keys = [actionKey(config, name), conditionKey(config, name)] as const;
  const isAdded = match.length > 0;
  const annotations = { ...ingress.metadata.annotations };
  if (isAdded) {
    const { canary } = stableAndCanary(rollout, true);
    const action = rolloutAction(config, [{ service: canary, weight: 100 }]);
    const conditions = headerConditions(match);
    annotations[keys[0]] = action;
    annotations[keys[1]] = conditions;
  } else for (const key of keys) Reflect.deleteProperty(annotations, key);

  requireAnnotations(ingress);
  const change = isAdded ? withManagedKey : withoutManagedKey;
  const desired = withManagedKeys(annotations, rollout, (managed) => keys.reduce(change, managed));
  const hasRule = hasRuleWithService(ingress, name);
  const spec =
    hasRule === isAdded
      ? ingress.spec
      : withPaths(ingress.spec, (paths) => (isAdded ? withFirst(paths, name) : withoutFirst(paths, name)));
  return { annotations: desired, spec: sortedPaths(spec, managedRouteNames(rollout)) };
}

function withoutRoutes(
  ingress: IngressObject,
  rollout: RolloutObject,
  names: readonly string[],
): IngressChange {
  const config = albRouting(rollout);
  const keys = names.flatMap((name) => [actionKey(config, name), conditionKey(config, name)]);
  const annotations = { ...ingress.metadata.annotations };
  for (const key of keys) Reflect.deleteProperty(annotations, key);

  requireAnnotations(ingress);
  return {
    annotations: withManagedKeys(annotations, rollout, (managed) => keys.reduce(withoutManagedKey, managed)),
    spec: names.reduce<IngressSpec | undefined>(
      (spec, name) => withPaths(spec, (paths) => withoutFirst(paths, name)),
      ingress.spec,
    ),
  };
}

/** Upstream writes into the map of annotations and panics if an Ingress has none; up to 1.7, also for weights. */
function requireAnnotations({ metadata }: IngressObject): void {
  if (Object.keys(metadata.annotations ?? {}).length === 0) throw panic();
}

/**
 * Annotations with an updated record of what the Rollout manages; the entries of other Rollouts stay.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/alb/alb.go (modifyManagedAnnotation)
 */
function withManagedKeys(
  annotations: Labels,
  { metadata: { name } }: RolloutObject,
  change: (keys: readonly string[]) => readonly string[],
): Labels {
  const managed = readManaged(annotations);
  const keys = change(managed?.get(name) ?? []);
  if (!managed) throw panic();
  return { ...annotations, [managedAnnotation]: writeManaged(new Map([...managed, [name, keys]])) };
}

function withManagedKey(keys: readonly string[], key: string): readonly string[] {
  return keys.includes(key) ? keys : [...keys, key];
}

/**
 * Upstream removes from the list while it iterates over it. Of two equal keys in a row the second stays, and a later one makes it
 * panic.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/alb/alb.go (removeValue)
 */
function withoutManagedKey(keys: readonly string[], key: string): readonly string[] {
  const cells = [...keys];
  let length = cells.length;
  for (let index = 0; index < cells.length; index++) {
    if (cells[index] !== key) continue;
    if (index >= length) throw panic();
    cells.copyWithin(index, index + 1, length);
    length--;
  }
  return cells.slice(0, length);
}

/**
 * Paths with that of a header route first; upstream assumes that there are others.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/ingress/wrapper.go (CreateAnnotationBasedPath)
 */
function withFirst(paths: readonly IngressPath[], name: string): readonly IngressPath[] {
  if (paths.length === 0) throw panic();
  const path: IngressPath = {
    path: '/*',
    pathType: 'ImplementationSpecific',
    backend: { service: { name, port: { name: useAnnotation } } },
  };
  return [path, ...paths];
}

/**
 * Paths without the first one that leads to a Service; upstream stops there.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/ingress/wrapper.go (RemovePathByServiceName)
 */
function withoutFirst(paths: readonly IngressPath[], name: string): readonly IngressPath[] {
  const index = paths.findIndex((path) => serviceName(path) === name);
  return index === -1 ? paths : paths.toSpliced(index, 1);
}

/**
 * A spec whose rules have the paths of managed routes first, in the order of `managedRoutes`. The last occurrence of a repeated
 * name counts, and the other paths start at the index that is the number of names.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/ingress/wrapper.go (SortHttpPaths)
 */
function sortedPaths(spec: IngressSpec | undefined, managed: readonly string[]): IngressSpec | undefined {
  const places = new Map(managed.map((name, index) => [name, index]));
  const place = (path: IngressPath): number => places.get(serviceName(path)) ?? places.size;
  return withPaths(spec, (paths) => paths.toSorted((left, right) => place(left) - place(right)));
}
