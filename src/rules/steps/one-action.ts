import { steps } from '../../kinds/rollout.js';
import { actionNames, actions, exclusiveActions } from '../../kinds/steps.js';
import { defineRule } from '../rule.js';
import { allOf, oneOf, quoted } from '../../facts/words.js';

export default defineRule({
  meta: {
    name: 'steps/one-action',
    description:
      'Require every step to do something, and at most one of setWeight, pause, experiment and analysis.',
    why: 'The controller marks the Rollout InvalidSpec: "Step must have one of the following set: experiment, setWeight, setCanaryScale, plugin or pause". No update starts.',
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      several: 'This step does {actions}; make each a step of its own.',
      none: 'This step does nothing; set one of {known}.',
      null: '"{action}" has no value, so this step does nothing; write {right}.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/canary/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    ],
  },

  checkRollout(rollout, { report }) {
    for (const step of steps(rollout)) {
      if (step.shape !== 'map' && step.shape !== 'absent') continue;
      const [first, ...others] = exclusiveActions(step);
      if (first && others.length > 0)
        report(
          first,
          'several',
          { actions: allOf([first, ...others].map(({ key }) => String(key))) },
          { atKey: true, related: others.map((at) => ({ at, message: 'in the same step' })) },
        );
      if (actions(step).length > 0) continue;
      // An unknown key is a misspelt action; schema/fields-known reports it.
      const known = step.entries.every(({ key }) => (actionNames as readonly unknown[]).includes(key));
      const [empty] = step.entries;
      if (known && empty)
        report(
          empty,
          'null',
          { action: String(empty.key), right: empty.key === 'pause' ? '"pause: {}"' : 'its value' },
          { atKey: true },
        );
      else if (known) report(step, 'none', { known: oneOf(quoted(actionNames)) });
    }
  },
});
