import { ingressGiven } from '../ingress-family.js';

export default ingressGiven({
  name: 'alb/ingress-given',
  description: 'Require a Rollout on an AWS load balancer to name either one Ingress or a list of them.',
  why: 'The controller marks the Rollout InvalidSpec: "Either Ingress or Ingresses must be configured."',
  links: ['https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/alb/#usage'],
  code: 'alb-ingress-choice',
  keys: ['ingress', 'ingresses'],
});
