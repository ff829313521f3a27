import rule from '../../../src/rules/analysis/jobs-permitted.js';
import { describeRule } from '../../support/describe-rule.js';

const message = (metric: string): string =>
  `The Job of metric "${metric}" runs kubectl as ServiceAccount "default", to which no RoleBinding among the files grants anything; set serviceAccountName to an account with a Role for what it reads.`;

describeRule(rule, {
  'bad.yaml': [message('pods-ready'), message('restarts')],
  'bound.yaml': [],
  'good.yaml': [],
});
