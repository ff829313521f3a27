import rule from '../../../src/rules/istio/claims-authenticated.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'absent.yaml': [
    'VirtualService "web" matches "@request.auth.claims.group" at Gateway "web", but no RequestAuthentication here is for the proxies of that Gateway.',
  ],
  'authenticated.yaml': [],
  'for-other-proxies.yaml': [
    'VirtualService "web" matches "@request.auth.claims.group" at Gateway "web", but no RequestAuthentication here is for the proxies of that Gateway.',
  ],
  'selector-filled-in.yaml': [],
});
