import { steps, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { weightAt } from '../../kubernetes/kinds/steps.js';
import type { Field } from '../../model/field.js';
import { setTo } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'steps/weight-in-range',
    description: 'Require the weights of steps to be between 0 and maxTrafficWeight, which defaults to 100.',
    why: 'The controller marks the Rollout InvalidSpec: "SetWeight needs to be between 0 and 100".',
    otherwise: {
      experiment: {
        when: 'For the weights of an experiment',
        consequence: 'misdirected-traffic',
        why: 'The controller subtracts them from the weight of the stable version. Once that reaches 0, the weights no longer add up to 100.',
      },
    },
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      outside: 'setWeight {weight} is not between 0 and {most}; set a value in that range.',
      most: 'maxTrafficWeight {most} is not greater than 0; set a positive number.',
      total:
        'With setWeight {weight}, the weights of this experiment add up to {total}, which is above {most}; lower one of them.',
      negative: 'The weight {weight} of template "{template}" is negative; set 0 or more.',
    },
    fixes: ['unsafe'],
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/canary/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    ],
  },

  voices: {
    'step-weight': (found, { rollout, report }) => {
      const limit = trafficRouting(rollout).at('maxTrafficWeight');
      const most = limit.number ?? 100;
      if (most <= 0) report(limit, 'most', { most });
      else for (const { field } of found) report(field, 'outside', { weight: field.shown, most });
    },
  },

  checkRollout(rollout, { report }) {
    const limit = trafficRouting(rollout).at('maxTrafficWeight');
    const most = limit.exists ? limit.number : 100;
    if (most !== undefined && most <= 0) report(limit, 'most', { most });
    if (limit.exists) return;
    const all = steps(rollout);
    for (const [index, step] of all.entries())
      checkExperiment(step.at('experiment', 'templates'), weightAt(all, index)?.number ?? 0);

    function checkExperiment(templates: Field, weight: number): void {
      let total = weight;
      for (const template of templates.items) {
        const field = template.at('weight');
        if (field.number === undefined) continue;
        if (field.number < 0)
          report(
            field,
            'negative',
            { weight: field.number, template: template.at('name').text ?? '' },
            { ...ofExperiment, fix: () => setTo(field, 0, 'unsafe') },
          );
        total += Math.max(0, field.number);
      }
      const isValid = weight >= 0 && weight <= 100; // Otherwise the range error is reported.
      if (isValid && total > 100)
        report(templates, 'total', { total, weight, most: 100 }, { ...ofExperiment, atKey: true });
    }
  },
});

const ofExperiment = { case: 'experiment' } as const;
