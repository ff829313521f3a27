import rule from '../../../src/rules/argocd/rollouts-delivered.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  elsewhere: [
    'No Application of the repository deploys Rollout "web": the path is "deploy", and its file is in "rollouts"; move it to a path of an Application, or add one for its folder.',
  ],
  'applied-by-a-pipeline': [],
  // It is kept for another time.
  archived: [],
  // One Rollout is deployed, so the other one may be kept for another time.
  delivered: [],
  // The files of the other repository are not known.
  'another-repository': [],
});
