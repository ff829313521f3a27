import { fromExisting } from '../../../constructs/manifests/manifest.js';
import { NginxTraffic } from '../../../constructs/manifests/traffic.js';
import { onlyRoute, type RouteDraft, type SplitToAdd } from './route.js';

/** The Ingress stays unchanged: the controller creates a second one for the canary. */
export function nginxRoute(split: SplitToAdd): RouteDraft {
  const { service, canary } = split;
  const ingress = onlyRoute(split, 'Ingress');
  return {
    title: `ingress-nginx splits between the Services ${service.name} and ${canary}`,
    traffic: NginxTraffic.ingress({
      stableService: fromExisting(service.name),
      canaryService: fromExisting(canary),
      ingress: fromExisting(ingress.name),
    }),
    writes: [],
    objects: [],
    look: (where) => [
      `kubectl get ingress${where}: a second Ingress that ends in ${ingress.name}-canary, with the weight 0.`,
    ],
  };
}
