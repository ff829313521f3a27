import { pathBackends } from '../../../kubernetes/kinds/ingress.js';
import { ports } from '../../../kubernetes/kinds/service.js';
import { fromExisting } from '../../../constructs/manifests/manifest.js';
import { AlbTraffic } from '../../../constructs/manifests/traffic.js';
import { useAnnotation } from '../../../rollouts/routers/alb-annotations.js';
import { Refusal } from '../refusal.js';
import { onlyRoute, type RouteDraft, type SplitToAdd } from './route.js';

/** AWS load balancers split by an action, which the controller writes into an annotation of the Ingress. */
export function albRoute(split: SplitToAdd): RouteDraft {
  const { service, canary } = split;
  const ingress = onlyRoute(split, 'Ingress');
  const its = pathBackends(ingress).filter(({ to }) => to.name === service.name);
  // Not only numbers: in a template they may be names of actions.
  const numbers = new Set(
    its.map(
      ({ port }): unknown =>
        ports(service)
          .find((one) => [one.at('port').value, one.at('name').value].includes(port.value))
          ?.at('port').value,
    ),
  );
  const [port, another] = numbers;
  if (port === undefined || another !== undefined)
    throw new Refusal(
      `Ingress "${ingress.name}" asks for several ports of Service "${service.name}", or for one that it does not have; a Rollout splits one port.`,
    );
  const legacy = its.find(({ from }) => from.key === 'serviceName');
  if (legacy)
    throw new Refusal(
      `Ingress "${ingress.name}" is of an old API version; write it as networking.k8s.io/v1 first.`,
    );
  return {
    title: `the load balancer splits between the Services ${service.name} and ${canary}`,
    traffic: AlbTraffic.ingress({
      stableService: fromExisting(service.name),
      canaryService: fromExisting(canary),
      ingress: fromExisting(ingress.name),
    }),
    writes: its.map(({ path }) => ({
      resource: ingress,
      path: [...path.path, 'backend', 'service', 'port'],
      value: { name: useAnnotation },
    })),
    objects: [],
    port,
    look: (where) => [
      `kubectl describe ingress ${ingress.name}${where}: an annotation with the action, and no event FailedBuildModel after it.`,
      `kubectl get targetgroupbinding${where}: one for each Service, with healthy targets.`,
    ],
  };
}
