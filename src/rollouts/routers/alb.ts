import { isOf, kinds, type KubeObject } from '../../kubernetes/objects/object.js';
import type { SetHeaderRoute } from '../../kubernetes/objects/rollout-object.js';
import { canary, serviceField, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { isDnsSubdomain } from '../../model/dns-name.js';
import type { Field, Path } from '../../model/field.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { actionKey, conditionKey, prefixOf } from './alb-annotations.js';
import { albReconciler } from './alb-reconciler.js';
import type { IngressObject } from './ingress-object.js';
import { liveObjects } from './live-objects.js';
import type { RoutingPass } from './reconciler.js';
import type { ManagedRoute, Router } from './router.js';
import { splitRoles } from './stable-and-canary.js';

export { managedAnnotation, useAnnotation } from './alb-annotations.js';

/**
 * AWS Application Load Balancer: weights in an action annotation of an Ingress.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/alb/alb.go
 */
const alb: Router = {
  key: 'alb',
  title: 'ALB',
  features: { setHeaderRoute: '1.7', experimentWeight: '1.7', pingPong: '1.7' },
  needsServices: ({ hasPingPong }) => !hasPingPong,
  reconciler: albReconciler,
  stepRoutes: ingressRoutes,
  origin,

  references: ingresses,

  live(rollout, { weight, headerRoutes }, find, version) {
    return liveObjects(rollout, ingresses(rollout), find, version, [
      (pass) => albReconciler.setWeight(pass, weight, []),
      ...headerRoutes.map((step) => (pass: RoutingPass) => {
        albReconciler.setHeaderRoute(pass, step.at('setHeaderRoute').value as SetHeaderRoute);
      }),
    ]);
  },
};

export default alb;

/** The prefix and the name of a Service or route form the keys of annotations. */
function origin(rollout: Resource, [part, list, key]: Path, step?: Field): Field | undefined {
  const name = step ? step.at('name') : actionService(rollout);
  if (part !== 'metadata' || list !== 'annotations') return step && name;
  const config = trafficRouting(rollout).at('alb');
  const isPrefixed = isDnsSubdomain(annotationPrefix(rollout));
  return key === undefined || isPrefixed ? name : config.at('annotationPrefix');
}

/** The controller adds a path whose backend is named like the route. */
function ingressRoutes(object: KubeObject): readonly ManagedRoute[] {
  if (!isOf(object, kinds.ingress)) return [];
  return ((object as IngressObject).spec?.rules ?? [])
    .flatMap(({ http }) => http?.paths ?? [])
    .map(({ backend }) => ({ name: backend?.service?.name ?? '', kind: 'header' }));
}

export function ingresses(rollout: Resource): readonly Reference[] {
  const config = trafficRouting(rollout).at('alb');
  return [config.at('ingress'), ...config.at('ingresses').items].flatMap((from) =>
    from.text === undefined
      ? []
      : [{ from, to: { group: 'networking.k8s.io', kind: 'Ingress', name: from.text } }],
  );
}

/** The field that names the Service whose action annotation has the weights: the root Service or the stable one. */
export function actionService(rollout: Resource): Field {
  const root = trafficRouting(rollout).at('alb', 'rootService');
  return root.text === undefined ? serviceField(rollout, 'stable') : root;
}

/** The Services that get the weights. Between updates, ping is the stable one. */
export function targetServices(rollout: Resource): { readonly stable: Field; readonly canary: Field } {
  const roles = splitRoles({ pingPong: canary(rollout).at('pingPong').exists }, 'ping', true);
  return { stable: serviceField(rollout, roles.stable), canary: serviceField(rollout, roles.canary) };
}

/** The key of the action annotation of a Service or header route. */
export function actionAnnotation(rollout: Resource, name: string): string {
  return actionKey(prefix(rollout), name);
}

/** The key of the condition annotation of a header route. */
export function conditionAnnotation(rollout: Resource, name: string): string {
  return conditionKey(prefix(rollout), name);
}

/** The prefix of all annotations that the AWS controller reads. */
export function annotationPrefix(rollout: Resource): string {
  return prefixOf(prefix(rollout));
}

function prefix(rollout: Resource): { readonly annotationPrefix?: string } {
  const { text } = trafficRouting(rollout).at('alb', 'annotationPrefix');
  return text === undefined ? {} : { annotationPrefix: text };
}
