import rule from '../../../src/rules/kustomize/replicas-match.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  deployment: [],
  'deployment-by-its-first-name': [],
  'in-a-component': [],
  misspelt: [
    'Workload "worke" is not found in what this kustomization builds; did you mean Deployment "worker"?',
  ],
  'nothing-of-this-name': ['Workload "queue" is not found in what this kustomization builds.'],
  placeholder: [],
  'remote-base': [],
  rollout: [
    'The replicas field of kustomize scales only Deployments and StatefulSets, but "web" is a Rollout; set its spec.replicas with a patch.',
  ],
  'rollout-of-a-base': [
    'The replicas field of kustomize scales only Deployments and StatefulSets, but "shop-web" is a Rollout; set its spec.replicas with a patch.',
  ],
  taught: [],
  'without-a-rollout': [],
});
