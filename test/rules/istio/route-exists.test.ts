import rule from '../../../src/rules/istio/route-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'misspelt.yaml': [
    'Route "mian" is not in VirtualService "checkout", which only has "main" and "moved"; use one of its routes.',
  ],
  'name-is-a-placeholder.yaml': [],
  'named.yaml': [],
  'one-of-several.yaml': [
    'Route "secondary" is not in VirtualService "checkout", which only has "primary"; use one of its routes.',
  ],
  'renamed.yaml': [
    'Route "primary" is not in VirtualService "checkout", which only has "main" and "moved"; use one of its routes.',
  ],
  'routes-patched': [],
  'second-entry-of-a-name.yaml': [
    'Route "primary" is not in VirtualService "checkout", which only has "main" and "moved"; use one of its routes.',
  ],
  'tcp-by-another-port.yaml': [
    'No TCP route of VirtualService "checkout" matches exactly port 3307, only port 3306; use one of these.',
  ],
  'tcp-by-port.yaml': [],
  'tcp-without-match.yaml': [
    'No TCP route of VirtualService "checkout" matches exactly port 3306, only any port; use one of these.',
  ],
  'the-only-one-has-a-name.yaml': [],
  'the-only-one.yaml': [],
  'tls-by-port-and-sni.yaml': [],
  'tls-of-two-ports.yaml': [
    'No TLS route of VirtualService "checkout" matches exactly port 8443, only port 443 (SNI pay.example.com, checkout.example.com) and ports 8443/9443; use one of these.',
  ],
  'tls-only-with-http-routes-chosen.yaml': [],
  'tls-with-fewer-sni-hosts.yaml': [
    'No TLS route of VirtualService "checkout" matches exactly port 443 (SNI checkout.example.com), only port 443 (SNI pay.example.com, checkout.example.com) and ports 8443/9443; use one of these.',
  ],
  'unnamed-in-the-virtual-service.yaml': [
    'Route "primary" is not in VirtualService "checkout", which only has one without a name; use one of its routes.',
  ],
  'virtual-service-not-given.yaml': [],
  'virtual-service-of-another-namespace.yaml': [
    'Route "secondary" is not in VirtualService "checkout", which only has "primary"; use one of its routes.',
  ],
});
