import rule from '../../../src/rules/pods/claims-mountable.js';
import { describeRule } from '../../support/describe-rule.js';

const node =
  'PersistentVolumeClaim "web-data" has the access mode ReadWriteOnce, but pods of both versions of Rollout "web" mount it during an update, and new ones on another node do not start; use a volume with ReadWriteMany.';

describeRule(rule, {
  'one-node.yaml': [node],
  'kept-apart.yaml': [node],
  'kept-near.yaml': [],
  'absent.yaml': [
    'PersistentVolumeClaim "web-data", which Rollout "web" mounts, is not found; did you mean "web-dat"?',
  ],
  'many-nodes.yaml': [],
  'both-modes.yaml': [],
  'kept-on-one-node.yaml': [],
});
