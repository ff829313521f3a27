import rule from '../../../src/rules/istio/destination-port-exists.js';
import { describeRule } from '../../support/describe-rule.js';

const missing = (port: number, host: string, service = host): string =>
  `Port ${port} of host "${host}" in VirtualService "checkout" is not a port of Service "${service}", which only has 80; use one of its ports.`;

describeRule(rule, {
  'another-route.yaml': [missing(9090, 'books.library.svc.cluster.local', 'books')],
  'canary-on-another-port.yaml': [missing(8080, 'checkout-canary')],
  'container-port.yaml': [missing(8080, 'checkout-stable'), missing(8080, 'checkout-canary')],
  'mirror.yaml': [missing(8080, 'audit')],
  'no-ports.yaml': [],
  'ports-of-the-services.yaml': [],
  'ports-patched': [],
  'service-entry.yaml': [],
  'service-not-given.yaml': [],
  'service-without-ports.yaml': [],
  'virtual-service-of-nobody': [],
});
