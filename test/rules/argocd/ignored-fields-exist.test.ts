import rule from '../../../src/rules/argocd/ignored-fields-exist.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'misspelt-element.yaml': [
    'No element of spec.http in VirtualService "web" has the name "primry", in Git or while an update runs, so ".spec.http[]? | select(.name == "primry") | .route[]?.weight" leads to nothing; is it "primary"?',
    'No element of spec.http in VirtualService "web" has the name "bets", in Git or while an update runs, so ".spec.http[]? | select(.name == "bets")" leads to nothing; is it "beta"?',
  ],
  'misspelt-field.yaml': [
    'A VirtualService has no field "wieght" in "spec.http[].route[]", so ".spec.http[]?.route[]?.wieght" never leads to anything. Did you mean "weight"?',
    'A VirtualService has no field "weight" in "spec.http[].route[].destination", so ".spec.http[]?.route[]?.destination.weight" never leads to anything.',
    'A Rollout has no field "contaners" in "spec.template.spec", so "/spec/template/spec/contaners/0/image" never leads to anything. Did you mean "containers"?',
    'A Rollout has no field "specs", so "/specs/replicas" never leads to anything. Did you mean "spec"?',
  ],
  'written-by-others.yaml': [],
});
