import rule from '../../../src/rules/argocd/applied-fields-declared.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'time-of-a-generator.yaml': [
    'Application "shop" applies Rollout "web" server-side, and the API server refuses .spec.template.metadata.creationTimestamp, which the kind does not declare, even as null; remove it.',
  ],
  'compared-alone.yaml': [
    'Application "shop" compares Rollout "web" server-side, and the API server refuses .spec.template.metadata.creationTimestamp, which the kind does not declare, even as null; remove it.',
  ],
  'kind-without-a-schema.yaml': [
    'Application "shop" applies Job "migrate" server-side, and the API server refuses .spec.backofLimit, which the kind does not declare, even as null; remove it.',
  ],
  'client-side.yaml': [],
  'declared-times.yaml': [],
  'ignored.yaml': [],
  'misspelt.yaml': [
    'Application "shop" applies Rollout "web" server-side, and the API server refuses .spec.strategy.canary.stepz, which the kind does not declare, even as null; remove it.',
  ],
  // What a definition declares that is of another release, or that nobody knows here, is not said to be refused.
  'of-other-releases.yaml': [
    'Application "shop" applies AnalysisTemplate "errors" server-side, and the API server refuses .status, which the kind does not declare, even as null; remove it.',
    'Application "shop" applies VirtualService "web" server-side, and the API server refuses .spec.http[0].rout, which the kind does not declare, even as null; remove it.',
  ],
  'open-maps.yaml': [],
  'replaced.yaml': [],
});
