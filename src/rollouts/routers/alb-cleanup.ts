import { isMap } from '../../kubernetes/objects/json.js';
import type { Cluster } from '../../kubernetes/objects/cluster.js';
import { withoutKey } from '../../kubernetes/objects/keys.js';
import { kinds } from '../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import {
  actionInfix,
  forwardAction,
  managedAnnotation,
  readManaged,
  writeManaged,
  type Stickiness,
} from './alb-annotations.js';
import { canaryIngressName } from './nginx-reconciler.js';
import type { IngressObject } from './ingress-object.js';

/** The classes whose Ingresses are cleaned up, unless `--alb-ingress-classes` configures others. */
const albClasses: readonly string[] = ['alb'];

/**
 * What the Ingress controller does when a Rollout is deleted or names other Ingresses: each action that it managed sends all
 * requests to the Service that the action is named after, on the port that the action last had for it. Where an action lacks that
 * Service, as with `rootService`, ping-pong and header routes, the Ingress stays unchanged. Header routes keep their paths and
 * conditions. This happens at the next event of the Ingress, at the latest when the informer lists all of them again; deleting a
 * Rollout is not such an event.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/ingress/alb.go (syncALBIngress)
 */
export function releaseIngresses(cluster: Cluster, namespace: string | undefined): void {
  const rollouts = cluster.list<RolloutObject>(kinds.rollout, namespace);
  for (const ingress of cluster.list<IngressObject>(kinds.ingress, namespace)) {
    const referring = rollouts.filter((rollout) => ingressNames(rollout).includes(ingress.metadata.name));
    cluster.put(
      released(
        ingress,
        referring.map(({ metadata }) => metadata.name),
      ),
    );
  }
}

function released(ingress: IngressObject, rollouts: readonly string[]): IngressObject {
  const { annotations } = ingress.metadata;
  if (!annotations || !albClasses.includes(classOf(ingress))) return ingress;
  try {
    const managed = readManaged(annotations) ?? new Map<string, readonly string[] | null>();
    const gone = [...managed].filter(([rollout]) => !rollouts.includes(rollout));
    if (gone.length === 0) return ingress;
    const actions = gone.flatMap(([, keys]) => keys ?? []).filter((key) => key.includes(actionInfix));
    const left = new Map([...managed].filter(([rollout]) => rollouts.includes(rollout)));
    const others = withoutKey(withoutKey(annotations, managedAnnotation), legacyAnnotation);
    return {
      ...ingress,
      metadata: {
        ...ingress.metadata,
        annotations: {
          ...others,
          ...Object.fromEntries(actions.map((key) => [key, resetAction(key, annotations[key])])),
          ...(left.size > 0 && { [managedAnnotation]: writeManaged(left) }),
        },
      },
    };
  } catch {
    // Upstream logs what it cannot parse, and does nothing.
    return ingress;
  }
}

/** The record of earlier versions, in their own format; it is removed. */
const legacyAnnotation = 'rollouts.argoproj.io/managed-alb-actions';

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/ingress/wrapper.go (GetClass) */
function classOf({ metadata, spec }: IngressObject): string {
  return metadata.annotations?.['kubernetes.io/ingress.class'] || (spec?.ingressClassName ?? '');
}

/**
 * The Ingresses that a Rollout names, and those that the controller creates for it.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/ingress/ingress.go (GetRolloutIngressKeys)
 */
function ingressNames({ metadata, spec }: RolloutObject): readonly string[] {
  const { alb, nginx } = spec.strategy?.canary?.trafficRouting ?? {};
  const stable = [nginx?.stableIngress ?? '', ...(nginx?.stableIngresses ?? [])].filter(
    (name) => name !== '',
  );
  return [
    alb?.ingress ?? '',
    ...(alb?.ingresses ?? []),
    ...stable,
    ...stable.map((name) => canaryIngressName(metadata.name, name)),
  ];
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/ingress/alb.go (getResetALBActionStr) */
function resetAction(key: string, text = ''): string {
  const [, service, rest] = key.split(actionInfix);
  if (service === undefined || rest !== undefined) throw new Error(`no Service in ${key}`);
  const { groups, stickiness } = readAction(JSON.parse(text));
  const port = groups.findLast((group) => group.service === service)?.port ?? '';
  if (port === '') throw new Error(`no port for ${service}`);
  return forwardAction(port, [{ service, weight: 100 }], stickiness);
}

interface BackendGroup {
  readonly service: string;
  readonly port: string;
}

/** An action, of whatever origin; a value with another type than upstream's is an error. */
function readAction(action: unknown): {
  readonly groups: readonly BackendGroup[];
  readonly stickiness: Stickiness | undefined;
} {
  scalar(action, 'Type', '');
  const config = child(action, 'ForwardConfig');
  const groups = child(config, 'TargetGroups') ?? [];
  if (!Array.isArray(groups)) throw new Error('no list');
  const stickiness = child(config, 'TargetGroupStickinessConfig');
  return {
    groups: groups.map((group: unknown) => {
      scalar(group, 'Weight', 0);
      return { service: scalar(group, 'ServiceName', ''), port: scalar(group, 'ServicePort', '') };
    }),
    stickiness:
      stickiness == null
        ? undefined
        : {
            Enabled: scalar(stickiness, 'Enabled', false),
            DurationSeconds: scalar(stickiness, 'DurationSeconds', 0),
          },
  };
}

/** A field with the type of its zero value, which is the default. */
function scalar<T extends string | number | boolean>(value: unknown, name: string, zero: T): Widened<T> {
  const found = child(value, name) ?? zero;
  if (typeof found !== typeof zero || (typeof found === 'number' && !Number.isInteger(found)))
    throw new Error(`no ${typeof zero}`);
  return found as Widened<T>;
}

type Widened<T> = T extends string ? string : T extends number ? number : boolean;

/** Go matches the fields of a struct case-insensitively. */
function child(value: unknown, name: string): unknown {
  if (value == null) return undefined;
  if (!isMap(value)) throw new Error('no map');
  const key = Object.keys(value).findLast((candidate) => candidate.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : value[key];
}
