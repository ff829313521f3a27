import { routeSplits, splitRules, splitServices } from '../facts/gateway/routes.js';
import { backendsOf, type RouteBackend } from '../../kubernetes/kinds/gateway-route.js';
import { typedRule, type ProposedFix } from '../rule.js';

export default typedRule({
  meta: {
    name: 'gateway/resting-weights',
    description:
      'Require the weights of a Gateway API route in Git to be those between updates: 100 for stable, 0 for the canary.',
    why: 'Between updates the plugin sets the weights to 100 and 0. Each sync that applies the route restores the weights in Git, and the controller does not watch the route: during an update, traffic follows them until the next pass for the Rollout, up to 15 minutes later.',
    otherwise: {
      synced: {
        when: 'Without any weight, in an Application',
        consequence: 'overwritten',
        why: 'The API server fills in 1 and 1, so each sync that applies the route during an update gives the canary half of the requests until the next pass for the Rollout.',
        severity: 'warning',
      },
      unset: {
        when: 'Without any weight, elsewhere',
        consequence: 'overwritten',
        why: 'The API server fills in 1 and 1, so applying the route again during an update gives the canary half of the requests until the next pass for the Rollout.',
        severity: 'info',
      },
    },
    consequence: 'overwritten',
    severity: 'error',
    fixes: ['safe'],
    messages: {
      other:
        '{kind} "{route}" gives weight {weight} to Service "{service}", the {role} Service of Rollout "{rollout}", but between updates the plugin sets {wanted}; write {wanted}.',
      omitted:
        '{kind} "{route}" gives no weight to Service "{service}", the {role} Service of Rollout "{rollout}", which means 1, but between updates the plugin sets {wanted}; write {wanted}.',
      unset:
        '{kind} "{route}" gives no weights to Services "{stable}" and "{canary}", which means half of the requests for each; write 100 and 0, which Rollout "{rollout}" sets between updates.',
    },
    links: [
      'https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/httproute.go',
      'https://github.com/kubernetes-sigs/gateway-api/blob/v1.4.1/apis/v1/shared_types.go',
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/istio/#integrating-with-gitops',
    ],
  },

  check({ graph, report }) {
    for (const split of routeSplits(graph)) {
      const { rollout, route, from } = split;
      const services = splitServices(rollout);
      if (!services) continue;
      const data = { kind: route.kind, route: route.name, rollout: rollout.name };
      for (const { field } of splitRules(split)) {
        const sides = backendsOf(field).flatMap((backend) => sideOf(backend, services) ?? []);
        const weights = sides.map(({ weight }) => weight);
        const options = {
          related: [{ at: from, message: 'the plugin sets the weights of this route' }],
          rests: [field.at('backendRefs'), ...sides.map(({ entry }) => entry)],
        };
        if (weights.every((weight) => !weight.exists)) {
          report(
            field.at('backendRefs'),
            'unset',
            { ...data, ...services },
            {
              ...options,
              fix: () => weightsOf(sides),
              case: graph.applications(route).length > 0 ? 'synced' : 'unset',
            },
          );
          continue;
        }
        const [first, ...others] = sides.filter(
          ({ share, wanted }) => share !== undefined && share !== wanted,
        );
        if (!first) continue;
        const related = others.map(({ weight, wanted }) => ({
          at: weight,
          message: `the plugin sets ${wanted} here`,
        }));
        report(
          first.weight,
          first.weight.exists ? 'other' : 'omitted',
          { ...data, weight: first.share, service: first.to.name, role: first.role, wanted: first.wanted },
          {
            ...options,
            related: [...related, ...options.related],
            fix: () => weightsOf([first, ...others]),
          },
        );
      }
    }
  },
});

type Side = RouteBackend & { readonly role: 'stable' | 'canary'; readonly wanted: number };

function sideOf(
  backend: RouteBackend,
  { stable, canary }: { readonly stable: string; readonly canary: string },
): Side | undefined {
  if (backend.to.name === stable) return { ...backend, role: 'stable', wanted: 100 };
  return backend.to.name === canary ? { ...backend, role: 'canary', wanted: 0 } : undefined;
}

function weightsOf(sides: readonly Side[]): ProposedFix {
  return {
    title: `Write the weights between updates: ${sides.map(({ wanted }) => wanted).join(' and ')}.`,
    writes: sides.map(({ weight, wanted }) => ({ field: weight, value: wanted })),
  };
}
