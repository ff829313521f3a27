import { trafficRouting } from '../kinds/rollout.js';
import type { Reference } from '../model/reference.js';
import type { Resource } from '../model/resource.js';
import { canaryIngressName as nameOfCanary, canaryKeys, nginxReconciler } from './nginx-reconciler.js';
import type { Router } from './router.js';

export { additionalKey } from './nginx-reconciler.js';

/**
 * ingress-nginx: weights in a second Ingress that the controller creates; the stable one is never written.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/nginx/nginx.go
 */
const nginx: Router = {
  key: 'nginx',
  title: 'nginx',
  features: { maxTrafficWeight: '1.7' },
  needsServices: () => true,
  reconciler: nginxReconciler,
  references: stableIngresses,
  live: () => [],
};

export default nginx;

export function stableIngresses(rollout: Resource): readonly Reference[] {
  const config = trafficRouting(rollout).at('nginx');
  return [config.at('stableIngress'), ...config.at('stableIngresses').items].flatMap((from) =>
    from.text === undefined
      ? []
      : [{ from, to: { group: 'networking.k8s.io', kind: 'Ingress', name: from.text } }],
  );
}

/** The name of the Ingress that the controller creates beside a stable one. */
export function canaryIngressName(rollout: Resource, stableIngress: string): string {
  return nameOfCanary(rollout.name, stableIngress);
}

/** The annotations that the controller writes on the canary Ingress, over whatever the Rollout says of them. */
export function canaryAnnotations(rollout: Resource): ReturnType<typeof canaryKeys> {
  const { text } = trafficRouting(rollout).at('nginx', 'annotationPrefix');
  return canaryKeys(text === undefined ? {} : { annotationPrefix: text });
}
