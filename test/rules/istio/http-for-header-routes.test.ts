import rule from '../../../src/rules/istio/http-for-header-routes.js';
import { describeRule } from '../../support/describe-rule.js';

const none = (action: string, route: string, virtualService = 'checkout'): string =>
  `VirtualService "${virtualService}" has no HTTP routes, which ${action} of Rollout "checkout" needs to set route "${route}"; remove the VirtualService from the Rollout, or remove the step.`;

describeRule(rule, {
  'http-and-tcp.yaml': [],
  'http.yaml': [],
  'mirror-route.yaml': [none('setMirrorRoute', 'mirror')],
  'no-routes-at-all.yaml': [],
  'one-of-several.yaml': [none('setHeaderRoute', 'testers', 'database')],
  'sections-patched': [],
  'step-that-removes-a-route.yaml': [],
  'tcp-only.yaml': [none('setHeaderRoute', 'testers')],
  'tcp-without-header-routes.yaml': [],
});
