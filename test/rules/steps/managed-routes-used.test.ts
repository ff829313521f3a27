import rule from '../../../src/rules/steps/managed-routes-used.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(
  rule,
  {
    'all-set.yaml': [],
    'misspelt-in-a-step.yaml': [],
    'never-set.yaml': [
      'No step of Rollout "web" sets route "by-header" of managedRoutes; add a setHeaderRoute or setMirrorRoute, or remove it here.',
    ],
    'one-of-two.yaml': [
      'No step of Rollout "web" sets route "copies" of managedRoutes; add a setHeaderRoute or setMirrorRoute, or remove it here.',
    ],
    'placeholder.yaml': [],
    // What kustomize built of one document for two overlays.
    'set-in-another-build': [
      'No step of Rollout "dev-web" sets route "beta" of managedRoutes here, but one in test/rules/steps/managed-routes-used/set-in-another-build/prod/.rolloutkit-rendered.yaml does; keep the route for that one, or move it to the patch with the step.',
    ],
    'steps-by-a-patch': [],
  },
  { graph: { asWritten: ({ kind }) => ({ kind, name: 'web', file: 'base/rollout.yaml' }) } },
);
