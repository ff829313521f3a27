import type { Field, Path } from '../../model/field.js';
import { trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { isDnsLabel } from '../../model/dns-name.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import {
  additionalKey,
  canaryIngressName as nameOfCanary,
  canaryKeys,
  nginxReconciler,
} from './nginx-reconciler.js';
import type { Router } from './router.js';

export { additionalKey } from './nginx-reconciler.js';

/**
 * ingress-nginx: weights in a second Ingress that the controller creates; it never writes the stable one.
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
  origin,
  areWeightsTaken,
};

export default nginx;

/** Names derive from the Rollout's, keys of annotations from its list or the prefix. */
function origin(rollout: Resource, [part, list, key]: Path): Field | undefined {
  if (part !== 'metadata') return undefined;
  if (list !== 'annotations') return rollout.at('metadata', 'name');
  const config = trafficRouting(rollout).at('nginx');
  const { prefix } = canaryAnnotations(rollout);
  return (
    config.at('canaryIngressAnnotations').entries.find((entry) => entry.key === key) ??
    config
      .at('additionalIngressAnnotations')
      .entries.find((entry) => additionalKey(prefix, String(entry.key)) === key) ??
    config.at('annotationPrefix')
  );
}

/** What comes from the Rollout are names and keys of annotations; the keys are the controller's without these lists. */
function areWeightsTaken(rollout: Resource): boolean {
  const config = trafficRouting(rollout).at('nginx');
  return (
    !lists.some((key) => config.at(key).exists) &&
    [rollout.name, ...stableIngresses(rollout).map(({ to }) => to.name)].every(isDnsLabel)
  );
}

const lists = ['canaryIngressAnnotations', 'additionalIngressAnnotations', 'annotationPrefix'] as const;

export function stableIngresses(rollout: Resource): readonly Reference[] {
  const config = trafficRouting(rollout).at('nginx');
  return [config.at('stableIngress'), ...config.at('stableIngresses').items].flatMap((from) =>
    from.text === undefined
      ? []
      : [{ from, to: { group: 'networking.k8s.io', kind: 'Ingress', name: from.text } }],
  );
}

/** The name of the Ingress that the controller creates for a stable one. */
export function canaryIngressName(rollout: Resource, stableIngress: string): string {
  return nameOfCanary(rollout.name, stableIngress);
}

/** The annotations that the controller writes to the canary Ingress, overriding those of the Rollout. */
export function canaryAnnotations(rollout: Resource): ReturnType<typeof canaryKeys> {
  const { text } = trafficRouting(rollout).at('nginx', 'annotationPrefix');
  return canaryKeys(text === undefined ? {} : { annotationPrefix: text });
}
