import rule from '../../../src/rules/alb/ingress-routes-service.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'absent-ingress.yaml': [],
  'default-backend-alone.yaml': [
    'Ingress "web" has no paths; add one to Service "web-stable" with the port name "use-annotation". A defaultBackend does not count.',
  ],
  // An Ingress of the old group is an Ingress.
  'extensions-ingress-of-the-folder': [],
  'misspelt.yaml': [
    'Ingress "web" has no path to stableService "web-stable", and no rootService is set; its paths lead to "web-stabel".',
  ],
  'name-prefix': [],
  'name-prefix-not-in-the-rollout': [
    'rootService "web-root" is deployed as "shop-web-root", and so Ingress "web" names it: kustomize does not change rootService unless a transformer configuration tells it to.',
  ],
  'placeholder.yaml': [],
  'root-service-without-path.yaml': [
    'Ingress "web" has no path to rootService "web-rot"; its paths lead to "web-root", "admin".',
  ],
  'root-service.yaml': [],
  'rules-patched': [],
  'second-of-a-list.yaml': [
    'Ingress "web-internal" has no path to stableService "web-stable", and no rootService is set; its paths lead to "web-public".',
  ],
  'stable-service-without-path.yaml': [
    'Ingress "web" has no path to stableService "web-stable", and no rootService is set; its paths lead to "web".',
  ],
  'stable-service.yaml': [],
  'v1beta1-backend.yaml': [],
  'rules-to-fill-in.yaml': [],
});
