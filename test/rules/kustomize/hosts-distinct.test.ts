import rule from '../../../src/rules/kustomize/hosts-distinct.js';
import { describeRule } from '../../support/describe-rule.js';

const message = (kind: string): string =>
  `${kind} "web" has host "shop.example.com" in the namespaces "shop-dev" and "shop-prod", because no kustomization changes it; patch the host, so that each environment has its own.`;

describeRule(rule, {
  same: [message('Ingress'), message('VirtualService'), message('HTTPRoute')],
  patched: [],
  'one-environment': [],
  clusters: [],
});
