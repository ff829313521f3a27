import { goDuration, parseDuration, pauseSeconds } from '../../kubernetes/kinds/duration.js';
import { steps } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import { typedRule, type ReportOptions, type RuleContext } from '../rule.js';

export default typedRule({
  meta: {
    name: 'steps/duration-parses',
    description:
      'Require the durations of pauses and experiments to be valid Go durations that are not negative.',
    why: 'The controller marks a Rollout with such a pause InvalidSpec: "Duration needs to be greater than 0".',
    otherwise: {
      experiment: {
        when: 'For an experiment',
        consequence: 'update-stuck',
        why: 'The experiment never ends, and its step never completes.',
      },
    },
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      unreadable:
        '"{duration}" is not a duration; write seconds as a number, or use the units h, m and s, as in "1h30m" (there is no unit for days).',
      unreadableNear: '"{duration}" is not a duration; write "{right}". The units are h, m and s.',
      tooLong:
        'The duration "{duration}" is longer than the 2147483647 seconds that the controller can count; shorten it.',
      negative: 'The duration {duration} is negative; set 0 or more.',
      noUnit: 'The duration "{duration}" of an experiment has no unit; write "{right}".',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/canary/#pause-duration',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/types.go',
      'https://pkg.go.dev/time#ParseDuration',
    ],
  },

  voices: {
    'step-pause': (found, { report }) => {
      for (const { field } of found) {
        const seconds = pauseSeconds(field);
        const data = { duration: field.shown };
        if (seconds !== undefined) report(field, 'negative', data);
        else if (field.number !== undefined || parseDuration(field.shown) !== undefined)
          report(field, 'tooLong', data);
        else reportUnreadable(field, report);
      }
    },
  },

  checkRollout(rollout, { report }) {
    for (const step of steps(rollout)) {
      // Unlike a pause, an experiment accepts no number without a unit, and the controller does not validate it.
      const duration = step.at('experiment', 'duration');
      const { text } = duration;
      if (text === undefined) continue;
      const parsed = parseDuration(text);
      if (parsed !== undefined && parsed < 0n) report(duration, 'negative', { duration: text }, ofExperiment);
      else if (parsed !== undefined) continue;
      else if (/^\d+$/.test(text))
        report(duration, 'noUnit', { duration: text, right: `${text}s` }, ofExperiment);
      else reportUnreadable(duration, report, ofExperiment);
    }
  },
});

const ofExperiment = { case: 'experiment' } as const;

function reportUnreadable(
  field: Field,
  report: RuleContext['report'],
  options: ReportOptions<'experiment'> = {},
): void {
  const right = goDuration(field.shown);
  const data = { duration: field.shown, right };
  report(field, right === undefined ? 'unreadable' : 'unreadableNear', data, options);
}
