import rule from '../../../src/rules/argocd/undo-outlives-self-heal.js';
import { describeRule } from '../../support/describe-rule.js';

const healed = (command: string): string =>
  `"${command}" lasts only until Application "shop" self-heals Rollout "web"; change Git instead, as "rolloutkit rollback web --commit" does.`;

describeRule(rule, {
  'script-that-undoes.yaml': [healed('kubectl argo rollouts undo web -n shop')],
  'arguments-that-undo.yaml': [healed('kubectl argo rollouts undo web')],
  'image-set-every-night.yaml': [
    '"kubectl argo rollouts set image web -n shop" lasts only until Application "shop" self-heals Rollout "web"; set the image in Git instead.',
  ],
  pipelines: [
    healed('kubectl argo rollouts undo $ROLLOUT -n shop'),
    '"argocd app rollback argocd/shop" is refused, because Application "shop" syncs automatically; change Git instead, as "rolloutkit rollback --commit" does.',
    '"kubectl rollout undo deployment pods -n shop" lasts only until Application "shop" self-heals Deployment "pods"; change Git instead, as "rolloutkit rollback web --commit" does.',
    healed('kubectl argo rollouts undo web -n shop'),
    '"kubectl rollout undo rollout web" fails, because kubectl cannot undo a Rollout; use "kubectl argo rollouts undo web", or "rolloutkit rollback web --commit" if Argo CD deploys it.',
    healed('kubectl argo rollouts undo ${NAME} -n $NAMESPACE'),
  ],
  'one-of-two': [
    '"kubectl argo rollouts undo web -n dev" lasts only until Application "dev" self-heals Rollout "web"; change Git instead, as "rolloutkit rollback web --commit" does.',
    '"kubectl argo rollouts undo web -n dev" lasts only until Application "dev" self-heals Rollout "web"; change Git instead, as "rolloutkit rollback web --commit" does.',
  ],
  'texts-for-people': [],
  others: [],
  'abort-stays.yaml': [],
  'no-self-heal.yaml': [],
  'automated-off.yaml': [],
  'template-left-to-the-cluster-for-all.yaml': [],
  'template-left-to-the-cluster.yaml': [],
  'another-namespace.yaml': [],
  'rollback-through-git.yaml': [],
});
