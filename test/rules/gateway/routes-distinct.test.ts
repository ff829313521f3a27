import rule from '../../../src/rules/gateway/routes-distinct.js';
import { describeRule } from '../../support/describe-rule.js';

const both = (other: string): string =>
  `HTTPRoute "${other}" matches the same requests at Gateway "edge" as the rule of HTTPRoute "web" that Rollout "web" splits, and only one of the two receives them; merge the rules, or change one of the matches.`;

describeRule(rule, {
  'matches-left-empty.yaml': [both('assets')],
  'earlier-rule.yaml': [
    'An earlier rule of HTTPRoute "web" matches the same requests as this one, so the split of Rollout "web" receives none; remove one of the two.',
  ],
  'later-rule.yaml': [],
  'other-hostname.yaml': [],
  'other-listener.yaml': [],
  'other-path.yaml': [],
  'same-headers-in-another-order.yaml': [both('beta')],
  'same-match.yaml': [both('assets')],
  // The Gateway takes the first by name, whichever file is read first.
  'two-splits.yaml': [both('api')],
  'two-splits-in-the-other-order.yaml': [both('api')],
});
