import rule from '../../../src/rules/gateway/header-routes-last.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'called-like-a-further-rule.yaml': [
    'This step removes header route "beta-1": the plugin takes it for a further rule of header route "beta"; call one of them otherwise.',
  ],
  'removed-at-the-end.yaml': [],
  'removed-with-another.yaml': [
    'This step removes header route "team" with header route "beta": the plugin removes all of them when it removes one; set "team" again, or remove "beta" when none is needed any more.',
  ],
  'set-again.yaml': [],
});
