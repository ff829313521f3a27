import rule from '../../../src/rules/istio/route-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'misspelt.yaml': ['Route "mian" is not in VirtualService "checkout", which has "main" and "moved".'],
  'name-is-a-placeholder.yaml': [],
  'named.yaml': [],
  'one-of-several.yaml': ['Route "secondary" is not in VirtualService "checkout", which has "primary".'],
  'renamed.yaml': ['Route "primary" is not in VirtualService "checkout", which has "main" and "moved".'],
  'routes-patched': [],
  'second-entry-of-a-name.yaml': [
    'Route "primary" is not in VirtualService "checkout", which has "main" and "moved".',
  ],
  'tcp-by-another-port.yaml': [
    'No TCP route of VirtualService "checkout" is for port 3307 alone; it has routes for port 3306.',
  ],
  'tcp-by-port.yaml': [],
  'tcp-without-match.yaml': [
    'No TCP route of VirtualService "checkout" is for port 3306 alone; it has routes for any port.',
  ],
  'the-only-one-has-a-name.yaml': [],
  'the-only-one.yaml': [],
  'tls-by-port-and-sni.yaml': [],
  'tls-of-two-ports.yaml': [
    'No TLS route of VirtualService "checkout" is for port 8443 alone; it has routes for port 443 (SNI pay.example.com, checkout.example.com) and ports 8443/9443.',
  ],
  'tls-only-with-http-routes-chosen.yaml': [],
  'tls-with-fewer-sni-hosts.yaml': [
    'No TLS route of VirtualService "checkout" is for port 443 (SNI checkout.example.com) alone; it has routes for port 443 (SNI pay.example.com, checkout.example.com) and ports 8443/9443.',
  ],
  'unnamed-in-the-virtual-service.yaml': [
    'Route "primary" is not in VirtualService "checkout", which has one without a name.',
  ],
  'virtual-service-not-given.yaml': [],
  'virtual-service-of-another-namespace.yaml': [
    'Route "secondary" is not in VirtualService "checkout", which has "primary".',
  ],
});
