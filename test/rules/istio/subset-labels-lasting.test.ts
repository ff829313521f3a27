import rule from '../../../src/rules/istio/subset-labels-lasting.js';
import { describeRule } from '../../support/describe-rule.js';

const temporary = (role: string): string =>
  `Subset "${role}" of DestinationRule "checkout" selects pods by label "role", which ${role}Metadata of Rollout "checkout" sets only temporarily; remove it, the controller already selects each revision by its hash.`;

describeRule(rule, {
  'by-role.yaml': [temporary('stable'), temporary('canary')],
  'canary-only.yaml': [temporary('canary')],
  'given-to-both-revisions.yaml': [],
  'host-level.yaml': [],
  'labels-of-the-pods.yaml': [],
  'not-given-at-all.yaml': [],
  'of-the-template-too.yaml': [],
});
