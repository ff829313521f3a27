import rule from '../../../src/rules/pods/image-versioned.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'latest.yaml': [
    'Image "shop/web:latest" of Rollout "web" has tag "latest", which names no version: a new image under it starts no update; use a tag or digest of one version.',
  ],
  'latest-of-a-variant.yaml': [
    'Image "shop/web:green-latest" of Rollout "web" has tag "green-latest", which names no version: a new image under it starts no update; use a tag or digest of one version.',
  ],
  'word-within-a-tag.yaml': [],
  'untagged.yaml': [
    'Image "shop/web" of Rollout "web" has no tag and means "latest", which names no version: a new image under it starts no update; use a tag or digest of one version.',
  ],
  'good.yaml': [],
  'digest.yaml': [],
  'arguments.yaml': [],
  'flux.yaml': [],
  'set-by-pipeline': [],
  updated: [],
  'updated-beside': [
    'Image "shop/web:latest" of Rollout "web" has tag "latest", which names no version: a new image under it starts no update; use a tag or digest of one version.',
  ],
  // argocd-image-updater skips an Application of plain manifests.
  'plain-files-of-updater': [
    'Image "shop/web:latest" of Rollout "web" has tag "latest", which names no version: a new image under it starts no update; use a tag or digest of one version.',
  ],
  patched: [],
  'tag-of-overlay': [
    'Image "shop/web" of Rollout "web" gets the tag "prod" here, which names no version: a new image under it starts no update; set newTag to one version, or digest.',
  ],
  'tag-of-inner-kustomization': [],
  'tag-set-by-pipeline': [],
  'tag-of-another-image': [],
  'placeholder-registry.yaml': [
    'Image "${REGISTRY}/web:latest" of Rollout "web" has tag "latest", which names no version: a new image under it starts no update; use a tag or digest of one version.',
  ],
  'placeholder-tag.yaml': [],
  'other-file-by-pipeline': [
    'Image "shop/web:latest" of Rollout "web" has tag "latest", which names no version: a new image under it starts no update; use a tag or digest of one version.',
  ],
  'any-file-by-pipeline': [],
  // envsubst changes variables alone.
  'filled-in-by-pipeline': [
    'Image "shop/web:latest" of Rollout "web" has tag "latest", which names no version: a new image under it starts no update; use a tag or digest of one version.',
  ],
});
