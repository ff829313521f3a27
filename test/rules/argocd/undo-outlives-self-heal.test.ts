import rule from '../../../src/rules/argocd/undo-outlives-self-heal.js';
import { describeRule } from '../../support/describe-rule.js';

const healed = (command: string): string =>
  `"${command}" lasts until Application "shop" heals Rollout "web"; change Git in its place, as "rolloutkit rollback web --commit" does.`;

describeRule(rule, {
  'script-that-undoes.yaml': [healed('kubectl argo rollouts undo web -n shop')],
  'arguments-that-undo.yaml': [healed('kubectl argo rollouts undo web')],
  'image-set-every-night.yaml': [
    '"kubectl argo rollouts set image web -n shop" lasts until Application "shop" heals Rollout "web"; set the image in Git in its place.',
  ],
  pipelines: [
    healed('kubectl argo rollouts undo $ROLLOUT -n shop'),
    '"argocd app rollback argocd/shop" is refused, for Application "shop" is synced automatically; change Git in its place, as "rolloutkit rollback --commit" does.',
    '"kubectl rollout undo deployment pods -n shop" lasts until Application "shop" heals Deployment "pods"; change Git in its place, as "rolloutkit rollback web --commit" does.',
    healed('kubectl argo rollouts undo web -n shop'),
    '"kubectl rollout undo rollout web" fails, for kubectl cannot undo a Rollout; "kubectl argo rollouts undo web" does, or "rolloutkit rollback web --commit" where Argo CD deploys it.',
    healed('kubectl argo rollouts undo ${NAME} -n $NAMESPACE'),
  ],
  'one-of-two': [
    '"kubectl argo rollouts undo web -n dev" lasts until Application "dev" heals Rollout "web"; change Git in its place, as "rolloutkit rollback web --commit" does.',
    '"kubectl argo rollouts undo web -n dev" lasts until Application "dev" heals Rollout "web"; change Git in its place, as "rolloutkit rollback web --commit" does.',
  ],
  'texts-for-people': [],
  others: [],
  'abort-stays.yaml': [],
  'no-self-heal.yaml': [],
  'automated-off.yaml': [],
  'template-left-to-the-cluster.yaml': [],
  'another-namespace.yaml': [],
  'rollback-through-git.yaml': [],
});
