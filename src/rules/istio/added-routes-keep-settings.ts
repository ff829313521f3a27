import { managedRoutes, steps } from '../../kubernetes/kinds/rollout.js';
import { sharesPaths } from '../../kubernetes/kinds/route-match.js';
import { routeSet } from '../../kubernetes/kinds/steps.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { type Split, type SplitRoute, splitsWithAddedRoutes } from '../facts/istio/split.js';
import { allOf } from '../facts/words.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';

/** What a route of a VirtualService does with requests besides choosing their destination. */
const settings = ['rewrite', 'timeout', 'retries', 'headers', 'corsPolicy', 'fault'] as const;

/** Settings without which a request fails, or is answered in another way. */
const noticed: readonly unknown[] = ['rewrite', 'headers', 'corsPolicy'];

export default typedRule({
  meta: {
    name: 'istio/added-routes-keep-settings',
    description:
      'Require the routes that a header or mirror route precedes to need no settings that such a route does not have.',
    why: 'The controller writes a header route with its matches and the canary as its destination, and nothing else. Requests with the header get none of the settings of the route that they would take otherwise: a path that is not rewritten is usually not found.',
    consequence: 'misdirected-traffic',
    severity: 'warning',
    otherwise: {
      mirror: {
        when: 'For a mirror route',
        consequence: 'misdirected-traffic',
        why: 'The controller writes a mirror route with its matches, the weighted destinations and the mirror, and nothing else. It takes all requests of users that match, not only those that it mirrors, so they get none of the settings of the route behind it.',
        severity: 'warning',
      },
      minor: {
        when: 'For a header route without rewrite',
        consequence: 'misdirected-traffic',
        why: 'Requests with the header get neither the headers nor the CORS policy of the route that they would take otherwise; a browser refuses the answer to a request of another origin.',
        severity: 'info',
      },
      untimed: {
        when: 'For a mirror route without rewrite, headers or CORS policy',
        consequence: 'misdirected-traffic',
        why: 'The mirror route takes all requests of users that match, not only those that it mirrors, with the timeout and retries that Istio has by default.',
        severity: 'info',
      },
    },
    fixes: ['choice'],
    messages: {
      lost: 'Header route "{route}" of Rollout "{rollout}" comes before {own} of VirtualService "{virtualService}" and has none of its {settings}; set {them} where requests pass before or after this VirtualService, or accept it for requests with the header.',
      mirrored:
        'Mirror route "{route}" of Rollout "{rollout}" takes requests of {own} of VirtualService "{virtualService}", also those that it does not mirror, and has none of its {settings}; set {them} where requests pass before or after this VirtualService, or remove the mirror route.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/issues/3088',
      'https://github.com/argoproj/argo-rollouts/issues/3089',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go',
    ],
  },

  *check({ graph, report }) {
    for (const split of splitsWithAddedRoutes(graph)) {
      yield split.virtualService;
      for (const { own, added, lost, given } of losses(split)) {
        const isMirror = added.key === 'setMirrorRoute';
        const name = added.at('name');
        report(
          lost,
          isMirror ? 'mirrored' : 'lost',
          {
            route: name.text ?? '',
            rollout: split.rollout.name,
            own: own.title,
            virtualService: split.virtualService.name,
            settings: allOf(given.map(({ key }) => String(key))),
            them: given.length === 1 ? 'it' : 'them',
          },
          {
            atKey: true,
            case: caseOf(isMirror, lost),
            choices: () => {
              const step = isMirror ? added.parent : undefined;
              return step ? [{ ...removalOf(step), title: 'Remove the step with the mirror route.' }] : [];
            },
            rests: [added, ...given],
            related: [{ at: name, message: isMirror ? 'the mirror route' : 'the header route' }],
          },
        );
      }
    }
  },
});

interface Loss {
  /** The route that the added one precedes. */
  readonly own: SplitRoute;
  /** The `setHeaderRoute` or `setMirrorRoute` of a step. */
  readonly added: Field;
  /** The setting that is missed most. */
  readonly lost: Field;
  readonly given: readonly Field[];
}

/** The routes whose settings the first header route and the first mirror route of their requests do not have. */
function losses(split: Split): readonly Loss[] {
  const managed = managedRoutes(split.rollout).map(({ text }) => text);
  const added = addedRoutes(split.rollout).filter((route) => route.at('name').text !== undefined);
  return split.routes.flatMap((own) => {
    if (own.protocol !== 'http' || managed.includes(own.route.at('name').text)) return [];
    const given = settings.map((key) => own.route.at(key)).filter(({ exists }) => exists);
    const header = added.find(({ key }) => key === 'setHeaderRoute');
    const mirror = added.find(
      (route) =>
        route.key === 'setMirrorRoute' &&
        route.at('match').items.some((match) => sharesPaths(own.route, match.at('path').value)),
    );
    // Testers seldom miss timeouts and retries; users do.
    const missed = header && noticedIn(given);
    return [
      ...(missed ? [{ own, added: header, lost: missed, given }] : []),
      ...(mirror && given[0] ? [{ own, added: mirror, lost: noticedIn(given) ?? given[0], given }] : []),
    ];
  });
}

/** The setting whose loss is noticed, rewrite before all others. */
function noticedIn(given: readonly Field[]): Field | undefined {
  return given.find(({ key }) => noticed.includes(key));
}

function caseOf(isMirror: boolean, { key }: Field): 'mirror' | 'minor' | 'untimed' | undefined {
  if (isMirror) return noticed.includes(key) ? 'mirror' : 'untimed';
  return key === 'rewrite' ? undefined : 'minor';
}

function addedRoutes(rollout: Resource): readonly Field[] {
  return steps(rollout).flatMap((step) => routeSet(step) ?? []);
}
