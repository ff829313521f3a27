import rule from '../../../src/rules/istio/delegate-exists.js';
import { describeRule } from '../../support/describe-rule.js';

const notFound = (name: string): string =>
  `VirtualService "${name}", to which "checkout" delegates, is not found`;

describeRule(rule, {
  'found-in-another-namespace.yaml': [],
  'found.yaml': [],
  'has-hosts.yaml': [
    'VirtualService "checkout" delegates to VirtualService "checkout-rest", which has hosts, so Istio does not use it as a delegate; remove its hosts.',
  ],
  'kustomize-adds-a-prefix': [
    'VirtualService "checkout-rest", to which "checkout" delegates, is deployed as "prod-checkout-rest", but kustomize does not change this field; write "prod-checkout-rest", or list the field in a transformer configuration of kustomize.',
  ],
  'missing-in-another-namespace.yaml': [`${notFound('checkout-rest')}.`],
  'missing.yaml': [`${notFound('checkout-rest')}.`],
  'misspelt.yaml': [`${notFound('checkout-rst')}; did you mean "checkout-rest"?`],
  'namespace-of-another-repository.yaml': [],
  'of-another-repository.yaml': ['VirtualService "platform", to which "edge" delegates, is not found.'],
  'placeholder.yaml': [],
});
