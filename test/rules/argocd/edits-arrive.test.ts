import rule from '../../../src/rules/argocd/edits-arrive.js';
import { describeRule } from '../../support/describe-rule.js';

const hidden = (path: string, what: string, object: string): string =>
  `"${path}" ignores ${what} of ${object}, which only Git sets, so a commit that changes nothing else starts no sync; ignore only what something else writes.`;

const frozen = (path: string, what: string, object: string): string =>
  `"${path}" ignores ${what} of ${object}, and with RespectIgnoreDifferences=true syncs keep it as it is in the cluster, so changes in Git to it are never deployed; ignore only what something else writes.`;

const image = '/spec/template/spec/containers/0/image';

describeRule(rule, {
  'annotation-of-pods.yaml': [],
  'image-frozen.yaml': [frozen(image, 'the image', 'Deployment "web"')],
  'image-hidden.yaml': [hidden(image, 'the image', 'Deployment "web"')],
  'other-kind.yaml': [],
  'replicas.yaml': [],
  'synced-by-hand.yaml': [],
  'template-frozen.yaml': [frozen('/spec/template', 'the pod template', 'Rollout "web"')],
  'template-hidden.yaml': [hidden('.spec.template.spec', 'the pod template', 'Rollout "web"')],
});
