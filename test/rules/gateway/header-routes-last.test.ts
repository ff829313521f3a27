import rule from '../../../src/rules/gateway/header-routes-last.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'called-like-a-further-rule.yaml': [
    'This step also removes header route "beta-1", because the plugin treats it as another rule of header route "beta"; rename one of them.',
  ],
  'removed-at-the-end.yaml': [],
  'removed-with-another.yaml': [
    'This step removes header route "team" together with "beta", because the plugin removes all header routes at once; set "team" again, or remove "beta" when no header route is needed any more.',
  ],
  'set-again.yaml': [],
});
