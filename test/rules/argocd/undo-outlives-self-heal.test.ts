import rule from '../../../src/rules/argocd/undo-outlives-self-heal.js';
import { describeRule } from '../../support/describe-rule.js';

const healed = (command: string): string =>
  `"${command}" lasts until Application "shop" heals Rollout "web"; change Git in its place, as "rolloutkit rollback web --commit" does.`;

describeRule(rule, {
  'script-that-undoes.yaml': [healed('kubectl argo rollouts undo --namespace shop web')],
  'arguments-that-undo.yaml': [healed('kubectl-argo-rollouts undo web --to-revision=1')],
  'image-set-every-night.yaml': [healed('kubectl argo rollouts -n shop set image web web=shop/web:nightly')],
  'abort-stays.yaml': [],
  'no-self-heal.yaml': [],
  'automated-off.yaml': [],
  'template-left-to-the-cluster.yaml': [],
  'another-namespace.yaml': [],
  'rollback-through-git.yaml': [],
});
