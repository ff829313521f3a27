import rule from '../../../src/rules/k8s/autoscaled-start.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'replicas-of-the-deployment.yaml': [
    'Rollout "web" has no replicas, so it starts with 1 pod, while Deployment "web-pods", whose template it takes, has 4; set replicas to 4.',
  ],
  'one-each.yaml': [],
  'replicas-of-its-own.yaml': [],
  'kept.yaml': [],
  'migrated.yaml': [],
  'replicas.yaml': [],
  'starts-with-one.yaml': [
    'Rollout "web" has no replicas, so it starts with 1 pod and then scales Deployment "web" down (onsuccess), before HorizontalPodAutoscaler "web" adds others; set replicas to 4 for the migration.',
  ],
  'starts-with-one-keda.yaml': [
    'Rollout "web" has no replicas, so it starts with 1 pod and then scales Deployment "web" down (progressively), before ScaledObject "web" adds others; set replicas for the migration.',
  ],
});
