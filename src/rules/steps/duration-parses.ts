import { goDuration, parseDuration, pauseSeconds } from '../../kubernetes/kinds/duration.js';
import { steps } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import { setTo } from '../fixes.js';
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
      alone: {
        when: 'For an Experiment that no Rollout creates',
        consequence: 'no-effect',
        why: 'The controller ignores the duration: the Experiment keeps its pods until an analysis fails or a user terminates it.',
        severity: 'warning',
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
    fixes: ['safe', 'unsafe'],
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
        if (seconds !== undefined) report(field, 'negative', data, { fix: () => setTo(field, 0, 'unsafe') });
        else if (field.number !== undefined || parseDuration(field.shown) !== undefined)
          report(field, 'tooLong', data);
        else reportUnreadable(field, report);
      }
    },
  },

  checkRollout(rollout, { report }) {
    for (const step of steps(rollout))
      checkExperiment(step.at('experiment', 'duration'), report, 'experiment');
  },

  *check({ graph, report }) {
    for (const experiment of graph.ofKind('Experiment', 'argoproj.io')) {
      yield experiment;
      checkExperiment(experiment.at('spec', 'duration'), report, 'alone');
    }
  },
});

type Case = 'experiment' | 'alone';

/** Unlike a pause, an experiment accepts no number without a unit, and the controller does not validate it. */
function checkExperiment(
  duration: Field,
  report: RuleContext<'unreadable' | 'unreadableNear' | 'negative' | 'noUnit', Case>['report'],
  when: Case,
): void {
  const { text } = duration;
  if (text === undefined || text === '') return;
  const parsed = parseDuration(text);
  if (parsed !== undefined && parsed < 0n) {
    // An Experiment with a negative duration ends at once.
    if (when === 'experiment')
      report(
        duration,
        'negative',
        { duration: text },
        { case: when, fix: () => setTo(duration, '0s', 'unsafe') },
      );
  } else if (parsed !== undefined) return;
  else if (/^\d+$/.test(text))
    report(
      duration,
      'noUnit',
      { duration: text, right: `${text}s` },
      { case: when, fix: () => setTo(duration, `${text}s`, 'unsafe') },
    );
  else reportUnreadable(duration, report, { case: when });
}

function reportUnreadable(
  field: Field,
  report: RuleContext<'unreadable' | 'unreadableNear', Case>['report'],
  options: ReportOptions<Case> = {},
): void {
  const right = goDuration(field.shown);
  const data = { duration: field.shown, right };
  report(field, right === undefined ? 'unreadable' : 'unreadableNear', data, {
    ...options,
    fix: () => setTo(field, right),
  });
}
