import rule from '../../../src/rules/istio/header-route-takes-own-requests.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'no-header-route.yaml': [],
  'route-to-another-service.yaml': [
    'Header route "by-header" comes before all routes of VirtualService "web" and also takes the requests to "images"; use a separate VirtualService for Rollout "web".',
  ],
  'route-without-a-host.yaml': [],
  'routes-of-its-own.yaml': [],
});
