import { goDuration, parseDuration, pauseSeconds } from '../../kinds/duration.js';
import { steps } from '../../kinds/rollout.js';
import type { Field } from '../../model/field.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'steps/duration-parses',
    description:
      'Require the durations of pauses and experiments to be ones that Go can read, and not negative.',
    why: 'The controller marks a Rollout with such a pause InvalidSpec: "Duration needs to be greater than 0". An experiment with such a duration never ends, and its step never completes.',
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      unreadable:
        '"{duration}" is no duration; write seconds as a number, or the units h, m and s as in "1h30m" (there is none for days).',
      unreadableNear: '"{duration}" is no duration; write "{right}". The units are h, m and s.',
      tooLong: 'The duration "{duration}" is too long; the controller counts up to 2147483647 seconds.',
      negative: 'The duration {duration} is negative.',
      noUnit: 'The duration "{duration}" of an experiment has no unit; write "{right}".',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/canary/#pause-duration',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/types.go',
      'https://pkg.go.dev/time#ParseDuration',
    ],
  },

  checkRollout(rollout, { report }) {
    for (const step of steps(rollout)) {
      const pause = step.at('pause', 'duration');
      const seconds = pauseSeconds(pause);
      if (seconds !== undefined && seconds < 0) report(pause, 'negative', { duration: pause.shown });
      else if (seconds === undefined && typeof pause.value === 'number')
        report(pause, 'tooLong', { duration: pause.shown });
      else if (seconds === undefined && typeof pause.value === 'string') {
        if (parseDuration(pause.value) === undefined) reportUnreadable(pause, pause.value);
        else report(pause, 'tooLong', { duration: pause.value });
      }

      // Unlike a pause, an experiment knows no number without a unit.
      const duration = step.at('experiment', 'duration');
      const { text } = duration;
      const parsed = parseDuration(text ?? '0');
      if (text !== undefined && parsed === undefined)
        if (/^\d+$/.test(text)) report(duration, 'noUnit', { duration: text, right: `${text}s` });
        else reportUnreadable(duration, text);
      else if (parsed !== undefined && parsed < 0n) report(duration, 'negative', { duration: text });
    }

    function reportUnreadable(field: Field, text: string): void {
      if (isPlaceholder(text)) return;
      const right = goDuration(text);
      report(field, right === undefined ? 'unreadable' : 'unreadableNear', { duration: text, right });
    }
  },
});
