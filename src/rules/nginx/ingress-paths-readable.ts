import { rulesWithoutHttp } from '../../kubernetes/kinds/ingress.js';
import nginx, { stableIngresses } from '../../rollouts/routers/nginx.js';
import { ingressPathsReadable } from '../ingress-family.js';

export default ingressPathsReadable({
  name: 'nginx/ingress-paths-readable',
  description: 'Require every rule of a stable Ingress to have paths, and every path to lead to a Service.',
  why: 'The controller panics on such a rule or path and restarts the pass; it creates no canary Ingress, and the status shows no reason.',
  links: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/nginx/nginx.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/ingress/ingress.go',
  ],
  router: nginx,
  ingresses: stableIngresses,
  unreadable: rulesWithoutHttp,
  needs: 'needs paths in every rule',
  role: 'the Rollout copies the rules of this Ingress',
});
