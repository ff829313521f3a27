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
  'words-of-variants.yaml': [
    'Image "nginx:stable-alpine" of Rollout "web" has tag "stable-alpine", which names no version: a new image under it starts no update; use a tag or digest of one version.',
  ],
  'name-of-a-branch-and-version.yaml': [],
  'registry-to-replace.yaml': [
    'Image "ACCOUNT_ID.dkr.ecr.us-east-1.amazonaws.com/web:latest" of Rollout "web" has tag "latest", which names no version: a new image under it starts no update; use a tag or digest of one version.',
  ],
  'untagged.yaml': [
    'Image "shop/web" of Rollout "web" has no tag and means "latest", which names no version: a new image under it starts no update; use a tag or digest of one version.',
  ],
  'good.yaml': [],
  'digest.yaml': [],
  'arguments.yaml': [],
  'version-as-argument.yaml': [],
  // A command that names no version starts each version.
  'command-of-its-own.yaml': [
    'Image "shop/web:latest" of Rollout "web" has tag "latest", which names no version: a new image under it starts no update; use a tag or digest of one version.',
  ],
  'flux.yaml': [],
  'set-by-pipeline': [
    'Image "shop/web:latest" of Rollout "web" has tag "latest" in this file, but a command sets another one in the cluster: applying the file again starts an update back to "latest"; set the version here, too.',
  ],
  // The template of a workload that is referred to.
  'workload-by-pipeline': [
    'Image "shop/web:latest" of Rollout "shop" has tag "latest" in this file, but a command sets another one in the cluster: applying the file again starts an update back to "latest"; set the version here, too.',
  ],
  'other-object-by-pipeline': [
    'Image "shop/web:latest" of Rollout "web" has tag "latest", which names no version: a new image under it starts no update; use a tag or digest of one version.',
  ],
  // kubectl finds no pod template in a Rollout.
  'command-without-plugin': [
    'Image "shop/web:latest" of Rollout "web" has tag "latest", which names no version: a new image under it starts no update; use a tag or digest of one version.',
  ],
  'any-object-by-pipeline': [],
  'same-tag-by-pipeline': [
    'Image "shop/web:latest" of Rollout "web" has tag "latest", which names no version: a new image under it starts no update; use a tag or digest of one version.',
  ],
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
  // The file of the Rollout has another end.
  'other-files-by-pipeline': [
    'Image "shop/web:latest" of Rollout "web" has tag "latest", which names no version: a new image under it starts no update; use a tag or digest of one version.',
  ],
  'any-file-by-pipeline': [],
  // envsubst changes variables alone.
  'filled-in-by-pipeline': [
    'Image "shop/web:latest" of Rollout "web" has tag "latest", which names no version: a new image under it starts no update; use a tag or digest of one version.',
  ],
  'kept-by-overlay': [
    'Image "shop/web" of Rollout "web" keeps the tag "latest" of its manifest here, where another overlay sets one: a new image under "latest" starts no update; add the image with a newTag of one version to images.',
  ],
  // Images come to a developer's own cluster without a registry.
  'kept-by-own-cluster': [],
  // A component sets images of what it does not list.
  'kept-with-component': [],
  'replaced-in-checkout': [
    'Image "shop/web:latest" of Rollout "web" has tag "latest" in Git, and a pipeline replaces it in its own checkout without a commit: applying the file from Git starts an update back to "latest"; commit the version, too.',
  ],
  'replaced-and-committed': [],
  // The files may be those of another checkout, which is committed elsewhere.
  'no-file-by-pipeline': [],
  'values-of-another-chart': [
    'Image "shop/web:latest" of Rollout "web" has tag "latest", which names no version: a new image under it starts no update; use a tag or digest of one version.',
  ],
  // sed replaces a newTag that is written, and no kustomization has one for this image.
  'sed-of-other-overlay': [
    'Image "shop/web:latest" of Rollout "web" has tag "latest", which names no version: a new image under it starts no update; use a tag or digest of one version.',
  ],
  'set-by-variable': [
    'Image "shop/web:latest" of Rollout "web" has tag "latest" in this file, but a command sets another one in the cluster: applying the file again starts an update back to "latest"; set the version here, too.',
  ],
  // Two values of one variable: it may name any Rollout.
  'set-by-open-variable': [],
  'commands-that-read': [
    'Image "shop/web:latest" of Rollout "web" has tag "latest", which names no version: a new image under it starts no update; use a tag or digest of one version.',
  ],
  'other-words-replaced': [
    'Image "123456789012.dkr.ecr.us-east-1.amazonaws.com/web:latest" of Rollout "web" has tag "latest", which names no version: a new image under it starts no update; use a tag or digest of one version.',
  ],
});
