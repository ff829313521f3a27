import rule from '../../../src/rules/argocd/list-elements-found-by-name.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'alb-path-in-front.yaml': [
    'Rollout "web" puts routes of its own in front of the others in Ingress "web", and ".spec.rules[0].http.paths[0]" leads to another one while they are there; find it by what it says: .spec.rules[]?.http.paths[]? | select(.backend.service.name == "web-root").',
  ],
  'as-in-the-documentation.yaml': [],
  'header-route-in-front.yaml': [
    'Rollout "web" puts routes of its own in front of the others in VirtualService "web", and "/spec/http/0/route/0/weight" leads to another one while they are there; find it by what it says: .spec.http[]? | select(.name == "primary").',
    'Rollout "web" puts routes of its own in front of the others in VirtualService "web", and ".spec.http[0].route[1].weight" leads to another one while they are there; find it by what it says: .spec.http[]? | select(.name == "primary").',
  ],
  'higher-index-first.yaml': [],
  'no-route-in-front.yaml': [],
  'one-removed-after-the-other.yaml': [
    'What "/spec/tls/1" leads to has moved on when "/spec/tls/0" has been removed; find both by what they say, or name the higher index first.',
    'What "/spec/template/spec/containers/0" leads to has moved on when ".spec.template.spec.containers[0]" has been removed; find both by what they say, or name the higher index first.',
  ],
});
