import rule from '../../../src/rules/pods/image-named.js';
import path from 'node:path';
import { expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.js';
import { describeRule } from '../../support/describe-rule.js';
import { fileSource } from '../../support/sources.js';

describeRule(rule, {
  'capitals.yaml': [
    'Image "ghcr.io/Shop/Web:1.0.0" of container "web" in Rollout "web" has capital letters in the name of its repository, so the kubelet refuses it and no pod starts; use "ghcr.io/shop/web:1.0.0".',
  ],
  'empty-part.yaml': [
    'Image "ghcr.io/shop//web:1.0.0" of container "web" in Rollout "web" is not a valid image name, so the kubelet refuses it and no pod starts; use registry/repository:tag.',
  ],
  'two-tags.yaml': [
    'Image "shop/web:1.0:2" of container "web" in Rollout "web" is not a valid image name, so the kubelet refuses it and no pod starts; use registry/repository:tag.',
  ],
  'open.yaml': [
    'Image "PASTE_YOUR_IMAGE_HERE" of container "web" in Rollout "web" looks like a value that is filled in later; set the name of an image.',
  ],
  'text-of-a-template.yaml': [
    'Image "example.com/web:{{ .Values.tag }}" of container "web" in Rollout "web" has an expression of Helm, which renders only files in the templates of a chart; set the name of an image, or move the file to a chart.',
  ],
  'good.yaml': [],
  'placeholder.yaml': [],
  'registry.yaml': [],
  replaced: [],
});

it('leaves the name that a chart has no default for to its releases', () => {
  const file = fileSource(path.join(__dirname, 'image-named/good.yaml'));
  const text = file.read().replace(/image: \S+/, "image: ':1.0.0'");
  const source = { ...file, read: () => text };
  expect(lint([source], [rule]).findings).toHaveLength(1);
  expect(lint([{ ...source, assumedRelease: 'web' }], [rule]).findings).toEqual([]);
});
