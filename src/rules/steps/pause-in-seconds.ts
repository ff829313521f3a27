import { pauseSeconds } from '../../kubernetes/kinds/duration.js';
import { steps } from '../../kubernetes/kinds/rollout.js';
import { durationText } from '../../rollouts/analysis/timing.js';
import { setTo } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'steps/pause-in-seconds',
    description: 'Require the number of a pause to be meant in seconds, not in milliseconds.',
    why: 'A pause without a unit counts seconds. The update waits for days, with a canary that may be bad.',
    consequence: 'update-stuck',
    severity: 'warning',
    messages: {
      long: 'A number counts seconds, so this pause lasts {lasts}; write "{meant}" if milliseconds were meant.',
    },
    fixes: ['unsafe'],
    links: ['https://argo-rollouts.readthedocs.io/en/stable/features/canary/#pause-duration'],
  },

  checkRollout(rollout, { report }) {
    for (const step of steps(rollout)) {
      const duration = step.at('pause', 'duration');
      const number = /^\d+$/.test(duration.shown) ? pauseSeconds(duration) : undefined;
      if (number === undefined || !areMilliseconds(number)) continue;
      const meant = durationText(number / 1000);
      report(
        duration,
        'long',
        { lasts: durationText(number), meant },
        {
          fix: () => setTo(duration, meant, 'unsafe'),
        },
      );
    }
  },
});

const [halfHour, day] = [1800, 86_400];

/**
 * Whether a number of seconds was meant in milliseconds: these are 5 s at least, and people who count in seconds write whole
 * half hours (9000, 36000), or from two days on whole half days (604800).
 */
function areMilliseconds(number: number): boolean {
  if (number % 1000 !== 0 || number < 5000) return false;
  return number % (number <= 2 * day ? halfHour : day / 2) !== 0;
}
