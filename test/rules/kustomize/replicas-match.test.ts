import rule from '../../../src/rules/kustomize/replicas-match.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  deployment: [],
  'deployment-by-its-first-name': [],
  'in-a-component': [],
  misspelt: ['There is no workload "worke" in what this kustomization builds; there is Deployment "worker".'],
  'nothing-of-this-name': ['There is no workload "queue" in what this kustomization builds.'],
  placeholder: [],
  'remote-base': [],
  rollout: [
    'The replicas of kustomize mean Deployments and StatefulSets, and "web" is a Rollout; set its spec.replicas by a patch.',
  ],
  'rollout-of-a-base': [
    'The replicas of kustomize mean Deployments and StatefulSets, and "shop-web" is a Rollout; set its spec.replicas by a patch.',
  ],
  taught: [],
  'without-a-rollout': [],
});
