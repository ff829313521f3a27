import rule from '../../../src/rules/argocd/router-fields-ignored.js';
import { describeRule } from '../../support/describe-rule.js';

const besideOthers = `Application "shop" ignores no difference of VirtualService "web", but the controller changes .spec.http[].route[].weight there for Rollout "web"; ignore '.spec.http[]? | select(.name == "primary") | .route[]?.weight'.`;

describeRule(rule, {
  'alb-with-authored-action.yaml': [],
  'alb-with-ignored-action.yaml': [],
  'alb-without-authored-action.yaml': [],
  'application-of-another-folder.yaml': [],
  // The API server stores no nulls: there are no TLS routes.
  'beside-nulls.yaml': [besideOthers],
  'beside-routes-of-others.yaml': [besideOthers],
  // Alone it tells that the weights are not ignored; beside argocd/jq-parses, nothing.
  'broken-expression.yaml': [
    `Application "shop" does not ignore everything that the controller changes in VirtualService "web" for Rollout "web": .spec.http[].route[].weight still differs; ignore '.spec.http[]?.route[]?.weight'.`,
  ],
  'documented-expression-and-a-redirect.yaml': [
    'The expression ".spec.http[].route[].weight" fails for VirtualService "web" (cannot iterate over: null) and so ignores nothing, but the controller changes .spec.http[].route[].weight there for Rollout "web"; correct the expression.',
  ],
  // A path of keys is a JSON pointer; jq would read it as a division.
  'gateway-label-in-git.yaml': [
    'Application "shop" ignores no difference of HTTPRoute "web", but the controller changes .metadata.labels["rollouts.argoproj.io/gatewayapi-canary"], .spec.rules[].backendRefs[].weight there for Rollout "web"; ignore \'/metadata/labels\', \'.spec.rules[]?.backendRefs[]?.weight\'.',
  ],
  'gateway-selected.yaml': [
    'Application "shop" ignores no difference of HTTPRoute "web", but the controller changes .spec.rules[].backendRefs[].weight there for Rollout "web"; ignore \'.spec.rules[]?.backendRefs[]?.weight\'.',
  ],
  'gateway-without-defaults.yaml': [
    'Application "shop" ignores no difference of HTTPRoute "web", but the controller changes .spec.rules[].backendRefs[].weight there for Rollout "web"; ignore \'.spec.rules[]?.backendRefs[]?.weight\'.',
  ],
  'managers-in-argocd-cm.yaml': [],
  'managers-whose-fields-are-unknown.yaml': [],
  'name-of-another-overlay': [
    `Application "production" ignores no difference of VirtualService "web-prd", but the controller changes .spec.http[].route[].weight there for Rollout "web"; ignore '.spec.http[]? | select(.name == "web-preview")', '.spec.http[]?.route[]?.weight'.`,
  ],
  'no-traffic-is-shifted.yaml': [],
  'nothing-ignored.yaml': [
    `Application "shop" ignores no difference of VirtualService "web", but the controller changes .spec.http[].route[].weight there for Rollout "web"; ignore '.spec.http[]?.route[]?.weight'.`,
  ],
  'other-field-ignored.yaml': [
    `Application "shop" does not ignore everything that the controller changes in VirtualService "web" for Rollout "web": .spec.http[].route[].weight still differs; ignore '.spec.http[]?.route[]?.weight'.`,
  ],
  'pointer-to-the-list.yaml': [],
  'renamed-by-overlays': [],
  'other-kind-in-argocd-cm.yaml': [
    `Application "shop" ignores no difference of VirtualService "web", but the controller changes .spec.http[].route[].weight there for Rollout "web"; ignore '.spec.http[]?.route[]?.weight'.`,
  ],
  'weights-ignored.yaml': [],
  'weights-ignored-in-argocd-cm.yaml': [],
  'wildcard-group-and-kind.yaml': [],
});
