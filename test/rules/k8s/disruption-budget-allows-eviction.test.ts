import rule from '../../../src/rules/k8s/disruption-budget-allows-eviction.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'as-many-as-replicas.yaml': [
    'PodDisruptionBudget "web" keeps 2 of the pods available, and Rollout "web" has 2, so none can be evicted; allow at least one pod to be unavailable.',
  ],
  'forbids-all.yaml': [
    'PodDisruptionBudget "web" allows no pod to be unavailable, so none can be evicted; allow at least one.',
    'PodDisruptionBudget "web-2" allows no pod to be unavailable, so none can be evicted; allow at least one.',
  ],
  'right.yaml': [],
  'scaled.yaml': [],
});
