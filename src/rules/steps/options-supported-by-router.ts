import { canary, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { type Feature, routersOf, routerTitles, supportingIn } from '../../rollouts/routers/support.js';
import { removalOf } from '../fixes.js';
import { typedRule, type RuleContext } from '../rule.js';
import { allOf } from '../facts/words.js';

export default typedRule({
  meta: {
    name: 'steps/options-supported-by-router',
    description: 'Require the traffic router of a canary to support the options that the canary sets.',
    why: 'The controller marks the Rollout InvalidSpec and starts no update; Argo CD shows it as Degraded.',
    otherwise: {
      unrouted: {
        when: 'For pingPong without any router',
        consequence: 'no-effect',
        why: 'The controller accepts it, but no Service keeps selecting the stable pods.',
      },
      ignored: {
        when: 'For minPodsPerReplicaSet, abortScaleDownDelaySeconds and scaleDownDelayRevisionLimit without any router',
        consequence: 'no-effect',
        why: 'The controller accepts the option and never reads it.',
        severity: 'info',
      },
    },
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      noRouter:
        'Rollout "{rollout}" has no trafficRouting, which {option} needs; add a traffic router, or remove {option}.',
      ignored:
        'Rollout "{rollout}" has no trafficRouting, so {option} has no effect; add a traffic router, or remove {option}.',
      unsupported:
        'Rollout "{rollout}" routes with {routers}, which cannot do {option}; {supporting} can, as of Argo Rollouts {version}.',
      exclusive: 'scaleDownDelaySeconds and dynamicStableScale cannot be combined; remove one.',
    },
    fixes: ['unsafe', 'choice'],
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/canary/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/replicaset.go',
    ],
  },

  voices: {
    'option-unrouted': (found, context) => {
      for (const { field } of found) reportUnrouted(field, context);
    },
    'options-exclusive': ([{ field }], { rollout, report }) => {
      const delay = canary(rollout).at('scaleDownDelaySeconds');
      report(
        field,
        'exclusive',
        {},
        {
          atKey: true,
          related: [{ at: delay, message: 'excludes it' }],
          choices: () => [field, delay].map((one) => removalOf(one)),
        },
      );
    },
    'ping-pong-unsupported': ([{ field }], context) => reportUnsupported(field, 'pingPong', context),
    'max-weight-unsupported': ([{ field }], context) => reportUnsupported(field, 'maxTrafficWeight', context),
  },

  checkRollout(rollout, { report }) {
    if (trafficRouting(rollout).exists) return;
    const pingPong = canary(rollout).at('pingPong');
    if (pingPong.exists) reportUnrouted(pingPong, { rollout, report }, 'unrouted');
    for (const option of onlyRouted) {
      const field = canary(rollout).at(option);
      const data = { rollout: rollout.name, option };
      if (field.exists)
        report(field, 'ignored', data, {
          atKey: true,
          case: 'ignored',
          rests: [trafficRouting(rollout)],
          fix: () => removalOf(field, 'unsafe'),
        });
    }
  },
});

/** Options of a canary that the controller reads only with a traffic router, and accepts without one. */
const onlyRouted = ['minPodsPerReplicaSet', 'abortScaleDownDelaySeconds', 'scaleDownDelayRevisionLimit'];

type Context = Pick<RuleContext, 'report'> & { readonly rollout: Resource };

function reportUnrouted(option: Field, { rollout, report }: Context, when?: 'unrouted'): void {
  const data = { rollout: rollout.name, option: String(option.key) };
  report(option, 'noRouter', data, { atKey: true, case: when, fix: () => removalOf(option, 'unsafe') });
}

function reportUnsupported(
  option: Field,
  feature: Feature,
  { rollout, graph, report }: Context & Pick<RuleContext, 'graph'>,
): void {
  const routers = routersOf(rollout);
  if (routers.length === 0) return; // The Rollout has no router.
  const data = {
    rollout: rollout.name,
    option: feature,
    routers: allOf(routerTitles(routers)),
    supporting: allOf(routerTitles(supportingIn(feature, graph.rolloutsVersion))),
    version: graph.rolloutsVersion,
  };
  report(option, 'unsupported', data, { atKey: true, choices: () => [removalOf(option)] });
}
