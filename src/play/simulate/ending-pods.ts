import type { Resource } from '../../model/resource.js';
import alb from '../../rollouts/routers/alb.js';
import { usesRouter } from '../../rollouts/routers/router.js';

/**
 * What an update of a Rollout costs that no frame shows: a load balancer learns that a pod ends while the containers get
 * SIGTERM, so it still sends requests to a container that does not wait in a preStop hook.
 * https://docs.aws.amazon.com/eks/latest/best-practices/load-balancing.html
 */
export function lostWhilePodsEnd(rollout: Resource): readonly string[] {
  if (!usesRouter(rollout, alb)) return [];
  const containers = rollout.at('spec', 'template', 'spec', 'containers');
  // Pods of a workloadRef are not looked at, and one hook may wait for all containers.
  if (containers.items.length === 0) return [];
  if (containers.items.some((one) => one.at('lifecycle', 'preStop').exists)) return [];
  return [
    'Requests that are lost while pods end are not simulated: no container has a preStop hook, so all get SIGTERM while the load balancer still sends requests to the pod.',
  ];
}
