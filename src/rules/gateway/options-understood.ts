import { canary, serviceField, steps, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import gateway from '../../rollouts/routers/gateway-api.js';
import { isSupported, routersOf } from '../../rollouts/routers/support.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'gateway/options-understood',
    description: 'Require a Rollout to use only options that the Gateway API plugin supports.',
    why: 'The controller accepts the option for every plugin, but this one always treats the weight of the canary as a percentage.',
    otherwise: {
      over: {
        when: 'For a maxTrafficWeight above 100',
        consequence: 'pass-error',
        why: 'The weight of the stable Service falls below 0, which the API server refuses, so every pass of the controller fails from then on.',
      },
      mirror: {
        when: 'For setMirrorRoute',
        consequence: 'no-effect',
        // Nothing breaks: requests are still routed as intended.
        severity: 'warning',
        why: 'The plugin does nothing and reports success, so the step completes and no request is mirrored.',
      },
      pair: {
        when: 'For pingPong',
        consequence: 'pass-error',
        why: 'The plugin only reads stableService and canaryService. Both are empty, so every pass of the controller fails with "backendRef was not found".',
      },
    },
    consequence: 'unshifted-traffic',
    severity: 'error',
    messages: {
      weight:
        'Rollout "{rollout}" sets maxTrafficWeight to {weight}, but the Gateway API plugin always uses weights that add up to 100; remove it.',
      mirror:
        'The Gateway API plugin does not mirror requests, so this step has no effect; use a RequestMirror filter in the route.',
      pair: 'The Gateway API plugin does not support pingPong, which Rollout "{rollout}" sets; use stableService and canaryService instead.',
    },
    fixes: ['unsafe'],
    links: [
      'https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/plugin.go',
      'https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/httproute.go',
    ],
  },

  router: gateway,

  checkRollout(rollout, { graph, report }) {
    // The options may be meant for another router.
    if (routersOf(rollout).length > 1) return;
    const data = { rollout: rollout.name };
    const isAllowed = (feature: Parameters<typeof isSupported>[1]): boolean =>
      isSupported(rollout, feature, graph.rolloutsVersion);

    const most = trafficRouting(rollout).at('maxTrafficWeight');
    if (most.number !== undefined && most.number !== 100 && isAllowed('maxTrafficWeight'))
      report(
        most,
        'weight',
        { ...data, weight: most.number },
        { case: most.number > 100 ? 'over' : undefined, fix: () => removalOf(most, 'unsafe') },
      );
    const mirrors = steps(rollout).map((step) => step.at('setMirrorRoute'));
    const [first, ...others] = mirrors.filter((mirror) => mirror.at('match').items.length > 0);
    if (first && isAllowed('setMirrorRoute'))
      report(first, 'mirror', data, {
        ...{ atKey: true, case: 'mirror' as const },
        related: others.map((at) => ({ at, message: 'nor this one' })),
      });
    if (serviceField(rollout, 'ping').exists && isAllowed('pingPong'))
      report(canary(rollout).at('pingPong'), 'pair', data, { atKey: true, case: 'pair' });
  },
});
