import rule from '../../../src/rules/gateway/parents-take-route.js';
import { describeRule } from '../../support/describe-rule.js';

const notOfNamespace =
  'Gateway "edge" of namespace "infra" takes no routes of namespace "shop" on "web" (HTTP, port 80), so HTTPRoute "web" is not attached; allow the namespace in allowedRoutes.namespaces.';

describeRule(rule, {
  'gateway-not-given.yaml': [],
  'all-namespaces.yaml': [],
  'gateway-misspelt.yaml': ['Gateway "egde" of HTTPRoute "web" is not found; did you mean "edge"?'],
  'gateway-of-another-team.yaml': [],
  'gateway-of-the-platform-is-gone.yaml': [
    'Gateway "egde" of HTTPRoute "web" is not found; did you mean "edge"?',
  ],
  'hostname-not-served.yaml': [
    'Gateway "edge" serves "*.example.com", which is none of the hostnames of HTTPRoute "web" ("shop.example.org").',
  ],
  'hostname-served.yaml': [],
  'kind-not-listed.yaml': [
    'No listener of Gateway "edge" that HTTPRoute "web" asks for takes routes of this kind: "web" (HTTP, port 80).',
  ],
  'labels-fit.yaml': [],
  'labels-known.yaml': [notOfNamespace],
  'labels-not-known.yaml': [],
  'listener-for-connections.yaml': [
    'No listener of Gateway "edge" that HTTPRoute "web" asks for takes routes of this kind: "db" (TCP, port 5432).',
  ],
  'namespace-not-allowed.yaml': [notOfNamespace],
  'port-of-no-listener.yaml': [
    'Gateway "edge" has no listener on port 8080 for HTTPRoute "web"; it has "web" (HTTP, port 80).',
  ],
  'protocol-of-an-implementation.yaml': [],
  'section-misspelt.yaml': [
    'Gateway "edge" has no listener "wbe" for HTTPRoute "web"; it has "web" (HTTP, port 80).',
  ],
  'selected-by-another-name.yaml': [notOfNamespace],
  'selected-by-name.yaml': [],
  'service-as-parent.yaml': [],
  'taken.yaml': [],
});
