import { isMap } from '../../kubernetes/objects/json.js';
import type { RolloutsVersion } from '../../kubernetes/objects/version.js';
import type { Graph } from '../../repository/graph/graph.js';
import { serviceField } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { roleOf, splitServices } from '../../rollouts/routers/istio.js';
import { wantedWeights } from '../../rollouts/routers/istio/sides.js';
import { typedRule } from '../rule.js';
import { valueAt } from '../../play/drift/changes.js';
import { compare, comparedAs } from '../facts/argocd/router-fields.js';
import { ownRoutes, type SplitRoute } from '../facts/istio/split.js';

export default typedRule({
  meta: {
    name: 'istio/resting-weights',
    description:
      'Require the weights of a VirtualService in Git to be those between updates: 100 for stable, 0 for the canary.',
    why: 'Between updates the controller sets the weights to 100/0. Any other weights in Git keep the object OutOfSync, and each sync that applies them briefly shifts traffic; during an update, to the wrong version.',
    consequence: 'overwritten',
    severity: 'error',
    otherwise: {
      shared: {
        when: 'Where the stable version gets all requests all the same',
        consequence: 'overwritten',
        why: 'Between updates the controller sets the weights to 100/0. Any other weights in Git keep the object OutOfSync.',
        severity: 'info',
      },
      ignored: {
        when: 'Where each Application ignores the weights',
        consequence: 'overwritten',
        why: 'Between updates the controller sets the weights to 100/0. Any other weights in Git are applied when the object is created, and by each sync that applies it without RespectIgnoreDifferences; during an update, they shift traffic to the wrong version.',
        severity: 'error',
      },
    },
    yieldsTo: ['istio/no-foreign-destination', 'istio/destinations-distinct'],
    fixes: ['safe'],
    messages: {
      other:
        '{route} gives weight {weight} to {destination}, the {role} version of Rollout "{rollout}", but between updates the controller sets {wanted}; write {wanted}.',
      omitted:
        '{route} gives no weight to {destination}, the stable version of Rollout "{rollout}", but between updates the controller sets {wanted}; write {wanted}.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/istio/#integrating-with-gitops',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go',
    ],
  },

  *check({ graph, report }) {
    for (const splitRoute of ownRoutes(graph)) {
      yield splitRoute.split.virtualService;
      const { rollout } = splitRoute.split;
      const wrong = restless(graph, splitRoute);
      const [first, ...others] = wrong;
      if (!first) continue;
      const isShared = isSharedAlike(splitRoute.route, wrong);
      const areIgnored = areWeightsIgnored(graph, splitRoute.split.virtualService, wrong);
      // What is left of them then is that the object differs.
      if (isShared && areIgnored) continue;
      const destination = first.weighted.at('destination');
      const subset = destination.at('subset').text;
      const host = `"${destination.at('host').text ?? ''}"`;
      const weight = first.weighted.at('weight');
      report(
        weight,
        weight.exists ? 'other' : 'omitted',
        {
          rollout: rollout.name,
          route: splitRoute.title,
          weight: weight.number,
          wanted: first.wanted,
          role: roleOf(rollout, first.weighted, graph.rolloutsVersion),
          destination: subset === undefined ? host : `subset "${subset}" of ${host}`,
        },
        {
          case: isShared ? 'shared' : areIgnored ? 'ignored' : undefined,
          related: others.map(({ weighted, wanted }) => ({
            at: weighted.at('weight'),
            message: `the controller sets ${wanted} here`,
          })),
          fix: () => ({
            title: `Write the weights between updates: ${wrong.map(({ wanted }) => wanted).join(' and ')}.`,
            writes: wrong.map(({ weighted, wanted }) => ({ field: weighted.at('weight'), value: wanted })),
          }),
          unless: {
            'istio/no-foreign-destination': splitRoute.route,
            'istio/destinations-distinct': splitRoute.route,
          },
          rests: [
            ...wrong.map(({ weighted }) => weighted),
            ...splitRoute.route.at('route').items.map((weighted) => weighted.at('weight')),
          ],
        },
      );
    }
  },
});

interface Restless {
  readonly weighted: Field;
  readonly wanted: number;
}

/** The destinations whose weight in Git differs from the one between updates. An absent weight counts as 0. */
function restless(
  { rolloutsVersion }: Graph,
  { split: { rollout }, route }: SplitRoute,
): readonly Restless[] {
  const wrong = notAt(0, rollout, route, rolloutsVersion);
  if (wrong.length === 0) return [];
  const destinations = route.at('route').items;
  const roles = destinations.map((weighted) => roleOf(rollout, weighted, rolloutsVersion));
  // If all destinations count as canary, there are no such weights.
  if (!roles.includes('stable')) return [];
  // Each promotion swaps ping and pong, so the weights are reversed after every other update.
  return isPingPong(rollout) && notAt(100, rollout, route, rolloutsVersion).length === 0 ? [] : wrong;
}

/** Whether the one destination with a weight in Git is the one that the controller gives all requests. */
function isSharedAlike(route: Field, wrong: readonly Restless[]): boolean {
  // Istio refuses a weight below 0.
  const [used, another] = route.at('route').items.filter((one) => (one.at('weight').number ?? 0) !== 0);
  if (!used || another || (used.at('weight').number ?? 0) < 0) return false;
  return wrong.every(({ weighted, wanted }) => wanted > 0 === (weighted.path.join() === used.path.join()));
}

/** Whether all Applications that deploy a VirtualService ignore that the controller sets other weights; false if none is known. */
function areWeightsIgnored(graph: Graph, virtualService: Resource, wrong: readonly Restless[]): boolean {
  if (graph.applications(virtualService).length === 0) return false;
  const live = structuredClone(virtualService.at().value);
  for (const { weighted, wanted } of wrong) {
    const destination = valueAt(live, weighted.path);
    if (isMap(destination)) Object.assign(destination, { weight: wanted });
  }
  const compared = comparedAs(graph, virtualService, live).map(compare);
  return (
    compared.length > 0 && compared.every(({ paths, unknown }) => paths.length === 0 && unknown === undefined)
  );
}

/** The destinations whose weight differs from what the controller sets for a canary weight of `canary`. */
function notAt(
  canary: number,
  rollout: Resource,
  route: Field,
  version: RolloutsVersion,
): readonly Restless[] {
  const wantedOnes = wantedWeights(rollout, route, canary, version);
  return route.at('route').items.flatMap((weighted, index) => {
    const wanted = wantedOnes[index];
    const weight = weighted.at('weight');
    if (wanted === undefined || (weight.number ?? 0) === wanted) return [];
    const isKnown = !weight.exists || weight.number !== undefined;
    return isKnown ? [{ weighted, wanted }] : [];
  });
}

function isPingPong(rollout: Resource): boolean {
  return splitServices(rollout).stable.path.join() === serviceField(rollout, 'ping').path.join();
}
