import { steps } from '../../kubernetes/kinds/rollout.js';
import { canarySize, hasCanaryPods, routeSet, routesNamed } from '../../kubernetes/kinds/steps.js';
import { isSupported, type Feature } from '../../rollouts/routers/support.js';
import istio, { virtualServices } from '../../rollouts/routers/istio.js';
import { rolloutsRoutedBy } from '../../rollouts/routers/router.js';
import { liveWhen, type LiveMoment } from '../facts/live.js';
import type { Field } from '../../model/field.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'steps/routes-after-canary-has-pods',
    description: 'Require a header or mirror route to be set only once the canary has pods.',
    why: "While the canary has no available pod, the controller removes managed routes in every pass. It writes a route only in that route's step, so the route is missing once the pods are available, and the steps that rely on it test the stable version.",
    consequence: 'unshifted-traffic',
    severity: 'error',
    otherwise: {
      later: {
        when: 'If a later step takes the pods away',
        consequence: 'unshifted-traffic',
        why: 'The controller removes the route with the last pod and does not write it again: once the canary has pods, requests that the route is for go to both versions by weight. Releases before 1.8 keep the route, which leads to no pod meanwhile.',
        severity: 'warning',
      },
    },
    messages: {
      early:
        'Route "{route}" is set while the canary has no pods; move the step after {action}, which adds the first one.',
      lost: 'This step leaves the canary without pods, so route "{route}" is lost; keep pods with "setCanaryScale: {replicas: 1}", or remove the route in a step before.',
      never:
        'Route "{route}" is set while the canary has no pods; add a step before it that adds one, such as "setCanaryScale: {replicas: 1}".',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/#traffic-routing-based-on-header-values-for-canary',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting.go',
      'https://github.com/argoproj/argo-rollouts/issues/4486',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    const all = steps(rollout);
    for (const [index, step] of all.entries()) {
      const route = routeSet(step);
      if (!route || !isSupported(rollout, route.key as Feature, graph.rolloutsVersion)) continue;
      const name = route.at('name');
      if (hasCanaryPods(all, index) !== false) {
        const lost = lostAt(all, index, name.text);
        if (lost)
          report(
            lost,
            'lost',
            { route: name.text ?? '' },
            {
              case: 'later',
              rests: [name],
              related: [{ at: name.exists ? name : route, message: 'set here' }],
            },
          );
        continue;
      }
      const next = all.findIndex((_, later) => later > index && hasCanaryPods(all, later) !== false);
      const first = next === -1 ? undefined : canarySize(all, next);
      report(
        name.exists ? name : route,
        first ? 'early' : 'never',
        {
          route: name.text ?? '',
          action: first && (first.key === 'setWeight' ? 'setWeight' : 'setCanaryScale'),
        },
        {
          related: first ? [{ at: first, message: 'gives the canary its first pods' }] : [],
          live: () => {
            const [split] = rolloutsRoutedBy(istio, [rollout])
              .flatMap((one) => virtualServices(one, graph.rolloutsVersion))
              .flatMap((reference) => graph.find(reference) ?? []);
            return split && liveWhen(graph, rollout, split, isLost(name.text ?? '', next));
          },
        },
      );
    }
  },
});

/** What takes the last pod of the canary while a route of an earlier step is still there, if it has pods again before the route goes. */
function lostAt(all: readonly Field[], from: number, route: string | undefined): Field | undefined {
  if (route === undefined) return undefined;
  let lost: Field | undefined;
  for (let index = from + 1; index < all.length; index++) {
    if (routesNamed(all[index]!).some((one) => one.at('name').text === route)) return undefined;
    const has = hasCanaryPods(all, index);
    if (has === undefined || (has && lost)) return lost;
    if (!has)
      lost ??= [all[index]!.at('setCanaryScale'), all[index]!.at('setWeight')].find(({ exists }) => exists);
  }
  return undefined;
}

/** Whether the canary has pods, but a route that was set before is missing. */
function isLost(route: string, from: number): (moment: LiveMoment) => boolean {
  return ({ frame: { kind, step = -1, routes, replicas } }) =>
    kind === 'step' &&
    from !== -1 &&
    step >= from &&
    replicas.canary.available > 0 &&
    !routes.some(({ name }) => name === route);
}
