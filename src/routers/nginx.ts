import { trafficRouting } from '../kinds/rollout.js';
import type { Reference } from '../model/reference.js';
import type { Resource } from '../model/resource.js';
import type { Router } from './router.js';

/**
 * ingress-nginx: weights in a second Ingress that the controller creates; the stable one is never written.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/nginx/nginx.go
 */
const nginx: Router = {
  key: 'nginx',
  title: 'nginx',
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

/**
 * The name of the Ingress that the controller creates beside a stable one.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/ingress/ingress.go (GetCanaryIngressName)
 */
export function canaryIngressName(rollout: Resource, stableIngress: string): string {
  const suffix = '-canary';
  const prefix = `${rollout.name}-${stableIngress}`;
  return `${prefix.slice(0, 253 - suffix.length)}${suffix}`;
}

/**
 * The annotations that the controller writes on the canary Ingress, over whatever the Rollout says of them.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/nginx/nginx.go (buildCanaryIngress)
 */
export function canaryAnnotations(
  rollout: Resource,
): Readonly<Record<'prefix' | 'canary' | 'weight' | 'weightTotal', string>> {
  const prefix =
    trafficRouting(rollout).at('nginx', 'annotationPrefix').text ?? 'nginx.ingress.kubernetes.io';
  return {
    prefix,
    canary: `${prefix}/canary`,
    weight: `${prefix}/canary-weight`,
    weightTotal: `${prefix}/canary-weight-total`,
  };
}
