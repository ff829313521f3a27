import rule from '../../../src/rules/gateway/header-prefix-plain.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'plain.yaml': [],
  'plus.yaml': [
    'Prefix "v1+beta" of header "X-Stage" becomes the pattern "v1+beta.*", in which "+" has a meaning; write a regex that escapes it.',
  ],
  'regex.yaml': [],
});
