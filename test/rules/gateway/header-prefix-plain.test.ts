import rule from '../../../src/rules/gateway/header-prefix-plain.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'plain.yaml': [],
  'plus.yaml': [
    'Prefix "v1+beta" of header "X-Stage" becomes the regular expression "v1+beta.*", in which "+" has a special meaning; use regex and escape it.',
  ],
  'regex.yaml': [],
});
