import { annotation, type Backend } from '../../kubernetes/kinds/ingress.js';
import { managedRoutes } from '../../kubernetes/kinds/rollout.js';
import type { Resource } from '../../model/resource.js';
import { actionAnnotation, useAnnotation } from '../../rollouts/routers/alb.js';

/** Whether the backend name of an Ingress refers to an action annotation or to a managed route. */
export function isNoService(rollout: Resource, ingress: Resource, { to, port }: Backend): boolean {
  return (
    port.value === useAnnotation ||
    annotation(ingress, actionAnnotation(rollout, to.name)).exists ||
    managedRoutes(rollout).some(({ text }) => text === to.name)
  );
}
