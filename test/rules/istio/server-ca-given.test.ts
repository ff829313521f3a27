import rule from '../../../src/rules/istio/server-ca-given.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'credential-of-gateways.yaml': [
    'DestinationRule "web" originates TLS (mode SIMPLE) to host "web" with "credentialName", which sidecars only use together with "workloadSelector"; add that, or set "caCertificates".',
  ],
  'in-order.yaml': [],
  'simple-without-ca.yaml': [
    'DestinationRule "web" originates TLS (mode SIMPLE) to host "web" without "caCertificates"; set it, unless the host has a certificate of a public CA.',
    'DestinationRule "web" originates TLS (mode MUTUAL) to host "web" on port 443 without "caCertificates"; set it, unless the host has a certificate of a public CA.',
  ],
});
