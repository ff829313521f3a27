import rule from '../../../src/rules/istio/server-ca-given.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'credential-of-gateways.yaml': [
    'DestinationRule "web" begins TLS (mode SIMPLE) to host "web" with "credentialName", which sidecars use only if there is a "workloadSelector"; add that, or set "caCertificates".',
  ],
  'in-order.yaml': [],
  'simple-without-ca.yaml': [
    'DestinationRule "web" begins TLS (mode SIMPLE) to host "web" without "caCertificates"; set it, unless a public CA signs for that host.',
    'DestinationRule "web" begins TLS (mode MUTUAL) to host "web" on port 443 without "caCertificates"; set it, unless a public CA signs for that host.',
  ],
});
