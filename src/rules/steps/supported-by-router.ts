import type { ViolationCode } from '../../rollouts/controllers/validation/violation.js';
import type { Field } from '../../model/field.js';
import { removalOf } from '../fixes.js';
import { withoutEach } from '../choices.js';
import { routersOf, routerTitles, supportingIn, type Feature } from '../../rollouts/routers/support.js';
import { type ProposedFix, typedRule, type Voice } from '../rule.js';
import { allOf } from '../facts/words.js';

export default typedRule({
  meta: {
    name: 'steps/supported-by-router',
    description: 'Require the traffic router of a Rollout to support the actions of its steps.',
    why: 'The controller marks the Rollout InvalidSpec and starts no update; Argo CD shows it as Degraded.',
    consequence: 'invalid-spec',
    severity: 'error',
    fixes: ['choice'],
    messages: {
      noRouter:
        'Rollout "{rollout}" has no trafficRouting, which {action} needs; add a traffic router, or remove {action}.',
      unsupported:
        'Rollout "{rollout}" routes with {routers}, which cannot do {action}; {supporting} can, as of Argo Rollouts {version}.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    ],
  },

  voices: {
    'step-unrouted': (found, { rollout, report }) => {
      const fields = found.map(({ field }) => field).sort((one, other) => rankOf(one) - rankOf(other));
      const [first, ...others] = fields;
      const data = { rollout: rollout.name, action: namedActions[rankOf(first!)]?.[1] };
      report(first!, 'noRouter', data, {
        atKey: true,
        related: alike(others),
        choices: () => [withoutSteps(fields)],
      });
    },
    'step-header-route-unsupported': unsupported('setHeaderRoute'),
    'step-mirror-route-unsupported': unsupported('setMirrorRoute'),
    'experiment-weight-unsupported': unsupported('experimentWeight'),
  },
});

/** The actions that need a router, the most informative first, in words. */
const namedActions = [
  ['setCanaryScale', 'setCanaryScale'],
  ['setHeaderRoute', 'setHeaderRoute'],
  ['setMirrorRoute', 'setMirrorRoute'],
  ['weight', 'the weight of an experiment'],
] as const;

function rankOf({ key }: Field): number {
  return namedActions.findIndex(([name]) => name === key);
}

/** Removes the steps with these actions; of an experiment only the weights. */
function withoutSteps(fields: readonly Field[]): ProposedFix | undefined {
  const gone = fields.map((field) => (field.key === 'weight' ? field : (field.parent ?? field)));
  const sorted = gone.toSorted((left, right) => Number(left.key) - Number(right.key));
  const isStep = sorted.every(({ key }) => typeof key === 'number');
  if (!isStep && sorted.some(({ key }) => typeof key === 'number')) return undefined;
  const list = sorted[0]?.parent;
  if (isStep && list?.items.length === sorted.length)
    return { ...removalOf(list), title: 'Remove the steps: each needs a traffic router that has it.' };
  const names = [...new Set(fields.map(({ key }) => String(key)))].join(' and ');
  return withoutEach(isStep ? `Remove each step with ${names}.` : `Remove ${names}.`, sorted);
}

function unsupported<Code extends ViolationCode>(feature: Feature): Voice<Code> {
  return (found, { rollout, graph, report }) => {
    const routers = routersOf(rollout);
    if (routers.length === 0) return; // The Rollout has no router.
    const [first, ...others] = found.map(({ field }) => field);
    const data = {
      rollout: rollout.name,
      routers: allOf(routerTitles(routers)),
      action: namedActions[rankOf(first!)]?.[1],
      supporting: allOf(routerTitles(supportingIn(feature, graph.rolloutsVersion))),
      version: graph.rolloutsVersion,
    };
    report(first!, 'unsupported', data, {
      atKey: true,
      related: alike(others),
      choices: () => [withoutSteps([first!, ...others])],
    });
  };
}

function alike(fields: readonly Field[]): { at: Field; message: string }[] {
  return fields.slice(0, 3).map((at) => ({ at, message: 'this one needs it too' }));
}
