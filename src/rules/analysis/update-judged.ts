import { analyses } from '../../kubernetes/kinds/analysis.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { durationText } from '../../rollouts/analysis/timing.js';
import { unjudged, unjudgedEnd } from '../../rollouts/analysis/unjudged.js';
import { titled } from '../choices.js';
import { counterpart } from '../facts/earlier.js';
import { allOf } from '../facts/words.js';
import { addedTo } from '../fixes.js';
import { type ProposedFix, type RuleContext, typedRule } from '../rule.js';

/** Pauses of so many seconds in all leave time for an alert and for a person to abort. */
const longEnough = 600;

export default typedRule({
  meta: {
    name: 'analysis/update-judged',
    description:
      'Require an analysis, a pause for a user or ten minutes of pauses before a new version gets all requests.',
    why: 'Once its pods are ready, the new version gets all requests whatever it answers. A bad version stays until a user notices it.',
    consequence: 'analysis-void',
    severity: 'info',
    fixes: ['choice'],
    messages: {
      removed:
        'The change removes the last analysis of Rollout "{rollout}" ({analyses}), so no metric stops a bad version any more; keep one.',
      steps:
        'Nothing judges a new version of Rollout "{rollout}": its steps have no analysis, and {pauses}; add an analysis, or a pause without duration.',
      end: 'Nothing judges Rollout "{rollout}" above setWeight: {judged}: steps[{index}] is its last analysis, {follows}, and {pauses}; add an analysis at a larger weight, or one in the background.',
      gate: 'Nothing judges Rollout "{rollout}" above setWeight: {judged}: once a user has promoted it at steps[{index}], {follows}, and {pauses}; add an analysis, or a pause without duration at a larger weight.',
      promotion:
        'Nothing judges a new version of Rollout "{rollout}": it has no analysis, and is promoted {when}; add a prePromotionAnalysis, or set autoPromotionEnabled to false.',
    },
    otherwise: {
      removed: {
        when: 'When the linted change (--changed, --staged) removes the last analysis',
        consequence: 'analysis-void',
        why: 'The next version is judged by no metric, whatever it answers. A bad one stays until a user notices it.',
        severity: 'warning',
      },
      end: {
        when: 'For weights after the last analysis',
        consequence: 'analysis-void',
        why: 'What the last analysis lets pass goes on to larger weights by time alone. An error that shows only under more load, or after a while, is not measured.',
        severity: 'info',
      },
      gate: {
        when: 'For weights after the last pause for a user, who saw less than half of the requests on the new version',
        consequence: 'analysis-void',
        why: 'What the user has promoted at a small weight goes on to larger ones by time alone. An error that shows only under more load, or after a while, stops nothing.',
        severity: 'info',
      },
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/analysis/',
      'https://argo-rollouts.readthedocs.io/en/stable/features/bluegreen/#autopromotionenabled',
    ],
  },

  checkRollout(rollout, { graph, before, report }) {
    const lost = before && analyses(rollout).length === 0 ? lostAnalyses(rollout, graph, before()) : [];
    if (lost.length > 0) {
      const strategy = rollout.at('spec', 'strategy');
      const data = { rollout: rollout.name, analyses: allOf(lost) };
      report(strategy, 'removed', data, {
        case: 'removed',
        atKey: true,
        complete: [strategy],
        rests: [strategy],
      });
      return;
    }
    reportEnd(rollout, report);
    const found = unjudged(rollout);
    if (!found || found.seconds >= longEnough) return;
    const { field, seconds } = found;
    const data = { rollout: rollout.name };
    const options = { atKey: true, complete: [field], rests: [rollout.at('spec', 'strategy')] };
    if (field.key === 'blueGreen') {
      const when =
        seconds === 0
          ? 'as soon as its pods are available'
          : `${durationText(seconds)} after its pods are available`;
      const enabled = field.at('autoPromotionEnabled');
      const choices = (): readonly ProposedFix[] => [
        titled('Set autoPromotionEnabled to false.', { field: enabled, value: false }),
      ];
      report(field, 'promotion', { ...data, when }, { ...options, choices });
    } else {
      const choices = (): readonly (ProposedFix | undefined)[] => [pauseForUser(field)];
      report(field, 'steps', { ...data, pauses: pausesOf(seconds) }, { ...options, choices });
    }
  },
});

type Report = RuleContext<
  'removed' | 'steps' | 'end' | 'gate' | 'promotion',
  'removed' | 'end' | 'gate'
>['report'];

/** Reports weights that come after the last analysis, or after the last pause for a user. */
function reportEnd(rollout: Resource, report: Report): void {
  const end = unjudgedEnd(rollout);
  const [first] = end?.weights ?? [];
  const all = end?.judge.parent?.parent;
  if (!end || !first || !all || end.judged <= 0 || end.seconds >= longEnough) return;
  const { judge, index, judged, weights, seconds } = end;
  const kind = judge.key === 'analysis' ? 'end' : 'gate';
  report(
    judge,
    kind,
    {
      ...{ rollout: rollout.name, index, judged, pauses: pausesOf(seconds) },
      follows: followsOf(weights.map(({ number }) => String(number))),
    },
    {
      ...{ atKey: true, case: kind, complete: [all], rests: [all] },
      related: [{ at: first, message: 'not judged' }],
      ...(kind === 'gate' && { choices: () => [pauseForUser(all, index)] }),
    },
  );
}

function pausesOf(seconds: number): string {
  return seconds === 0 ? 'no step pauses' : `all pauses together last ${durationText(seconds)}`;
}

/**
 * Has an update wait for a user before the new version gets all requests: what waits later protects from nothing.
 * @param after the index of a step that it comes behind
 */
function pauseForUser(all: Field, after = -1): ProposedFix | undefined {
  const weights = all.items.map((step) => step.at('setWeight'));
  if (weights.some(({ exists, number }) => exists && number === undefined)) return undefined;
  const full = weights.findIndex(({ number = 0 }) => number >= 100);
  if (full === -1) {
    const added = addedTo(all, { pause: {} });
    return added && { ...added, title: 'Add a pause without duration as the last step.' };
  }
  const first = weights.findIndex(({ number = 0 }) => number > 0);
  const index = all.items.findLastIndex(
    (step, at) => at > Math.max(first, after) && at < full && step.at('pause').exists,
  );
  const pause = all.items[index]?.at('pause');
  return (
    pause &&
    titled(`Remove the duration of steps[${index}], so that it waits for a user.`, {
      field: pause,
      value: {},
    })
  );
}

/** The analyses that a Rollout had before a change, in words. */
function lostAnalyses(rollout: Resource, graph: Graph, before: Graph): readonly string[] {
  const earlier = counterpart(rollout, graph, before);
  return earlier ? analyses(earlier).map(({ words }) => words) : [];
}

function followsOf(weights: readonly string[]): string {
  return weights.length === 1 ? `weight ${weights[0]} follows` : `weights ${allOf(weights)} follow`;
}
