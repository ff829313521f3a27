import rule from '../../../src/rules/kustomize/images-match.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-kind-with-containers': [],
  digest: [],
  'image-of-a-placeholder': [],
  'in-a-component': [],
  'init-container': [],
  misspelt: [
    'Nothing that this kustomization builds has the image "ghcr.io/acme/wbe"; did you mean "ghcr.io/acme/web"?',
  ],
  'no-tag': [],
  patched: [],
  placeholder: [],
  'registry-with-a-port': [],
  'remote-base': [],
  'renamed-by-the-base': [],
  tag: [],
  taught: [],
  'without-a-rollout': [],
  'without-its-registry': [
    'Nothing that this kustomization builds has the image "web"; there is "ghcr.io/acme/web".',
  ],
});
