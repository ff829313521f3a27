import { serviceOfHost } from '../../kubernetes/kinds/host.js';
import { canary, serviceField, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { routes, routeTitle } from '../../kubernetes/kinds/virtual-service.js';
import type { Graph } from '../../repository/graph/graph.js';
import { authoredSelector } from '../../kubernetes/kinds/service.js';
import gateway from '../../rollouts/routers/gateway-api.js';
import { routerKeys } from '../../rollouts/routers/index.js';
import istio from '../../rollouts/routers/istio.js';
import { areSurelyTogether } from '../facts/surely-together.js';
import { serviceAt } from '../facts/istio/traffic.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { virtualServicesNearRollouts } from '../facts/near-rollouts.js';
import { type RelatedPlace, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'istio/weights-of-rollout',
    description:
      'Require a Rollout whose Services have weights in a VirtualService to let the controller set them.',
    why: 'The controller sets weights only in the objects that trafficRouting names. All others stay as they are: the canary Service keeps its share, usually none, at every step, and then all requests move at once.',
    consequence: 'unshifted-traffic',
    severity: 'warning',
    messages: {
      subset:
        '{route} of VirtualService "{virtualService}" gives subset "{subset}" of Service "{service}" weight {weight}, and Rollout "{rollout}", whose pods that Service selects, has no trafficRouting, so its steps never change that; add trafficRouting.istio with a destinationRule.',
      fixed:
        '{route} of VirtualService "{virtualService}" gives Service "{canary}" weight {weight}, and Rollout "{rollout}" has no trafficRouting, so its steps never change that; add trafficRouting.istio.',
      other:
        '{route} of VirtualService "{virtualService}" gives Service "{canary}" weight {weight}, and Rollout "{rollout}" splits by another router ({routers}), so its steps never change that; delete the VirtualService once no requests come by it, or add trafficRouting.istio until then.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/istio/#host-level-traffic-splitting',
    ],
  },

  *check({ graph, report }) {
    const byServices = new Map<string, Resource>();
    const unrouted = new Set<Resource>();
    const elsewhere = new Map<Resource, readonly string[]>();
    for (const rollout of graph.rollouts) {
      yield rollout;
      if (!canary(rollout).exists) continue;
      const others = trafficRouting(rollout).exists ? otherRouters(rollout) : [];
      if (!others) continue;
      if (others.length > 0) elsewhere.set(rollout, others);
      else unrouted.add(rollout);
      const [stable, other] = [serviceField(rollout, 'stable').text, serviceField(rollout, 'canary').text];
      if (stable && other && stable !== other)
        byServices.set(hostsKey(graph.namespace(rollout), stable, other), rollout);
    }
    if (unrouted.size + elsewhere.size === 0) return;
    for (const virtualService of virtualServicesNearRollouts(graph)) {
      yield virtualService;
      const own = graph.namespace(virtualService);
      for (const { protocol, route } of routes(virtualService)) {
        const weighted = route.at('route').items;
        if (protocol !== 'http' || weighted.length !== 2) continue;
        const named = { route: routeTitle(protocol, route), virtualService: virtualService.name };
        const idle = idleSubset(graph, weighted, unrouted);
        if (idle) {
          const { share, service, rollout } = idle;
          const subset = share.at('destination', 'subset').text ?? '';
          const data = { ...named, subset, service: service.name, weight: '0', rollout: rollout.name };
          report(share, 'subset', data, about(rollout, weighted));
          continue;
        }
        const names = weighted.map((one) => serviceIn(one, own));
        for (const [stable, other] of [names, names.toReversed()]) {
          const rollout =
            stable && other && stable.namespace === other.namespace
              ? byServices.get(hostsKey(stable.namespace, stable.name, other.name))
              : undefined;
          const share = weighted[stable === names[0] ? 1 : 0]!;
          if (!rollout || !other) continue;
          const weight = `${share.at('weight').number ?? 0}`;
          const data = { ...named, canary: other.name, weight, rollout: rollout.name };
          const others = elsewhere.get(rollout);
          if (others) {
            if (!areSurelyTogether(graph, rollout, virtualService)) continue;
            const related = [{ at: trafficRouting(rollout).keyPlace, message: 'does not name it' }];
            const rests = [trafficRouting(rollout), ...weighted];
            report(share, 'other', { ...data, routers: others.join(', ') }, { rests, related });
          } else report(share, 'fixed', data, about(rollout, weighted));
        }
      }
    }
  },
});

/** The routers of a Rollout if each is known to write no VirtualService; undefined if one writes them, or is not known. */
function otherRouters(rollout: Resource): readonly string[] | undefined {
  const routing = trafficRouting(rollout);
  const keys = routing.entries.map(({ key }) => String(key)).filter((key) => routing.at(key).exists);
  const plugins = routing.at('plugins').entries.map(({ key }) => String(key));
  const names = [...keys.filter((key) => writesNoRoutesOfIstio.has(key)), ...plugins];
  const areKnown = [...keys, ...plugins].every(
    (key) => writesNoRoutesOfIstio.has(key) || settings.has(key) || key === gateway.plugin,
  );
  return areKnown && names.length > 0 ? names : undefined;
}

const writesNoRoutesOfIstio: ReadonlySet<string> = new Set(
  routerKeys.filter((key) => key !== istio.key && key !== 'plugins'),
);

/** Keys of `trafficRouting` that name no router. */
const settings: ReadonlySet<string> = new Set(['managedRoutes', 'maxTrafficWeight', 'plugins']);

/** What a finding rests on, and the place that lacks the routing. */
function about(
  rollout: Resource,
  weighted: readonly Field[],
): { readonly rests: readonly Field[]; readonly related: readonly RelatedPlace[] } {
  return {
    rests: [trafficRouting(rollout), ...weighted],
    related: [{ at: canary(rollout).keyPlace, message: 'has no trafficRouting' }],
  };
}

interface IdleSubset {
  readonly share: Field;
  readonly service: Resource;
  readonly rollout: Resource;
}

/** The subset without weight of two of a Service that selects the pods of one such Rollout and no others. */
function idleSubset(
  graph: Graph,
  weighted: readonly Field[],
  rollouts: ReadonlySet<Resource>,
): IdleSubset | undefined {
  const [first, second] = weighted.map((one) => one.at('destination'));
  const subsets = [first, second].map((one) => one?.at('subset').text);
  if (!first || first.at('host').text !== second?.at('host').text) return undefined;
  if (subsets.includes(undefined) || subsets[0] === subsets[1]) return undefined;
  const share = weighted.find((one) => (one.at('weight').number ?? 0) === 0);
  const service = serviceAt(graph, first.at('host'));
  if (!share || !service || !weighted.some((one) => one.at('weight').number === 100)) return undefined;
  const [rollout, another] = graph.companionWorkloads(service, authoredSelector(service));
  return rollout && !another && rollouts.has(rollout) ? { share, service, rollout } : undefined;
}

function hostsKey(namespace: string | undefined, stable: string, other: string): string {
  return [namespace ?? '', stable, other].join('\n');
}

function serviceIn(
  weighted: Field,
  own: string | undefined,
): { readonly name: string; readonly namespace: string | undefined } | undefined {
  const meant = serviceOfHost(weighted.at('destination', 'host').text ?? '');
  return meant && { name: meant.name, namespace: meant.namespace ?? own };
}
