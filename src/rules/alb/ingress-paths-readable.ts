import { rulesWithoutHttp, rulesWithoutPaths } from '../../kubernetes/kinds/ingress.js';
import { managedRoutes } from '../../kubernetes/kinds/rollout.js';
import alb, { ingresses } from '../../rollouts/routers/alb.js';
import { ingressPathsReadable } from '../ingress-family.js';

export default ingressPathsReadable({
  name: 'alb/ingress-paths-readable',
  description:
    'Require every rule of an Ingress used for ALB traffic routing to have paths, and every path to lead to a Service.',
  why: 'The Rollouts controller panics on such a rule or path and restarts the pass; the update makes no progress and its status shows no reason.',
  links: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/ingress/wrapper.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/ingress/ingress.go',
  ],
  router: alb,
  ingresses,
  // Without managed routes the controller only checks rules with paths.
  unreadable: (ingress, rollout) =>
    managedRoutes(rollout).length > 0 ? [...rulesWithoutHttp(ingress), ...rulesWithoutPaths(ingress)] : [],
  needs: 'has managedRoutes and needs paths in every rule; add a path, or remove the rule',
  role: 'the Rollout splits traffic in this Ingress',
});
