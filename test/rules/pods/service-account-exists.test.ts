import rule from '../../../src/rules/pods/service-account-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'misspelt.yaml': [
    'ServiceAccount "wbe", which the pods of Rollout "web" run as, is not found; did you mean "web"?',
  ],
  'made-by-other-tools.yaml': [],
  'nothing-similar.yaml': [],
  'of-every-namespace.yaml': [],
  renamed: [
    'ServiceAccount "web", which the pods of Rollout "web" run as, is deployed as "shop-web", but kustomize does not change this field; write "shop-web", or list the field in a transformer configuration of kustomize.',
  ],
  'right.yaml': [],
});
