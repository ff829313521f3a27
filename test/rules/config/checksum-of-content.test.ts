import rule from '../../../src/rules/config/checksum-of-content.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'of-the-name.yaml': [
    'Annotation "checksum/config" of the pods of Rollout "web" is the checksum of the name "web-config", so it stays the same when the content of ConfigMap "web-config" changes; compute it from the content.',
  ],
  'of-nothing.yaml': [
    'Annotation "checksum/config" of the pods of Rollout "web" is the checksum of an empty string, so no change of a ConfigMap or Secret starts an update by it; compute it from their content.',
  ],
  'of-nothing-beside-another.yaml': [],
  // What a chart hashes may be left out of this release.
  'of-nothing-without-content.yaml': [],
  'expression-of-helm.yaml': [
    'Annotation "checksum/config" of the pods of Rollout "web" is an expression of Helm, which renders only files in the templates of a chart, so it stays the same when ConfigMap "web-config" changes; move the file to a chart, or put a hash of the content into the name.',
  ],
  'of-secrets-alone.yaml': [
    'The only checksum of Rollout "web" is "checksum/secret", of Secrets, so a change of ConfigMap "web-config" starts no update; add a checksum of its content.',
  ],
  'of-secrets-and-files.yaml': [],
  'of-secrets-without-configmap.yaml': [],
  'good.yaml': [],
  'reloader.yaml': [],
  // What an agent injects is no checksum.
  'secrets-of-vault.yaml': [],
});
