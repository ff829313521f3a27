import { analyses } from '../../kubernetes/kinds/analysis.js';
import { pauseSeconds } from '../../kubernetes/kinds/duration.js';
import { steps } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { defaultProgressDeadlineSeconds } from '../../rollouts/controllers/validation/defaults.js';
import { metricsOf } from '../../rollouts/analysis/metrics.js';
import { inWords, measuringSeconds, secondsAt, templatesOf } from '../../rollouts/analysis/timing.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'analysis/measured-in-time',
    description: 'Require analyses to measure before the update that they guard is over or aborted.',
    why: 'The controller ends a background analysis with the update, and an analysis that measured nothing counts as successful. The metric stops no update.',
    consequence: 'analysis-void',
    severity: 'warning',
    otherwise: {
      aborted: {
        when: 'If progressDeadlineAbort is true',
        consequence: 'update-stuck',
        why: 'The preview pods make no progress while the analysis runs, so every update exceeds progressDeadlineSeconds and is aborted.',
        severity: 'error',
      },
      degraded: {
        when: 'For an analysis before promotion that outlasts progressDeadlineSeconds',
        consequence: 'analysis-void',
        why: 'The preview pods make no progress while the analysis runs, so the Rollout is shown as Degraded during every update.',
        severity: 'warning',
      },
    },
    messages: {
      late: 'Metric "{metric}" of {kind} "{template}" is measured first {delay} after {analysis} of Rollout "{rollout}" starts, but the pauses of the update end after {pauses}; shorten its initialDelay.',
      long: 'The analysis before promotion of Rollout "{rollout}" measures metric "{metric}" for {time}, but progressDeadlineSeconds is {deadline}; set it to more than {seconds}.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/analysis/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/conditions/conditions.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    const deadline = rollout.at('spec', 'progressDeadlineSeconds');
    const seconds = deadline.number ?? defaultProgressDeadlineSeconds;
    for (const analysis of analyses(rollout)) {
      const isBackground = analysis.place === 'background';
      const isBefore = analysis.field.key === 'prePromotionAnalysis';
      if (!isBackground && !isBefore) continue;
      const pauses = isBackground ? pausesAfter(rollout, analysis.field.at('startingStep')) : undefined;
      if (isBackground && pauses === undefined) continue;
      for (const template of templatesOf(analysis, graph) ?? [])
        for (const { field, name, isDry } of metricsOf(template)) {
          if (isDry) continue;
          const data = { metric: name, rollout: rollout.name };
          const delay = secondsAt(field.at('initialDelay'));
          // Pods of each step may take as long as the deadline allows.
          if (pauses !== undefined && delay !== undefined && delay > pauses + seconds)
            report(
              field.at('initialDelay'),
              'late',
              {
                ...data,
                ...{ kind: template.kind, template: template.name, analysis: analysis.words },
                ...{ delay: inWords(delay), pauses: inWords(pauses) },
              },
              { rests: steps(rollout), related: [{ at: analysis.field, message: 'the analysis' }] },
            );
          const time = isBefore ? measuringSeconds(field) : undefined;
          if (time !== undefined && time > seconds)
            report(
              deadline,
              'long',
              { ...data, time: inWords(time), deadline: seconds, seconds: time },
              {
                case: rollout.at('spec', 'progressDeadlineAbort').boolean === true ? 'aborted' : 'degraded',
                rests: [field.at('count'), field.at('interval')],
                related: [{ at: field, message: 'the metric' }],
              },
            );
        }
    }
  },
});

/** The seconds of all pauses from a step on; undefined where one waits for a user, or another step takes a time that is not known. */
function pausesAfter(rollout: Resource, startingStep: Field): number | undefined {
  const all = steps(rollout);
  if (all.length === 0 || (startingStep.exists && startingStep.number === undefined)) return undefined;
  let sum = 0;
  for (const step of all.slice(startingStep.number ?? 0)) {
    if (['analysis', 'experiment', 'plugin'].some((action) => step.at(action).exists)) return undefined;
    const pause = step.at('pause');
    if (!pause.exists) continue;
    const duration = pause.at('duration');
    const seconds = duration.exists ? pauseSeconds({ value: duration.number ?? duration.text }) : undefined;
    if (seconds === undefined || seconds <= 0) return undefined;
    sum += seconds;
  }
  return sum;
}
