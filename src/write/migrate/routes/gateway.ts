import {
  backendsOf,
  isService,
  type RouteBackend,
  rulesField,
} from '../../../kubernetes/kinds/gateway-route.js';
import { fromExisting } from '../../../constructs/manifests/manifest.js';
import { GatewayTraffic } from '../../../constructs/manifests/traffic.js';
import { Refusal } from '../refusal.js';
import { onlyRoute, type RouteDraft, type SplitToAdd } from './route.js';

/** Adds the canary Service to each rule of the route that leads to the stable one. */
export function gatewayRoute(split: SplitToAdd): RouteDraft {
  const { service, canary } = split;
  const route = onlyRoute(split, 'HTTPRoute');
  const writes = rulesField(route).items.flatMap((rule) => {
    const all = backendsOf(rule);
    const its = all.find((one) => isService(one) && one.to.name === service.name);
    if (!its || isSplit(all, split)) return [];
    if (all.length > 1)
      throw new Refusal(
        `A rule of ${route.kind} "${route.name}" splits its requests already; let it lead to Service "${service.name}" alone first.`,
      );
    const { resource, path } = its.entry;
    return [
      { resource, path: [...path, 'weight'], value: 100 },
      {
        resource,
        path: [...rule.path, 'backendRefs', 1],
        value: { ...(its.entry.value as object), name: canary, weight: 0 },
      },
    ];
  });
  const kind = route.kind === 'GRPCRoute' ? 'GRPCRoute' : 'HTTPRoute';
  return {
    title: `the ${kind} splits between the Services ${service.name} and ${canary}`,
    traffic: GatewayTraffic.route({
      kind,
      stableService: fromExisting(service.name),
      canaryService: fromExisting(canary),
      route: fromExisting(route.name),
    }),
    ahead: `the ${kind} ${route.name} leads to both`,
    writes,
    objects: [],
    look: (where) => [
      `kubectl get ${kind.toLowerCase()} ${route.name}${where} -o yaml: weights 100 and 0, and the condition Accepted.`,
      'Before this step the controller needs the plugin argoproj-labs/gatewayAPI and the right to update these routes; without them no update makes progress.',
    ],
  };
}

/** Whether a rule already leads to both Services. */
function isSplit(all: readonly RouteBackend[], { service, canary }: SplitToAdd): boolean {
  const names = all.map(({ to }) => to.name);
  return all.every(isService) && names.length === 2 && names[0] === service.name && names[1] === canary;
}
