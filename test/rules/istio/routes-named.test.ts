import rule from '../../../src/rules/istio/routes-named.js';
import { describeRule } from '../../support/describe-rule.js';

const several = (count: number, protocol: string, selector: string): string =>
  `VirtualService "checkout" has ${count} ${protocol} routes; name those to shift in "${selector}".`;

describeRule(rule, {
  'chosen-by-port.yaml': [],
  'chosen.yaml': [],
  'empty-list-chosen.yaml': [several(2, 'HTTP', 'routes')],
  'header-route-after-the-last-weight.yaml': [],
  'header-route-and-a-name.yaml': [
    'setWeight does not reach HTTP route "primary" of VirtualService "checkout" while route "testers" exists, because Rollout "checkout" names no routes; put "primary" in "routes".',
  ],
  'header-route-and-chosen.yaml': [],
  'header-route-and-no-name.yaml': [],
  'header-route-in-the-same-step.yaml': [
    'setWeight does not reach HTTP route "primary" of VirtualService "checkout" while route "testers" exists, because Rollout "checkout" names no routes; put "primary" in "routes".',
  ],
  'header-route-removed-before.yaml': [],
  'mirror-route-after-a-header-route.yaml': [
    'setMirrorRoute "mirror" finds no route to copy while route "testers" exists, because Rollout "checkout" names no routes; put "primary" in "routes".',
  ],
  'mirror-route-and-no-name.yaml': [
    'setWeight does not reach HTTP route 1 of VirtualService "checkout" while route "mirror" exists, because Rollout "checkout" names no routes; give it a name and put that in "routes".',
  ],
  'mirror-route-removed-before.yaml': [],
  'one-route-beside-a-managed-one.yaml': [],
  'one-route.yaml': [],
  'redirect-beside-the-split.yaml': [several(2, 'HTTP', 'routes')],
  'two-named-none-chosen.yaml': [several(2, 'HTTP', 'routes')],
  'two-tcp-routes.yaml': [several(2, 'TCP', 'tcpRoutes')],
  'two-tls-routes.yaml': [several(2, 'TLS', 'tlsRoutes')],
  'two-unnamed-none-chosen.yaml': [several(2, 'HTTP', 'routes')],
});
