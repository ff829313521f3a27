import rule from '../../../src/rules/kustomize/patches-match.js';
import { describeRule } from '../../support/describe-rule.js';

const nothing =
  'This patch changes nothing, because its target matches no object that this kustomization builds';

// As kustomize 5.8 does it: a target that fits nothing is no error, and the patch is left out.
describeRule(rule, {
  'another-group': [`${nothing}; to match Rollout "web", set group to "argoproj.io".`],
  'another-version': [`${nothing}; to match Rollout "web", set version to "v1alpha1".`],
  'deployment-of-before': [`${nothing}; to match Rollout "web", set kind to "Rollout".`],
  fitting: [],
  'in-a-component': [],
  misspelt: [`${nothing}; to match Rollout "web", set name to "web".`],
  'name-of-after': [`${nothing}.`],
  'nothing-like-it': [`${nothing}.`],
  'remote-base': [],
  'without-a-rollout': [
    'This patch changes nothing, because its target matches no object that this kustomization builds.',
  ],
});
