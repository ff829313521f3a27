import { analyses } from '../../kubernetes/kinds/analysis.js';
import { steps } from '../../kubernetes/kinds/rollout.js';
import { judgedLate, unguardedSteps } from '../../rollouts/analysis/first-steps.js';
import { isQuery, metricsRun } from '../../rollouts/analysis/metrics.js';
import { failsAfter } from '../../rollouts/analysis/time-left.js';
import { durationText, lastMeasured, templatesOf } from '../../rollouts/analysis/timing.js';
import { setTo } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'analysis/first-steps-guarded',
    description: 'Require an analysis to start before the canary has kept a weight for long.',
    why: 'Nothing measures the canary before startingStep. A bad version keeps its share of the requests for all of that time, although the analysis could have stopped it.',
    consequence: 'analysis-void',
    severity: 'info',
    otherwise: {
      all: {
        when: 'If no step waits from startingStep on',
        consequence: 'analysis-void',
        why: 'The analysis only runs while the update completes. A bad version keeps its share of the requests for all pauses before.',
        severity: 'warning',
      },
      after: {
        when: 'If the first analysis comes after setWeight: 100',
        consequence: 'analysis-void',
        why: 'All requests go to the new version while it is judged. A bad version fails all of them, although the analysis could have stopped it at a lower weight.',
        severity: 'info',
      },
      most: {
        when: 'If the first analysis comes after a weight above 50 that follows a smaller one',
        consequence: 'analysis-void',
        why: 'Most requests go to the new version while it is judged first. A bad version fails all of them, although the analysis could have stopped it at the smaller weight.',
        severity: 'info',
      },
    },
    messages: {
      after:
        'The first analysis of Rollout "{rollout}" is steps[{index}], after setWeight: 100, so all requests go to the new version before anything judges it; move the analysis before that weight.',
      most: 'The first analysis of Rollout "{rollout}" is steps[{index}], after setWeight: {weight}, so most requests go to the new version before anything judges it; move the analysis to a smaller weight.',
      late: 'The background analysis of Rollout "{rollout}" starts with steps[{start}], and the canary keeps up to weight {weight} for {time} before; set startingStep to {first}.',
      end: 'The background analysis of Rollout "{rollout}" starts after the last pause, and the canary keeps up to weight {weight} for {time} before; set startingStep to {first}.',
    },
    fixes: ['unsafe'],
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/analysis/#delay-analysis-runs',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    const late = judgedLate(rollout);
    const all = late?.step.parent;
    if (late && all) {
      const isAfterAll = late.weight.number === 100;
      report(
        late.step.at('analysis'),
        isAfterAll ? 'after' : 'most',
        { rollout: rollout.name, index: late.index, weight: late.weight.number },
        {
          ...{ atKey: true, case: isAfterAll ? 'after' : 'most', rests: [all], complete: [all] },
          related: [{ at: late.weight, message: `sends it ${isAfterAll ? 'all' : 'most'} requests` }],
        },
      );
    }
    const found = unguardedSteps(rollout);
    const analysis = analyses(rollout).find(({ place }) => place === 'background');
    if (!found || !analysis) return;
    const metrics = metricsRun(analysis, templatesOf(analysis, graph) ?? []).filter(({ isDry }) => !isDry);
    const { startingStep, start, first, weight, seconds, isAll } = found;
    // Where the time is too short for the analysis to fail, an earlier start would stop nothing there.
    // A query that is asked once finds no request of the canary at the start of a weight.
    const couldFail = metrics.find(
      (metric) =>
        (failsAfter(metric) ?? Infinity) < seconds &&
        !(isQuery(metric.field) && lastMeasured(metric.field) === 0),
    );
    const steps0 = steps(rollout)[0]?.parent;
    if (!couldFail || !steps0) return;
    report(
      startingStep,
      isAll ? 'end' : 'late',
      { rollout: rollout.name, start, first, weight, time: durationText(seconds) },
      {
        case: isAll ? 'all' : undefined,
        rests: [steps0, analysis.field, couldFail.field],
        complete: [steps0],
        related: [{ at: steps(rollout)[first]!, message: 'keeps a weight' }],
        fix: () => setTo(startingStep, first, 'unsafe'),
      },
    );
  },
});
