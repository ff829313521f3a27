import rule from '../../../src/rules/analysis/queries-parse.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'bad.yaml': [
    'Prometheus refuses the query of metric "not-closed": the query ends too early.',
    'Prometheus refuses the query of metric "no-range": rate needs a range vector, but this is an instant vector.',
    'Prometheus refuses the query of metric "argument-in-a-label": the query ends too early.',
  ],
  'good.yaml': [],
  'literal.yaml': [
    'Matcher code!="5**" in the query of metric "glob" compares with these characters and not with a pattern, so it leaves nothing out; use !~ with a regular expression.',
    'Matcher status="5.." in the query of metric "dots" compares with these characters and not with a pattern, so it selects nothing; use =~ with a regular expression.',
  ],
});
