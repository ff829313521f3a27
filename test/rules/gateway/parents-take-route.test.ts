import rule from '../../../src/rules/gateway/parents-take-route.js';
import { describeRule } from '../../support/describe-rule.js';

const notOfNamespace =
  'Gateway "edge" in namespace "infra" accepts no routes from namespace "shop" on "web" (HTTP, port 80), so HTTPRoute "web" is not attached; allow the namespace in allowedRoutes.namespaces.';

describeRule(rule, {
  'gateway-not-given.yaml': [],
  'all-namespaces.yaml': [],
  'gateway-misspelt.yaml': ['Gateway "egde" of HTTPRoute "web" is not found; did you mean "edge"?'],
  'gateway-of-another-team.yaml': [],
  'gateway-of-the-platform-is-gone.yaml': [
    'Gateway "egde" of HTTPRoute "web" is not found; did you mean "edge"?',
  ],
  // Without a namespace a parentRef means the namespace of its route (ParentReference, "namespace").
  'gateway-elsewhere.yaml': [
    'Gateway "edge" of HTTPRoute "web" is not found in namespace "shop"; namespace "infra" has one.',
  ],
  'hostname-not-served.yaml': [
    'Gateway "edge" only serves "*.example.com", which matches none of the hostnames of HTTPRoute "web" ("shop.example.org"); use a hostname that it serves.',
  ],
  'hostname-served.yaml': [],
  'kind-not-listed.yaml': [
    'None of the listeners of Gateway "edge" for HTTPRoute "web" accepts routes of this kind: "web" (HTTP, port 80); use another listener.',
  ],
  'labels-fit.yaml': [],
  'labels-known.yaml': [notOfNamespace],
  'labels-not-known.yaml': [],
  'listener-for-connections.yaml': [
    'None of the listeners of Gateway "edge" for HTTPRoute "web" accepts routes of this kind: "db" (TCP, port 5432); use another listener.',
  ],
  'namespace-not-allowed.yaml': [notOfNamespace],
  'port-of-a-listener.yaml': [],
  'port-of-no-listener.yaml': [
    'Gateway "edge" has no listener on port 8080 for HTTPRoute "web", only "web" (HTTP, port 80); use one of these.',
  ],
  'protocol-of-an-implementation.yaml': [],
  'section-misspelt.yaml': [
    'Gateway "edge" has no listener "wbe" for HTTPRoute "web", only "web" (HTTP, port 80); use one of these.',
  ],
  'selected-by-another-name.yaml': [notOfNamespace],
  'selected-by-name.yaml': [],
  'service-as-parent.yaml': [],
  'taken.yaml': [],
  'beside-a-rollout.yaml': ['Gateway "egde" of HTTPRoute "assets" is not found; did you mean "edge"?'],
  'beside-without-one-alike.yaml': ['Gateway "public" of HTTPRoute "assets" is not found.'],
  'service-without-a-kind.yaml': [
    'Parent "assets" of HTTPRoute "assets" is a Service, but without a kind it means a Gateway, which is not found; set its group to "" and its kind to "Service".',
  ],
  'apart-from-a-rollout': ['Gateway "egde" of HTTPRoute "assets" is not found; did you mean "edge"?'],
  'apart-beside-a-gateway': ['Gateway "public" of HTTPRoute "assets" is not found.'],
  'apart-without-one-alike': [],
});
