import { steps } from '../../kubernetes/kinds/rollout.js';
import { canarySize, hasCanaryPods, routeSet } from '../../kubernetes/kinds/steps.js';
import { isSupported, type Feature } from '../../rollouts/routers/support.js';
import istio, { virtualServices } from '../../rollouts/routers/istio.js';
import { rolloutsRoutedBy } from '../../rollouts/routers/router.js';
import { liveWhen, type LiveMoment } from '../facts/live.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'steps/routes-after-canary-has-pods',
    description: 'Require a header or mirror route to be set only once the canary has pods.',
    why: "While the canary has no available pod, the controller removes managed routes in every pass. It writes a route only in that route's step, so the route is missing once the pods are available, and the steps that rely on it test the stable version.",
    consequence: 'unshifted-traffic',
    severity: 'error',
    messages: {
      early:
        'Route "{route}" is set while the canary has no pods; move the step after {action}, which adds the first one.',
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
      if (hasCanaryPods(all, index) !== false) continue;
      const name = route.at('name');
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

/** Whether the canary has pods, but a route that was set before is missing. */
function isLost(route: string, from: number): (moment: LiveMoment) => boolean {
  return ({ frame: { kind, step = -1, routes, replicas } }) =>
    kind === 'step' &&
    from !== -1 &&
    step >= from &&
    replicas.canary.available > 0 &&
    !routes.some(({ name }) => name === route);
}
