import rule from '../../../src/rules/istio/host-exists.js';
import { describeRule } from '../../support/describe-rule.js';

const missing = (host: string): string =>
  `Host "${host}" of VirtualService "checkout" is neither a Service of namespace "shop" nor a ServiceEntry.`;
const partial = (name: string, namespace: string, host = `${name}.${namespace}`): string =>
  `Istio does not resolve host "${host}" of VirtualService "checkout" to a Service, because it only completes names without a dot; write "${name}.${namespace}.svc.cluster.local".`;

describeRule(rule, {
  'edge-to-services-of-other-repositories.yaml': [
    'Host "payments" of VirtualService "edge" is neither a Service nor a ServiceEntry.',
  ],
  'not-exported.yaml': [
    'Host "db.data.svc.cluster.local" of VirtualService "web" is Service "db", which is exported to "data" but not to namespace "shop"; add that namespace to its annotation "networking.istio.io/exportTo".',
    'Host "mail.example.com" of VirtualService "web" is ServiceEntry "mail", which is exported to "data" but not to namespace "shop"; add that namespace to its "exportTo".',
  ],
  'absent.yaml': [missing('checkout')],
  'another-route.yaml': [missing('books')],
  'exported-by-another-cluster.yaml': [],
  'external-host.yaml': [],
  'full-name-of-another-namespace.yaml': [],
  'full-name.yaml': [],
  'kustomize-adds-a-prefix': [
    'Host "books" of VirtualService "checkout" refers to a Service that is deployed as "prod-books", but kustomize does not change this field; write "prod-books", or list the field in a transformer configuration of kustomize.',
  ],
  'kustomize-is-taught': [],
  'mirror.yaml': [missing('audit')],
  'mirrors.yaml': [missing('audit')],
  'misspelt.yaml': [
    'Host "raets" of VirtualService "checkout" is neither a Service of namespace "shop" nor a ServiceEntry; did you mean Service "rates"?',
  ],
  'namespace-out-of-sight.yaml': [],
  'partial-name-of-a-service-entry.yaml': [],
  'partial-name-with-svc.yaml': [partial('rates', 'bank', 'rates.bank.svc')],
  'partial-name.yaml': [partial('checkout', 'shop')],
  'partial-names-of-another-namespace.yaml': [],
  'partial-names-of-the-rollout.yaml': [
    partial('checkout-stable', 'shop'),
    partial('checkout-canary', 'shop'),
  ],
  'placeholder.yaml': [],
  'redirect-and-delegate.yaml': [],
  'service-entry.yaml': [],
  'service.yaml': [],
  'services-of-the-rollout.yaml': [],
  'short-name-in-another-namespace.yaml': [
    'Host "checkout" of VirtualService "checkout" is neither a Service of namespace "mesh" nor a ServiceEntry; Service "checkout" is in namespace "shop", so write "checkout.shop.svc.cluster.local".',
  ],
  'unrendered-chart-beside': [],
  'without-a-rollout.yaml': [],
});
