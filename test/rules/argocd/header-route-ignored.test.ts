import rule from '../../../src/rules/argocd/header-route-ignored.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'alb-nothing.yaml': [
    `Application "shop" does not ignore the routes that the setHeaderRoute steps of Rollout "web" add to Ingress "web" ("web-preview"); ignore '.spec.rules[]?.http.paths[]? | select(.backend.service.name == "web-preview")', which "rolloutkit drift --write" adds.`,
  ],
  'alb-path-by-service.yaml': [],
  // Beside argocd/jq-parses it says nothing.
  'broken-expression.yaml': [
    `Application "shop" does not ignore the routes that the setHeaderRoute steps of Rollout "web" add to VirtualService "web" ("web-preview"); ignore '.spec.http[]? | select(.name == "web-preview")', which "rolloutkit drift --write" adds.`,
  ],
  'istio-another-route.yaml': [
    `Application "shop" does not ignore the routes that the setHeaderRoute steps of Rollout "web" add to VirtualService "web" ("web-preview"); ignore '.spec.http[]? | select(.name == "web-preview")', which "rolloutkit drift --write" adds.`,
  ],
  'istio-route-by-name.yaml': [],
  'istio-route-in-argocd-cm.yaml': [],
  'istio-weights-only.yaml': [
    `Application "shop" does not ignore the routes that the setHeaderRoute steps of Rollout "web" add to VirtualService "web" ("web-preview"); ignore '.spec.http[]? | select(.name == "web-preview")', which "rolloutkit drift --write" adds.`,
  ],
  'istio-without-header-route.yaml': [],
  'renamed-by-overlays': [],
  // Only staging has the step; production has other steps by a patch.
  'steps-of-an-overlay': [
    `Application "staging" does not ignore the routes that the setHeaderRoute steps of Rollout "web" add to VirtualService "web" ("web-preview"); ignore '.spec.http[]? | select(.name == "web-preview")', which "rolloutkit drift --write" adds.`,
  ],
  'weights-of-a-renamed-object': [
    `Application "production" does not ignore the routes that the setHeaderRoute steps of Rollout "web" add to VirtualService "web-prd" ("web-preview"); ignore '.spec.http[]? | select(.name == "web-preview")', which "rolloutkit drift --write" adds.`,
  ],
});
