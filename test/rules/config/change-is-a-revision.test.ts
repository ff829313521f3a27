import rule from '../../../src/rules/config/change-is-a-revision.js';
import { describeRule } from '../../support/describe-rule.js';

const keepsItsName = (kind: string, name: string) =>
  `${kind} "${name}", which keeps its name when its content changes; put a hash of the content into the name, such as "${name}-<hash>".`;
const reads = (name: string, kind = 'ConfigMap', rollout = 'web') =>
  `Rollout "${rollout}" reads variables from ${keepsItsName(kind, name)}`;
const mounts = (name: string) => `Rollout "web" mounts ${keepsItsName('ConfigMap', name)}`;

const generated =
  'Rollout "web" uses ConfigMap "web", which kustomize generates without a hash in its name; remove disableNameSuffixHash';

describeRule(rule, {
  'another-change': [reads('web')],
  'changed-in-place': [
    'ConfigMap "web" changes but keeps its name, so Rollout "web", which uses it, does not start an update for the new content; use a new name, such as "web-<hash>".',
  ],
  'checksum-in-the-template.yaml': [],
  'configmap-that-is-not-here.yaml': [],
  'generated-in-a-taught-kustomization': [`${generated}.`],
  'generated-with-hash': [],
  'generated-without-hash': [
    `${generated} and list the transformer configuration of "rolloutkit init --kustomize", by which kustomize renames it in the Rollout.`,
  ],
  'hash-in-a-variable.yaml': [],
  'hash-that-begins-like-cdk8s.yaml': [],
  'immutable-and-versioned.yaml': [],
  'kept-by-an-annotation': [reads('web')],
  'mounted-and-read.yaml': [
    reads('web-env'),
    reads('web-secret', 'Secret'),
    mounts('web-files'),
    mounts('web-projected'),
  ],
  'names-after-the-content.yaml': [],
  'names-of-cdk8s.yaml': [reads('checkout-config-c8329030', 'ConfigMap', 'checkout-rollout-c875e8f1')],
  'names-that-only-look-alike.yaml': [reads('web-defaced'), reads('web-k8s'), reads('web-config')],
  'pruned-by-an-application': [
    reads('web').replace(
      /\.$/,
      ', and annotate the ConfigMap with Prune=false, because Application "shop" prunes the old one while stable pods use it.',
    ),
  ],
  'referenced-deployment.yaml': [reads('web')],
  'reloader-switched-off.yaml': [reads('web')],
  'reloader.yaml': [],
  'renamed-without-the-rollout': [],
  'used-by-a-deployment-only.yaml': [],
});
