import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'alb/ingress-given',
    description: 'Require a Rollout on an AWS load balancer to name either one Ingress or a list of them.',
    why: 'The controller marks the Rollout InvalidSpec: "Either Ingress or Ingresses must be configured."',
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      neither: 'Rollout "{rollout}" names no Ingress; set "ingress" or "ingresses".',
      both: 'Rollout "{rollout}" sets both "ingress" and "ingresses"; move "{ingress}" to "ingresses" and remove "ingress".',
    },
    links: ['https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/alb/#usage'],
  },

  voices: {
    'alb-ingress-choice': ([{ field }], { rollout, report }) => {
      const one = field.at('ingress');
      if (one.text === undefined) report(field, 'neither', { rollout: rollout.name }, { atKey: true });
      else report(one, 'both', { rollout: rollout.name, ingress: one.text });
    },
  },
});
