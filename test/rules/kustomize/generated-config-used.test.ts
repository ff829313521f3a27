import rule from '../../../src/rules/kustomize/generated-config-used.js';
import { describeRule } from '../../support/describe-rule.js';

const unused =
  'ConfigMap "web-static" is generated with a hash in its name, but no file refers to it, so its content has no effect; mount it, read it with envFrom, or remove the entry.';

describeRule(rule, {
  unused: [unused],
  'of-the-base': [unused],
  'used-by-a-patch': [],
  'without-hash': [],
  labelled: [],
});
