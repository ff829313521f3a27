import { steps } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import { titled } from '../choices.js';
import type { ProposedFix } from '../rule.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'steps/weights-rise',
    description: 'Require the weights of a canary to rise from step to step.',
    why: 'The step takes requests, and without a router pods, back from the new version. What is observed then has been observed before, and the next larger weight comes as a jump.',
    consequence: 'analysis-void',
    severity: 'info',
    fixes: ['choice'],
    messages: {
      falls:
        'steps[{index}] sends {weight} % to the new version of Rollout "{rollout}", less than the {before} % of steps[{earlier}]; put the weights in rising order.',
    },
    links: ['https://argo-rollouts.readthedocs.io/en/stable/features/canary/#overview'],
  },

  checkRollout(rollout, { report }) {
    let last: { readonly index: number; readonly field: Field; readonly number: number } | undefined;
    for (const [index, step] of steps(rollout).entries()) {
      const field = step.at('setWeight');
      const { number } = field;
      if (!field.exists) continue;
      // What a placeholder becomes is unknown.
      if (number === undefined) last = undefined;
      // 0 takes the new version out on purpose.
      else if (last && number > 0 && number < last.number) {
        const { index: earlier, field: before, number: weight } = last;
        report(
          field,
          'falls',
          { index, weight: number, before: weight, earlier, rollout: rollout.name },
          {
            related: [{ at: before, message: 'a larger weight before it' }],
            choices: () => [exchanged(before, field)],
          },
        );
        return;
      } else last = { index, field, number };
    }
  },
});

function exchanged(one: Field, other: Field): ProposedFix {
  return titled(
    `Exchange ${one.shown} and ${other.shown}.`,
    { field: one, value: other.value },
    { field: other, value: one.value },
  );
}
