import { kinds, type KubeObject } from '../../../kubernetes/objects/object.js';
import type { WeightDestination } from '../../../kubernetes/objects/rollout-status.js';
import type { RoutingPass } from '../reconciler.js';
import { rulesOf, withRules, type BackendRef, type RouteObject } from './route-object.js';
import type { WeightedServices } from './weights.js';

interface ExperimentService extends KubeObject {
  readonly spec?: { readonly ports?: readonly { readonly name?: string; readonly port: number }[] };
}

/**
 * A route with the Services of the running Experiment, or without those of one that has ended, in the first rule that names the
 * canary or the stable Service, whatever its purpose.
 * https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/experiment.go
 */
export function withExperiment(
  pass: RoutingPass,
  route: RouteObject,
  split: WeightedServices,
  experiments: readonly WeightDestination[],
): RouteObject {
  const rules = rulesOf(route);
  const rule = rules.find(({ backendRefs = [] }) =>
    backendRefs.some(({ name }) => name === split.stable || name === split.canary),
  );
  if (!rule) return route;
  const { currentExperiment, weights } = pass.rollout.status?.canary ?? {};
  const before = rule.backendRefs ?? [];
  const backendRefs = currentExperiment
    ? withServices(pass, before, split, experiments)
    : withoutServices(before, split, weights?.additional ?? []);
  return withRules(
    route,
    rules.map((other) => (other === rule ? { ...rule, backendRefs } : other)),
  );
}

/** An existing Service keeps its weight, although the stable one gets what the new weight leaves. */
function withServices(
  pass: RoutingPass,
  backendRefs: readonly BackendRef[],
  { stable }: WeightedServices,
  experiments: readonly WeightDestination[],
): readonly BackendRef[] {
  if (experiments.length === 0) return backendRefs;
  const total = experiments.reduce((sum, { weight }) => sum + weight, 0);
  const first = backendRefs.findIndex(({ name }) => name === stable);
  const after = backendRefs.map((backend, index) =>
    index === first ? { ...backend, weight: 100 - Math.min(total, 100) } : backend,
  );
  const { namespace } = pass.rollout.metadata;
  for (const { serviceName = '', weight } of experiments) {
    const port = portOf(pass, serviceName);
    if (port === undefined || after.some(({ name }) => name === serviceName)) continue;
    after.push({ name: serviceName, ...(namespace !== undefined && { namespace }), port, weight });
  }
  return after;
}

/** The port named http, unless that is 8080, which the plugin treats as unset; undefined without the Service. */
function portOf({ cluster, rollout }: RoutingPass, name: string): number | undefined {
  const service = cluster.get<ExperimentService>(kinds.service, rollout.metadata.namespace, name);
  if (!service) return undefined;
  const ports = service.spec?.ports ?? [];
  const port = ports.find((one) => one.name === 'http')?.port ?? 8080;
  return port === 8080 ? (ports[0]?.port ?? port) : port;
}

/** The weights from the previous pass show which Services were the Experiment's. In this pass the stable one gets all. */
function withoutServices(
  backendRefs: readonly BackendRef[],
  { stable, canary }: WeightedServices,
  given: readonly WeightDestination[],
): readonly BackendRef[] {
  const isGiven = ({ name }: BackendRef): boolean =>
    given.some(({ serviceName = '' }) => serviceName === name);
  if (!backendRefs.some(isGiven)) return backendRefs;
  const weights = new Map([
    [canary, 0],
    [stable, 100],
  ]);
  return backendRefs
    .filter((backend) => !isGiven(backend))
    .map((backend) => {
      const weight = weights.get(backend.name);
      return weight === undefined ? backend : { ...backend, weight };
    });
}
