import rule from '../../../src/rules/alb/ingress-routes-service.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'absent-ingress.yaml': [],
  'default-backend-alone.yaml': [
    'Ingress "web" has no paths; add one to Service "web-stable": { path: /, pathType: Prefix, backend: { service: { name: web-stable, port: { name: use-annotation } } } }. A defaultBackend does not count.',
  ],
  // An Ingress of the old group is an Ingress.
  'extensions-ingress-of-the-folder': [],
  'misspelt.yaml': [
    'Ingress "web" has no path to stableService "web-stable", only to "web-stabel", and no rootService is set; add a path, or set rootService.',
  ],
  'name-prefix': [],
  'name-prefix-not-in-the-rollout': [
    'rootService "web-root" is deployed as "shop-web-root", the name in Ingress "web", but kustomize does not change rootService; write "shop-web-root", or list rootService in a transformer configuration of kustomize.',
  ],
  'placeholder.yaml': [],
  'root-service-without-path.yaml': [
    'Ingress "web" has no path to rootService "web-rot", only to "web-root", "admin"; add a path to it, or correct rootService.',
  ],
  'root-service.yaml': [],
  'rules-patched': [],
  'second-of-a-list.yaml': [
    'Ingress "web-internal" has no path to stableService "web-stable", only to "web-public", and no rootService is set; add a path, or set rootService.',
  ],
  'stable-service-without-path.yaml': [
    'Ingress "web" has no path to stableService "web-stable", only to "web", and no rootService is set; add a path, or set rootService.',
  ],
  'stable-service.yaml': [],
  'v1beta1-backend.yaml': [],
  'rules-to-fill-in.yaml': [],
});
