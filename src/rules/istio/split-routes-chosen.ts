import { memoizeLast } from '../../model/memo.js';
import type { Graph } from '../../repository/graph/graph.js';
import { managedRoutes } from '../../kubernetes/kinds/rollout.js';
import { routeTitle } from '../../kubernetes/kinds/virtual-service.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { destinationRule, isSubsetLevel, selectors } from '../../rollouts/routers/istio.js';
import { lacksSide, sides } from '../../rollouts/routers/istio/sides.js';
import { addedTo } from '../fixes.js';
import { type ProposedFix, typedRule } from '../rule.js';
import { areSurelyTogether } from '../facts/surely-together.js';
import { type Split, splits } from '../facts/istio/split.js';
import { type RoutedTo, serviceAt, trafficOf } from '../facts/istio/traffic.js';

export default typedRule({
  meta: {
    name: 'istio/split-routes-chosen',
    description: 'Require a Rollout to shift every route that leads to both of its versions.',
    why: 'The weights of the route stay as they are in Git: its requests do not follow the update.',
    consequence: 'unshifted-traffic',
    severity: 'warning',
    yieldsTo: ['istio/route-exists'],
    messages: {
      unchosen:
        '{route} of VirtualService "{virtualService}" leads to both versions of Rollout "{rollout}", but the Rollout does not shift it; add it to "{selector}".',
      unlisted:
        '{route} of VirtualService "{virtualService}" leads to both versions of Rollout "{rollout}", but the Rollout does not name that VirtualService; add it to "virtualServices".',
    },
    fixes: ['unsafe'],
    links: ['https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/istio/'],
  },

  check({ graph, report }) {
    if (trafficOf(graph).routed.size === 0) return;
    for (const [rollout, own] of byRollout(splits(graph))) {
      const reported = new Set<Resource>();
      for (const { virtualService, route, protocol } of candidates(rollout, graph)) {
        if (lacksSide(rollout, route)) continue;
        const split = own.find((other) => other.virtualService === virtualService);
        if (!split && (reported.has(virtualService) || own.some(isAnotherDefinition(graph, virtualService))))
          continue;
        if (split?.undecided.includes(protocol)) continue; // The controller refuses it.
        // The controller treats it as a managed route.
        if (managedRoutes(rollout).some(({ text }) => text !== undefined && text === route.at('name').text))
          continue;
        if (!areSurelyTogether(graph, rollout, virtualService)) continue;
        const chosen = split?.reference.entry.at(selectors[protocol]);
        const isReported = report(
          route,
          split ? 'unchosen' : 'unlisted',
          {
            route: routeTitle(protocol, route),
            virtualService: virtualService.name,
            rollout: rollout.name,
            selector: selectors[protocol],
          },
          {
            related: [{ at: chosen ?? own[0]!.reference.from, message: 'what the Rollout shifts' }],
            rests: [route.at('name'), route.at('route'), ...(chosen ? [chosen] : [])],
            // The name that leads to no route may be meant for this one.
            unless: { 'istio/route-exists': protocol === 'http' ? namesOfNone(chosen, virtualService) : [] },
            fix: () => {
              const { text } = route.at('name');
              if (!chosen) return named(own[0]!.reference.entry, virtualService, text);
              return text === undefined ? undefined : addedTo(chosen, text, 'unsafe');
            },
          },
        );
        if (isReported) reported.add(virtualService);
      }
    }
  },
});

/** The listed names that no HTTP route has. */
function namesOfNone(chosen: Field | undefined, virtualService: Resource): readonly Field[] {
  const names = new Set(virtualService.at('spec', 'http').items.map((item) => item.at('name').text));
  return chosen?.items.filter(({ text }) => !names.has(text)) ?? [];
}

/** Names a VirtualService of the same namespace, with its route, beside the one that a Rollout has. */
function named(
  entry: Field,
  { name, namespace }: Resource,
  route: string | undefined,
): ProposedFix | undefined {
  const value = { name, ...(route !== undefined && { routes: [route] }) };
  const title = `Add VirtualService "${name}" to "virtualServices".`;
  if (namespace !== entry.resource.namespace || name.includes('.')) return undefined;
  const list = typeof entry.key === 'number' ? entry.parent : undefined;
  const added = list && addedTo(list, value, 'unsafe');
  if (added) return { ...added, title };
  const field = entry.parent?.at('virtualServices');
  if (!field || field.exists) return undefined;
  return {
    title,
    isUnsafe: true,
    writes: [
      { field: entry, value: undefined },
      { field, value: [entry.value, value] },
    ],
  };
}

/** Whether a shifted VirtualService is the same object: two files may define it as alternatives. */
function isAnotherDefinition(graph: Graph, virtualService: Resource): (split: Split) => boolean {
  const namespace = graph.namespace(virtualService);
  return ({ virtualService: other }) =>
    other.name === virtualService.name && graph.namespace(other) === namespace;
}

function byRollout(all: readonly Split[]): ReadonlyMap<Resource, readonly Split[]> {
  const groups = new Map<Resource, Split[]>();
  for (const split of all) groups.set(split.rollout, [...(groups.get(split.rollout) ?? []), split]);
  return groups;
}

/** The routes with the canary Service, or the host of the subsets, as a destination. */
function candidates(rollout: Resource, graph: Graph): readonly RoutedTo[] {
  const rule = destinationRule(rollout);
  const host = isSubsetLevel(rollout) ? rule && graph.find(rule)?.at('spec', 'host') : sides(rollout)[0].name;
  const service = host && serviceAt(graph, host);
  return distinctRoutes((service && trafficOf(graph).routed.get(service)) ?? []);
}

/** Each route once, even if it leads to a Service in several ways. */
const distinctRoutes = memoizeLast((found: readonly RoutedTo[]): readonly RoutedTo[] => {
  const seen = new Set<Field>();
  return found.filter(({ route }) => {
    const isNew = !seen.has(route);
    seen.add(route);
    return isNew;
  });
});
