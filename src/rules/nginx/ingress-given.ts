import { trafficRouting } from '../../kinds/rollout.js';
import nginx from '../../routers/nginx.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'nginx/ingress-given',
    description:
      'Require a Rollout that routes with nginx to name either one stable Ingress or a list of them.',
    why: 'The controller marks the Rollout InvalidSpec: "Either StableIngress or StableIngresses must be configured."',
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      neither: 'Rollout "{rollout}" names no Ingress; set "stableIngress" or "stableIngresses".',
      both: 'Rollout "{rollout}" sets "stableIngress" and "stableIngresses"; list "{ingress}" in "stableIngresses" and remove "stableIngress".',
    },
    links: ['https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/nginx/'],
  },

  router: nginx,

  checkRollout(rollout, { report }) {
    const config = trafficRouting(rollout).at('nginx');
    const [one, several] = [config.at('stableIngress'), config.at('stableIngresses')];
    // Upstream takes an empty text and an empty list for absent.
    if (one.text !== undefined && several.items.length > 0)
      report(one, 'both', { rollout: rollout.name, ingress: one.text });
    else if (one.value !== undefined && one.value !== '') return;
    else if (several.shape === 'absent' || (several.shape === 'list' && several.items.length === 0))
      report(config, 'neither', { rollout: rollout.name }, { atKey: true });
  },
});
