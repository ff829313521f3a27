import rule from '../../../src/rules/analysis/update-judged.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'short-pauses.yaml': [
    'Nothing judges a new version of Rollout "web": its steps have no analysis, and all pauses together last 1m; add an analysis, or a pause without duration.',
  ],
  'no-pause.yaml': [
    'Nothing judges a new version of Rollout "web": its steps have no analysis, and no step pauses; add an analysis, or a pause without duration.',
  ],
  'at-once.yaml': [
    'Nothing judges a new version of Rollout "web": it has no analysis, and is promoted as soon as its pods are available; add a prePromotionAnalysis, or set autoPromotionEnabled to false.',
  ],
  'soon.yaml': [
    'Nothing judges a new version of Rollout "web": it has no analysis, and is promoted 30s after its pods are available; add a prePromotionAnalysis, or set autoPromotionEnabled to false.',
  ],
  'after-the-last-analysis.yaml': [
    'Nothing judges Rollout "web" above setWeight: 20: steps[1] is its last analysis, weights 40 and 80 follow, and all pauses together last 1m; add an analysis at a larger weight, or one in the background.',
  ],
  'one-weight-after.yaml': [
    'Nothing judges Rollout "web" above setWeight: 20: steps[2] is its last analysis, weight 50 follows, and no step pauses; add an analysis at a larger weight, or one in the background.',
  ],
  'judged-to-the-end.yaml': [],
  'a-person-at-the-end.yaml': [],
  'in-the-background-too.yaml': [],
  // Ten minutes of pauses would be enough without the change.
  'analysis-removed': [
    'The change removes the last analysis of Rollout "web" (the background analysis), so no metric stops a bad version any more; keep one.',
  ],
  // It is judged at another time.
  'analysis-moved': [],
  'good.yaml': [],
});
