import rule from '../../../src/rules/argocd/list-elements-found-by-name.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'alb-path-in-front.yaml': [
    'Rollout "web" temporarily inserts routes before the others in Ingress "web", so ".spec.rules[0].http.paths[0]" selects a different element; select it by content: .spec.rules[]?.http.paths[]? | select(.backend.service.name == "web-root").',
  ],
  'as-in-the-documentation.yaml': [],
  'header-route-in-front.yaml': [
    'Rollout "web" temporarily inserts routes before the others in VirtualService "web", so "/spec/http/0/route/0/weight" selects a different element; select it by content: .spec.http[]? | select(.name == "primary").',
    'Rollout "web" temporarily inserts routes before the others in VirtualService "web", so ".spec.http[0].route[1].weight" selects a different element; select it by content: .spec.http[]? | select(.name == "primary").',
  ],
  'higher-index-first.yaml': [],
  'no-route-in-front.yaml': [],
  'one-removed-after-the-other.yaml': [
    'After "/spec/tls/0" is removed, "/spec/tls/1" points at a different element; select both by content, or put the higher index first.',
    'After ".spec.template.spec.containers[0]" is removed, "/spec/template/spec/containers/0" points at a different element; select both by content, or put the higher index first.',
  ],
});
