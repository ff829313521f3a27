import rule from '../../../src/rules/argocd/edits-arrive.js';
import { describeRule } from '../../support/describe-rule.js';

const hidden = (path: string, what: string, object: string): string =>
  `"${path}" ignores ${what} of ${object}, which only Git sets, so a commit that changes nothing else starts no sync; ignore only what something else writes.`;

const frozen = (path: string, what: string, object: string): string =>
  `"${path}" ignores ${what} of ${object}, and with RespectIgnoreDifferences=true syncs keep it as it is in the cluster, so changes in Git to it are never deployed; ignore only what something else writes.`;

const unseen = (fields: string, object: string, advice: string): string =>
  `This entry ignores ${fields} of ${object}, which only Git sets, so a commit that changes nothing else starts no sync; ${advice}.`;

const unsent = (fields: string, object: string, advice: string): string =>
  `This entry ignores ${fields} of ${object}, and with RespectIgnoreDifferences=true syncs keep them as they are in the cluster, so changes in Git to them are never deployed; ${advice}.`;

const remove = 'remove them from the entry';
const autoscaler = 'HorizontalPodAutoscaler "web"';

const image = '/spec/template/spec/containers/0/image';

describeRule(rule, {
  'autoscaler-frozen.yaml': [unsent('spec.minReplicas and spec.maxReplicas', autoscaler, remove)],
  'autoscaler-hidden.yaml': [unseen('spec.minReplicas and spec.maxReplicas', autoscaler, remove)],
  'autoscaler-not-enabled.yaml': [],
  'autoscaler-synced-by-hand.yaml': [],
  'autoscaler-without-bounds.yaml': [],
  'data-possible.yaml': [
    unseen('data', 'ConfigMap "web"', 'ignore only what something else writes'),
    unseen('data', 'Secret "web"', 'ignore only what something else writes'),
  ],
  'documented.yaml': [],
  'routes-of-no-rollout.yaml': [
    unseen('spec.http', 'VirtualService "web"', "ignore only '.spec.http[]?.route[]?.weight'"),
  ],
  'set-of-applications.yaml': [unseen('spec.minReplicas', autoscaler, remove)],
  'set-of-folders': [unseen('spec.maxReplicas', 'HorizontalPodAutoscaler "blog"', remove)],
  'settings-single-key.yaml': [unseen('spec.maxReplicas and spec.minReplicas', autoscaler, remove)],
  'settings.yaml': [unseen('spec.maxReplicas', autoscaler, remove)],
  'strategy-frozen.yaml': [unsent('spec.strategy', 'Rollout "web"', remove)],
  'webhooks-hidden.yaml': [
    unseen(
      'webhooks',
      'MutatingWebhookConfiguration "web" and 1 more',
      "ignore only '.webhooks[]?.clientConfig.caBundle'",
    ),
  ],
  'written-by-the-controller.yaml': [],
  'annotation-of-pods.yaml': [],
  'image-frozen.yaml': [frozen(image, 'the image', 'Deployment "web"')],
  'image-hidden.yaml': [hidden(image, 'the image', 'Deployment "web"')],
  'image-of-a-pipeline': [],
  'image-of-another-updater.yaml': [hidden(image, 'the image', 'Deployment "web"')],
  'image-of-updater.yaml': [
    `Application "web" lets argocd-image-updater choose the image of Deployment "web", but "${image}" ignores the image, so a version that it finds starts no sync; ignore only what something else writes.`,
  ],
  'other-kind.yaml': [],
  'replicas.yaml': [],
  'synced-by-hand.yaml': [],
  'template-frozen.yaml': [frozen('/spec/template', 'the pod template', 'Rollout "web"')],
  'template-hidden.yaml': [hidden('.spec.template.spec', 'the pod template', 'Rollout "web"')],
});
