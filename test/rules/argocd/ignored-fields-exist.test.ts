import rule from '../../../src/rules/argocd/ignored-fields-exist.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'index-past-the-end.yaml': [
    'spec.template.spec.containers of Deployment "web" has 1 element in Git, so "/spec/template/spec/containers/1/resources" ignores nothing; remove it.',
    'spec.template.spec.containers of Deployment "web" has 1 element in Git, so ".spec.template.spec.containers[2].resources" ignores nothing; remove it.',
  ],
  'misspelt-container.yaml': [
    'No element of spec.template.spec.containers in Deployment "web" has the name "servr", neither in Git nor during an update, so ".spec.template.spec.containers[] | select(.name == "servr") | .resources" never matches; did you mean "server"?',
  ],
  'misspelt-element.yaml': [
    'No element of spec.http in VirtualService "web" has the name "primry", neither in Git nor during an update, so ".spec.http[]? | select(.name == "primry") | .route[]?.weight" never matches; did you mean "primary"?',
    'No element of spec.http in VirtualService "web" has the name "bets", neither in Git nor during an update, so ".spec.http[]? | select(.name == "bets")" never matches; did you mean "beta"?',
  ],
  'misspelt-field.yaml': [
    'VirtualService has no field "wieght" in "spec.http[].route[]", so ".spec.http[]?.route[]?.wieght" never matches. Did you mean "weight"?',
    'VirtualService has no field "weight" in "spec.http[].route[].destination", so ".spec.http[]?.route[]?.destination.weight" never matches.',
    'Rollout has no field "contaners" in "spec.template.spec", so "/spec/template/spec/contaners/0/image" never matches. Did you mean "containers"?',
    'Rollout has no field "specs", so "/specs/replicas" never matches. Did you mean "spec"?',
  ],
  'written-by-others.yaml': [],
});
