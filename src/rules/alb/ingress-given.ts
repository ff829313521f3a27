import { trafficRouting } from '../../kinds/rollout.js';
import alb from '../../routers/alb.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'alb/ingress-given',
    description: 'Require a Rollout on an AWS load balancer to name either one Ingress or a list of them.',
    why: 'The controller marks the Rollout InvalidSpec: "Either Ingress or Ingresses must be configured."',
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      neither: 'Rollout "{rollout}" names no Ingress; set "ingress" or "ingresses".',
      both: 'Rollout "{rollout}" sets "ingress" and "ingresses"; list "{ingress}" in "ingresses" and remove "ingress".',
    },
    links: ['https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/alb/#usage'],
  },

  router: alb,

  checkRollout(rollout, { report }) {
    const config = trafficRouting(rollout).at('alb');
    const [one, several] = [config.at('ingress'), config.at('ingresses')];
    // Upstream takes an empty text and an empty list for absent.
    if (one.text !== undefined && several.items.length > 0)
      report(one, 'both', { rollout: rollout.name, ingress: one.text });
    else if (one.value !== undefined && one.value !== '') return;
    else if (several.shape === 'absent' || (several.shape === 'list' && several.items.length === 0))
      report(config, 'neither', { rollout: rollout.name }, { atKey: true });
  },
});
