import { managedRoutes, steps } from '../../kubernetes/kinds/rollout.js';
import { routesNamed } from '../../kubernetes/kinds/steps.js';
import type { Field } from '../../model/field.js';
import istio, { virtualServices } from '../../rollouts/routers/istio.js';
import { hasRoutes, liveWhen } from '../facts/live.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'steps/header-route-before-mirror',
    description:
      'Require managedRoutes to list a header route before a mirror route that takes all requests.',
    why: 'Istio tries the routes in the order of managedRoutes. A mirror route that matches everything comes first and keeps the weights: requests with the header reach the stable version like all others.',
    consequence: 'unshifted-traffic',
    severity: 'error',
    messages: {
      behind:
        'Mirror route "{mirror}" matches all requests and is tried before header route "{header}", which then gets none; list "{header}" before "{mirror}" in managedRoutes.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/#traffic-routing-with-managed-routes-and-route-precedence',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go',
    ],
  },

  router: istio,
  checkRollout(rollout, { graph, report }) {
    const order = managedRoutes(rollout);
    const rank = (name: string): number => order.findIndex(({ text }) => text === name);
    const periods = periodsOf(steps(rollout));
    for (const header of periods) {
      if (header.route.key !== 'setHeaderRoute') continue;
      const mirror = periods.find(
        (other) =>
          other.route.key === 'setMirrorRoute' &&
          matchesAll(other.route) &&
          other.from <= header.to &&
          header.from <= other.to &&
          rank(other.name) !== -1 &&
          rank(other.name) < rank(header.name),
      );
      if (!mirror) continue;
      report(
        order[rank(mirror.name)]!,
        'behind',
        { mirror: mirror.name, header: header.name },
        {
          related: [
            { at: order[rank(header.name)]!, message: 'is tried after it' },
            { at: mirror.route.at('match'), message: 'matches all requests' },
          ],
          live: () => {
            const [first] = virtualServices(rollout, graph.rolloutsVersion).flatMap(
              (reference) => graph.find(reference) ?? [],
            );
            return first && liveWhen(graph, rollout, first, hasRoutes(mirror.name, header.name));
          },
        },
      );
    }
  },
});

/** The steps between which a route exists. */
interface Period {
  readonly name: string;
  readonly route: Field;
  readonly from: number;
  readonly to: number;
}

/** A route exists until a step sets it again or clears its match. */
function periodsOf(all: readonly Field[]): readonly Period[] {
  const named = all.flatMap((step, index) => routesNamed(step).map((route) => ({ route, index })));
  return named.flatMap(({ route, index }) => {
    const name = route.at('name').text;
    if (name === undefined || route.at('match').items.length === 0) return [];
    const next = named.find((other) => other.index > index && other.route.at('name').text === name);
    return [{ name, route, from: index, to: next ? next.index - 1 : all.length }];
  });
}

/** Whether one of its matches is empty, or has a path that every request has. */
function matchesAll(route: Field): boolean {
  return route.at('match').items.some((match) => {
    if (match.at('method').exists || match.at('headers').entries.length > 0) return false;
    const path = match.at('path');
    return (
      !path.exists || path.at('prefix').text === '/' || /^\^?\/?\.\*\$?$/.test(path.at('regex').text ?? '')
    );
  });
}
