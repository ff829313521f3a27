import rule from '../../../src/rules/istio/gateway-credential-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'certificate-filled-in.yaml': [],
  'elsewhere.yaml': [
    'Secret "web-tls" of Gateway "web" is in namespace "shop", but the proxies only read Secrets in their own namespace "istio-system"; move it there.',
  ],
  'encrypted.yaml': [],
  'found.yaml': [],
  'made-by-cert-manager.yaml': [],
  'missing-beside-a-given-one.yaml': [
    'Secret "api-tls" of Gateway "web" is not found, but Secret "web-tls" of Gateway "web" is; add the Secret, or correct its name.',
  ],
  'no-certificate.yaml': [
    'Secret "web-tls" of Gateway "web" has no certificate in "tls.crt", which must be PEM.',
  ],
  'secrets-elsewhere.yaml': [],
  'wrong-keys.yaml': [
    'Secret "web-tls" of Gateway "web" has neither "tls.crt" and "tls.key" nor "cert" and "key"; its keys are "tls.cert", "tls.key".',
  ],
});
