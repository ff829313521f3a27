import { memoize } from '../../model/memo.js';
import type { Graph } from '../../repository/graph/graph.js';
import { managedRoutes } from '../../kubernetes/kinds/rollout.js';
import { takesAllOf, takesAllOfMatch } from '../../kubernetes/kinds/route-match.js';
import { protocols, type Protocol, routeTitle } from '../../kubernetes/kinds/virtual-service.js';
import type { Field } from '../../model/field.js';
import { isFilledIn } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import istio, { virtualServices } from '../../rollouts/routers/istio.js';
import { rolloutsRoutedBy } from '../../rollouts/routers/router.js';
import { untouchedCase, judged } from '../facts/istio/mesh.js';
import { splitsByVirtualService } from '../facts/istio/split.js';
import { typedRule } from '../rule.js';
import { untouched } from '../untouched.js';

const why = 'The first route that matches takes the request, so the later route or match never applies.';

export default typedRule({
  meta: {
    name: 'istio/routes-reached',
    description:
      'Require the routes and matches of a VirtualService beside a Rollout not to be shadowed by earlier ones.',
    why,
    consequence: 'no-effect',
    severity: 'warning',
    otherwise: {
      ...untouched('no-effect', why),
      repeated: {
        when: 'In one route',
        consequence: 'no-effect',
        why: 'Both matches lead to the same destinations, so the narrower one has no effect.',
        severity: 'info',
      },
    },
    yieldsTo: ['istio/split-route-reached'],
    messages: {
      route:
        '{route} of VirtualService "{virtualService}" is never reached, because {earlier} takes all its requests; move it before that route, or remove it.',
      match:
        'Match {number} of {route} of VirtualService "{virtualService}" is never reached, because {earlier} takes all its requests; move it before that, or remove it.',
    },
    links: [
      'https://istio.io/latest/docs/reference/config/analysis/ist0130/',
      'https://istio.io/latest/docs/reference/config/analysis/ist0131/',
    ],
    aliases: ['IST0130', 'IST0131'],
  },

  *check({ graph, report }) {
    for (const virtualService of judged(graph, 'VirtualService')) {
      yield virtualService;
      const managed = managedIn(graph, virtualService);
      const names = new Set(managed.flatMap(({ text }) => text ?? []));
      for (const protocol of protocols)
        for (const { later, number, earlier, earlierTitle } of shadowed(virtualService, protocol, names)) {
          const route = number === undefined ? later : later.parent!.parent!;
          const isInOneRoute = earlier.parent?.parent?.path.join() === route.path.join();
          report(
            later,
            number === undefined ? 'route' : 'match',
            {
              route: routeTitle(protocol, route),
              virtualService: virtualService.name,
              earlier: earlierTitle,
              ...(number !== undefined && { number }),
            },
            {
              case: untouchedCase(graph, virtualService) ?? (isInOneRoute ? 'repeated' : undefined),
              related: [{ at: earlier, message: 'takes its requests' }],
              rests: [
                ...[route.at('name'), route.at('match'), earlier, virtualService.at('spec', 'gateways')],
                ...managed,
              ],
              unless: { 'istio/split-route-reached': virtualService.at('spec', protocol) },
            },
          );
        }
    }
  },
});

/** The routes that the controller adds to a VirtualService, or may: some Rollouts do not say which VirtualService they use. */
function managedIn(graph: Graph, virtualService: Resource): readonly Field[] {
  const own = (splitsByVirtualService(graph).get(virtualService) ?? []).map(({ rollout }) => rollout);
  return [...own, ...astray(graph)].flatMap(managedRoutes);
}

/** Rollouts with managed routes whose VirtualService is a placeholder. */
const astray = memoize((graph: Graph): readonly Resource[] =>
  rolloutsRoutedBy(istio, graph.rollouts).filter(
    (rollout) =>
      managedRoutes(rollout).length > 0 &&
      virtualServices(rollout, graph.rolloutsVersion).some(({ from }) => isFilledIn(from)),
  ),
);

interface Shadowed {
  /** A route, or one of its matches. */
  readonly later: Field;
  /** The number of the match within its route, from 1; undefined for the whole route. */
  readonly number: number | undefined;
  readonly earlier: Field;
  readonly earlierTitle: string;
}

/** How many pairs of matches of one VirtualService are compared; real ones have fewer. */
const mostRouteComparisons = 10_000;

/** The routes that earlier ones shadow completely, and in other routes the matches that earlier matches shadow. */
function* shadowed(
  virtualService: Resource,
  protocol: Protocol,
  managed: ReadonlySet<string>,
): Iterable<Shadowed> {
  const before: { match: Field; title: string }[] = [];
  let left = mostRouteComparisons;
  let taker: Field | undefined;
  const whole: Field[] = [];
  for (const route of virtualService.at('spec', protocol).items) {
    // The controller adds and removes managed routes; requests that a delegate does not match go on to the next route.
    if (managed.has(route.at('name').text ?? '') || route.at('delegate').exists) continue;
    const title = routeTitle(protocol, route);
    const earlier = taker ?? whole.find((other) => left-- > 0 && takesAllOf(other, route));
    if (earlier) {
      yield { later: route, number: undefined, earlier, earlierTitle: routeTitle(protocol, earlier) };
      continue;
    }
    const matches = route.at('match').items;
    if (matches.length === 0) taker = route;
    whole.push(route);
    const own: typeof before = [];
    for (const [index, match] of matches.entries()) {
      const number = index + 1;
      const known = [...before, ...own].find((other) => left-- > 0 && takesAllOfMatch(other.match, match));
      if (known) yield { later: match, number, earlier: known.match, earlierTitle: known.title };
      else own.push({ match, title: `match ${number} of ${title}` });
    }
    before.push(...own);
  }
}
