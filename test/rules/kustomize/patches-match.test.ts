import rule from '../../../src/rules/kustomize/patches-match.js';
import { describeRule } from '../../support/describe-rule.js';

const nothing = 'This patch changes nothing, for its target fits no object that this kustomization builds';

// As kustomize 5.8 does it: a target that fits nothing is no error, and the patch is left out.
describeRule(rule, {
  'another-group': [`${nothing}; Rollout "web" would fit if group were "argoproj.io".`],
  'another-version': [`${nothing}; Rollout "web" would fit if version were "v1alpha1".`],
  'deployment-of-before': [`${nothing}; Rollout "web" would fit if kind were "Rollout".`],
  fitting: [],
  'in-a-component': [],
  misspelt: [`${nothing}; Rollout "web" would fit if name were "web".`],
  'name-of-after': [`${nothing}.`],
  'nothing-like-it': [`${nothing}.`],
  'remote-base': [],
  'without-a-rollout': [],
});
