import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'nginx/ingress-given',
    description:
      'Require a Rollout that routes with nginx to name either one stable Ingress or a list of them.',
    why: 'The controller marks the Rollout InvalidSpec: "Either StableIngress or StableIngresses must be configured."',
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      neither: 'Rollout "{rollout}" names no Ingress; set "stableIngress" or "stableIngresses".',
      both: 'Rollout "{rollout}" sets both "stableIngress" and "stableIngresses"; move "{ingress}" to "stableIngresses" and remove "stableIngress".',
    },
    links: ['https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/nginx/'],
  },

  voices: {
    'nginx-ingress-choice': ([{ field }], { rollout, report }) => {
      const one = field.at('stableIngress');
      if (one.text === undefined) report(field, 'neither', { rollout: rollout.name }, { atKey: true });
      else report(one, 'both', { rollout: rollout.name, ingress: one.text });
    },
  },
});
