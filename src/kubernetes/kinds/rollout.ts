import { groupOf } from '../objects/object.js';
import { memoizeLast } from '../../model/memo.js';
import type { Field } from '../../model/field.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';

export function isRollout(resource: { group: string; kind: string }): boolean {
  return resource.group === 'argoproj.io' && resource.kind === 'Rollout';
}

const strategy = memoizeLast((rollout: Resource): Field => rollout.at('spec', 'strategy'));

/** The namespace in which upstream's manifests install the controller. */
export const controllerNamespace = 'argo-rollouts';

export const canary = memoizeLast((rollout: Resource): Field => strategy(rollout).at('canary'));

export const blueGreen = memoizeLast((rollout: Resource): Field => strategy(rollout).at('blueGreen'));

export const trafficRouting = memoizeLast((rollout: Resource): Field => canary(rollout).at('trafficRouting'));

/** Whether a canary has no steps, as far as its manifest says. */
export function hasNoSteps(rollout: Resource): boolean {
  const field = canary(rollout).at('steps');
  return field.shape === 'absent' || (field.shape === 'list' && field.items.length === 0);
}

export const steps = memoizeLast((rollout: Resource): readonly Field[] => canary(rollout).at('steps').items);

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/defaults/defaults.go */
export const defaultProgressDeadlineSeconds = 600;

/** The seconds without progress after which an update is degraded or aborted. */
export function progressDeadlineOf(rollout: Resource): number {
  return rollout.at('spec', 'progressDeadlineSeconds').number ?? defaultProgressDeadlineSeconds;
}

/** The names in `managedRoutes`, in order: the routes that the controller adds and removes. */
export function managedRoutes(rollout: Resource): readonly Field[] {
  return trafficRouting(rollout)
    .at('managedRoutes')
    .items.map((route) => route.at('name'));
}

export type ServiceRole = 'stable' | 'canary' | 'ping' | 'pong' | 'active' | 'preview';

const serviceFields: Readonly<Record<ServiceRole, readonly string[]>> = {
  stable: ['canary', 'stableService'],
  canary: ['canary', 'canaryService'],
  ping: ['canary', 'pingPong', 'pingService'],
  pong: ['canary', 'pingPong', 'pongService'],
  active: ['blueGreen', 'activeService'],
  preview: ['blueGreen', 'previewService'],
};

/** The field that names the Service of a role, present or not. */
export function serviceField(rollout: Resource, role: ServiceRole): Field {
  return strategy(rollout).at(...serviceFields[role]);
}

/**
 * The Services whose selector the controller writes.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go (getReferencedServices)
 */
export const services = memoizeLast(
  (rollout: Resource): readonly (Reference & { readonly role: ServiceRole })[] =>
    (Object.keys(serviceFields) as ServiceRole[]).flatMap((role) => {
      const from = serviceField(rollout, role);
      return from.text === undefined
        ? []
        : [{ role, from, to: { group: '', kind: 'Service', name: from.text } }];
    }),
);

/** Group and kind of the objects that a workloadRef can name. */
export const referableKinds: readonly { readonly group: string; readonly kind: string }[] = [
  { group: 'apps', kind: 'Deployment' },
  { group: 'apps', kind: 'ReplicaSet' },
  { group: '', kind: 'PodTemplate' },
];

/**
 * The object that provides the pod template of a Rollout without a template of its own.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/templateref.go
 */
export const workloadRef = memoizeLast((rollout: Resource): Reference | undefined => {
  const ref = rollout.at('spec', 'workloadRef');
  const from = ref.at('name');
  const kind = ref.at('kind').text;
  if (from.text === undefined || kind === undefined) return undefined;
  const apiVersion = ref.at('apiVersion').text ?? '';
  const group = groupOf(apiVersion);
  return { from, to: { group, kind, name: from.text } };
});

/** The `setHeaderRoute` steps that add a route; a step without a match removes it. */
export function headerRouteSteps(rollout: Resource): readonly Field[] {
  return steps(rollout).filter((step) => step.at('setHeaderRoute', 'match').items.length > 0);
}

/** The `setMirrorRoute` steps that add a route; a step without a match removes it. */
export function mirrorRouteSteps(rollout: Resource): readonly Field[] {
  return steps(rollout).filter((step) => step.at('setMirrorRoute', 'match').items.length > 0);
}
