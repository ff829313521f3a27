import rule from '../../../src/rules/pods/calls-reach-services.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'bad.yaml': [
    'Rollout "web" calls port 5433 of Service "database" in the command of container "wait", but the Service has no such port; write 5432.',
    'Rollout "web" calls port 3000 of Service "orders" in variable "ORDERS_URL", but the Service has no such port; write 80.',
    'Rollout "web" calls port 443 of Service "orders" in variable "ORDERS_PLAIN", but the Service has no such port; write 80.',
    'Service "cash", which Rollout "web" calls in variable "CACHE", is not found; did you mean "cache"?',
    'Rollout "web" calls port 5434 of Service "database" in variable "DATABASE_URL", but the Service has no such port; write 5432.',
    'Service "stock", which Rollout "web" calls in variable "STOCK_URL", is not found in namespace "shop"; namespace "warehouse" has one.',
    'Rollout "web" calls port 6380 of Service "cache" in "CACHE_ADDRESS" of ConfigMap "web", but the Service has no such port; write 6379.',
  ],
  'good.yaml': [],
});
