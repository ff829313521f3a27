import rule from '../../../src/rules/nginx/annotations-known.js';
import { describeRule } from '../../support/describe-rule.js';

const misspelt =
  'Annotation "nginx.ingress.kubernetes.io/proxy-read-timout" is unknown: no release of ingress-nginx from 0.34 to 1.15 reads it; did you mean "proxy-read-timeout"?';

describeRule(rule, {
  'another-controller.yaml': [],
  'another-prefix.yaml': [],
  'class-of-an-unknown-controller.yaml': [],
  'class-of-another-ingress-nginx.yaml': [misspelt],
  'known.yaml': [],
  'misspelt-beside-the-right-one.yaml': [misspelt],
  'misspelt.yaml': [misspelt],
  'of-an-old-release.yaml': [
    'Annotation "nginx.ingress.kubernetes.io/secure-backends" is unknown: no release of ingress-nginx from 0.34 to 1.15 reads it; remove it.',
  ],
  'removed.yaml': [
    'Annotation "nginx.ingress.kubernetes.io/enable-opentracing" is not read after ingress-nginx 1.9; remove it.',
  ],
  'values.yaml': [
    'Annotation "nginx.ingress.kubernetes.io/proxy-read-timeout" is "60s", which ingress-nginx cannot read; it must be a whole number without a unit.',
    'Annotation "nginx.ingress.kubernetes.io/ssl-redirect" is "yes", which ingress-nginx cannot read; it must be "true" or "false".',
  ],
});
