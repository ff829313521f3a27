import rule from '../../../src/rules/kustomize/images-match.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-kind-with-containers': [],
  digest: [],
  'image-of-a-placeholder': [],
  'in-a-component': [],
  'init-container': [],
  misspelt: [
    'Image "ghcr.io/acme/wbe" is not found in what this kustomization builds; did you mean "ghcr.io/acme/web"?',
  ],
  'no-tag': [],
  patched: [],
  'patched-elsewhere': [
    'Image "ghcr.io/acme/wbe" is not found in what this kustomization builds; did you mean "ghcr.io/acme/web"?',
  ],
  placeholder: [],
  'registry-with-a-port': [],
  'remote-base': [],
  'renamed-by-the-base': [],
  tag: [],
  taught: [],
  'patched-below': [],
  'patched-only-outside': [
    'Image "log" is not found in what this kustomization builds, which has "acme/log-writer", "acme/log-reader".',
  ],
  'without-a-rollout': ['Image "api" is not found in what this kustomization builds, which has "web".'],
  'without-its-registry': [
    'Image "web" is not found in what this kustomization builds, which has "ghcr.io/acme/web".',
  ],
});
