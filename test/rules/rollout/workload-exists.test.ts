import rule from '../../../src/rules/rollout/workload-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'deployment-and-pod-template.yaml': [],
  'incomplete.yaml': ['The workloadRef of Rollout "web" has no apiVersion and name; add it.'],
  'missing-deployment.yaml': [
    'Deployment "wbe", from which Rollout "web" takes its pods, is not found; did you mean "web"?',
  ],
  'name-prefix': [
    'Deployment "web", from which Rollout "web" takes its pods, is deployed as "dev-web", but kustomize does not change this field; write "dev-web", or list the field in a transformer configuration of kustomize.',
  ],
  'unsupported-kinds.yaml': [
    'Rollout "web" cannot take its pods from StatefulSet of "apps/v1"; use Deployment of "apps/v1", ReplicaSet of "apps/v1", PodTemplate of "v1".',
    'Rollout "api" cannot take its pods from Deployment of "extensions/v1beta1"; use Deployment of "apps/v1", ReplicaSet of "apps/v1", PodTemplate of "v1".',
  ],
  'number-for-api-version.yaml': [],
  'version-that-is-gone.yaml': [
    'Rollout "web" cannot take its pods from Deployment of "apps/v1beta1"; use Deployment of "apps/v1", ReplicaSet of "apps/v1", PodTemplate of "v1".',
  ],
});
