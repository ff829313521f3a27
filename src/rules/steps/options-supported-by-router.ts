import { canary, trafficRouting } from '../../kinds/rollout.js';
import { isSupported, routersOf, routerTitles, supportingIn } from '../../routers/support.js';
import { defineRule } from '../rule.js';
import { allOf } from '../../facts/words.js';

export default defineRule({
  meta: {
    name: 'steps/options-supported-by-router',
    description: 'Require the traffic router of a canary to support the options that are set for it.',
    why: 'The controller marks the Rollout InvalidSpec and starts no update; Argo CD shows it as Degraded.',
    otherwise: {
      unrouted: {
        when: 'For pingPong without any router',
        consequence: 'no-effect',
        why: 'The controller accepts it, but no Service keeps selecting the stable pods.',
      },
    },
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      noRouter: 'Rollout "{rollout}" has no trafficRouting, which {option} needs.',
      unsupported:
        'Rollout "{rollout}" routes with {routers}, which cannot do {option}; {supporting} can, as of Argo Rollouts {version}.',
      exclusive: 'scaleDownDelaySeconds and dynamicStableScale exclude each other; remove one of them.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/canary/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    const strategy = canary(rollout);
    const routing = trafficRouting(rollout);
    const dynamic = strategy.at('dynamicStableScale');
    const delay = strategy.at('scaleDownDelaySeconds');
    const pingPong = strategy.at('pingPong');

    if (!routing.exists) {
      const options = [...(dynamic.boolean === true ? [dynamic] : []), delay];
      for (const option of options.filter(({ exists }) => exists))
        report(option, 'noRouter', { rollout: rollout.name, option: String(option.key) }, { atKey: true });
      if (pingPong.exists)
        report(
          pingPong,
          'noRouter',
          { rollout: rollout.name, option: 'pingPong' },
          { atKey: true, case: 'unrouted' },
        );
      return;
    }
    if (dynamic.boolean === true && delay.exists)
      report(dynamic, 'exclusive', {}, { atKey: true, related: [{ at: delay, message: 'excludes it' }] });

    const routers = routersOf(rollout);
    if (routers.length === 0) return; // steps/router-given reports it.
    for (const [option, feature] of [
      [pingPong, 'pingPong'],
      [routing.at('maxTrafficWeight'), 'maxTrafficWeight'],
    ] as const) {
      if (!option.exists || isSupported(rollout, feature, graph.rolloutsVersion)) continue;
      report(
        option,
        'unsupported',
        {
          rollout: rollout.name,
          option: feature,
          routers: allOf(routerTitles(routers)),
          supporting: allOf(routerTitles(supportingIn(feature, graph.rolloutsVersion))),
          version: graph.rolloutsVersion,
        },
        { atKey: true },
      );
    }
  },
});
