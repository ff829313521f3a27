import { annotation, type Backend } from '../../../kubernetes/kinds/ingress.js';
import type { Resource } from '../../../model/resource.js';
import { actionAnnotation, useAnnotation } from '../../../rollouts/routers/alb.js';

/** Whether the load balancer itself answers a path, with a redirect or a fixed response. */
export function answersItself(rollout: Resource, ingress: Resource, { to, port }: Backend): boolean {
  if (port.value !== useAnnotation) return false;
  const action = annotation(ingress, actionAnnotation(rollout, to.name)).text ?? '';
  return to.name === 'ssl-redirect' || /"(redirect|fixed-response)"/i.test(action);
}
