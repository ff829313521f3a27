import alb from './alb.js';
import gateway from './gateway-api.js';
import istio from './istio.js';
import nginx from './nginx.js';
import type { Router } from './router.js';

/** The routers that are understood in full. */
export const routers: readonly Router[] = [alb, gateway, istio, nginx];

/**
 * Every key that upstream knows under `trafficRouting`.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/types.go (RolloutTrafficRouting)
 */
export const routerKeys = [
  'alb',
  'ambassador',
  'apisix',
  'appMesh',
  'istio',
  'nginx',
  'plugins',
  'smi',
  'traefik',
] as const;
