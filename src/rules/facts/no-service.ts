import { annotation, type Backend } from '../../kubernetes/kinds/ingress.js';
import { managedRoutes } from '../../kubernetes/kinds/rollout.js';
import type { Resource } from '../../model/resource.js';
import { actionAnnotation, useAnnotation } from '../../rollouts/routers/alb.js';

/** Whether the name of an Ingress backend stands for an action annotation or for a route that the controller manages. */
export function isNoService(rollout: Resource, ingress: Resource, { to, port }: Backend): boolean {
  return (
    port.value === useAnnotation ||
    annotation(ingress, actionAnnotation(rollout, to.name)).exists ||
    managedRoutes(rollout).some(({ text }) => text === to.name)
  );
}
