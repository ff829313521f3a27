import rule from '../../../src/rules/istio/claims-authenticated.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'absent.yaml': [
    'VirtualService "web" matches "@request.auth.claims.group" at Gateway "web", but no RequestAuthentication here applies to the proxies of that Gateway; add one.',
  ],
  'authenticated.yaml': [],
  'for-other-proxies.yaml': [
    'VirtualService "web" matches "@request.auth.claims.group" at Gateway "web", but no RequestAuthentication here applies to the proxies of that Gateway; add one.',
  ],
  'selector-filled-in.yaml': [],
});
