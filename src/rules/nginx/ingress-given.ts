import { ingressGiven } from '../ingress-family.js';

export default ingressGiven({
  name: 'nginx/ingress-given',
  description:
    'Require a Rollout that routes with nginx to name either one stable Ingress or a list of them.',
  why: 'The controller marks the Rollout InvalidSpec: "Either StableIngress or StableIngresses must be configured."',
  links: ['https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/nginx/'],
  code: 'nginx-ingress-choice',
  keys: ['stableIngress', 'stableIngresses'],
});
