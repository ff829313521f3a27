import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.js';
import rule from '../../../src/rules/analysis/update-judged.js';
import { describeRule } from '../../support/describe-rule.js';
import { fileSource } from '../../support/sources.js';

describeRule(rule, {
  'short-pauses.yaml': [
    'Nothing judges a new version of Rollout "web": its steps have no analysis, and all pauses together last 1m; add an analysis, or a pause without duration.',
  ],
  'no-pause.yaml': [
    'Nothing judges a new version of Rollout "web": its steps have no analysis, and no step pauses; add an analysis, or a pause without duration.',
  ],
  'all-requests-at-the-end.yaml': [
    'Nothing judges a new version of Rollout "web": its steps have no analysis, and all pauses together last 1m30s; add an analysis, or a pause without duration.',
  ],
  'all-requests-at-once.yaml': [
    'Nothing judges a new version of Rollout "web": its steps have no analysis, and all pauses together last 30s; add an analysis, or a pause without duration.',
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
  'after-a-person.yaml': [
    'Nothing judges Rollout "web" above setWeight: 20: once a user has promoted it at steps[1], weights 40 and 80 follow, and all pauses together last 20s; add an analysis, or a pause without duration at a larger weight.',
  ],
  'after-a-person-and-an-analysis.yaml': [
    'Nothing judges Rollout "web" above setWeight: 10: once a user has promoted it at steps[2], weight 50 follows, and no step pauses; add an analysis, or a pause without duration at a larger weight.',
  ],
  'after-a-person-slowly.yaml': [],
  'after-a-person-at-half.yaml': [],
  'after-a-person-in-the-background.yaml': [],
  'after-a-person-all.yaml': [],
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

it.each([
  ['short-pauses.yaml', ['Add a pause without duration as the last step.']],
  // A bad version has 60 % there; a pause after the last step would wait while it has all.
  ['all-requests-at-the-end.yaml', ['Remove the duration of steps[3], so that it waits for a user.']],
  ['all-requests-at-once.yaml', []],
  ['after-a-person.yaml', ['Add a pause without duration as the last step.']],
])('has a user asked before the new version gets all requests: %s', (file, titles) => {
  const { findings } = lint([fileSource(join(__dirname, 'update-judged', file))], [rule]);
  expect(findings.flatMap(({ choices = [] }) => choices.map(({ title }) => title))).toEqual(titles);
});
