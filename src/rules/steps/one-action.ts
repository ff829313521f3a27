import { actionNames, exclusiveActions } from '../../kubernetes/kinds/steps.js';
import { titled } from '../choices.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';
import { allOf, oneOf, quoted } from '../facts/words.js';

export default typedRule({
  meta: {
    name: 'steps/one-action',
    description:
      'Require every step to have an action, and at most one of setWeight, pause, experiment and analysis.',
    why: 'The controller marks the Rollout InvalidSpec: "Step must have one of the following set: experiment, setWeight, setCanaryScale, plugin or pause". No update starts.',
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      several: 'This step does {actions} at once; make each a separate step.',
      none: 'This step does nothing; set one of {known}.',
      null: '"{action}" is null, so this step does nothing; write {right}.',
    },
    fixes: ['safe', 'choice'],
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/canary/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    ],
  },

  voices: {
    'step-actions-many': (found, { report }) => {
      for (const { field: step } of found) {
        const [first, ...others] = exclusiveActions(step);
        const keys = [first!, ...others].map(({ key }) => String(key));
        const related = others.map((at) => ({ at, message: 'in the same step' }));
        report(first!, 'several', { actions: allOf(keys) }, { atKey: true, related });
      }
    },
    'step-action-missing': (found, { report }) => {
      for (const { field: step } of found) {
        // An unknown key is a misspelt action.
        if (!step.entries.every(({ key }) => (actionNames as readonly unknown[]).includes(key))) continue;
        const [empty] = step.entries;
        if (!empty) {
          const pause = { field: step.at('pause'), value: {} };
          const choices = () => [
            { ...removalOf(step), title: 'Remove this step.' },
            titled('Set pause to {}.', pause),
          ];
          report(step, 'none', { known: oneOf(quoted(actionNames)) }, { choices });
        } else {
          const isPause = empty.key === 'pause';
          const right = isPause ? '"pause: {}"' : 'its value';
          const fix = { title: `Write ${right}.`, writes: [{ field: empty, value: {} }] };
          report(
            empty,
            'null',
            { action: String(empty.key), right },
            { atKey: true, fix: () => (isPause ? fix : undefined) },
          );
        }
      }
    },
  },
});
