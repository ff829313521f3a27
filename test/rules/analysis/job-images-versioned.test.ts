import rule from '../../../src/rules/analysis/job-images-versioned.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'latest.yaml': [
    'Image "shop/smoke:latest" of the Job of metric "smoke" has tag "latest", which names no version: a new image under it changes what the metric checks; use a tag or digest of one version.',
  ],
  'untagged.yaml': [
    'Image "shop/smoke" of the Job of metric "smoke" has no tag and means "latest", which names no version: a new image under it changes what the metric checks; use a tag or digest of one version.',
  ],
  'good.yaml': [],
  'tag-of-an-argument.yaml': [],
  'dry-run.yaml': [],
  // A command that names the image may set its tag.
  'named-by-pipeline': [],
  // kustomize sets images of containers in all kinds, at any depth.
  'tag-of-overlay': [],
});
