import { isMap } from '../../kubernetes/objects/json.js';
import { ControllerError, panic } from '../../kubernetes/objects/controller-error.js';
import { goJson } from '../../kubernetes/objects/go-json.js';
import type { Labels } from '../../kubernetes/objects/object.js';
import type { AlbRouting, SetHeaderRoute } from '../../kubernetes/objects/rollout-object.js';

/**
 * The annotations by which the controller configures the AWS load balancer controller.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/ingress/ingress.go
 */

/** The annotation in which the controller records the keys that it wrote, by Rollout. */
export const managedAnnotation = 'rollouts.argoproj.io/managed-alb-annotations';

/** The backend port that makes the AWS controller look for an action annotation. */
export const useAnnotation = 'use-annotation';

/** The part between the prefix and the name in the key of an action. */
export const actionInfix = '/actions.';

type Prefixed = Pick<AlbRouting, 'annotationPrefix'>;

/** The prefix of all annotations that the AWS controller reads. */
export function prefixOf({ annotationPrefix }: Prefixed): string {
  return annotationPrefix || 'alb.ingress.kubernetes.io';
}

/** The part between the prefix and the name in the key of a condition. */
export const conditionInfix = '/conditions.';

/** The key of the action annotation of a Service or header route. */
export function actionKey(routing: Prefixed, name: string): string {
  return `${prefixOf(routing)}${actionInfix}${name}`;
}

/** The key of the condition annotation of a header route. */
export function conditionKey(routing: Prefixed, name: string): string {
  return `${prefixOf(routing)}${conditionInfix}${name}`;
}

/** A Service and its share of the requests. */
export interface WeightedService {
  readonly service: string;
  readonly weight: number;
}

/** How long a client stays with the Service that it first got. */
export interface Stickiness {
  readonly Enabled: boolean;
  readonly DurationSeconds: number;
}

/** The action that splits requests between Services. A Service without a name is written as a weight alone. */
export function forwardAction(
  port: string,
  targets: readonly WeightedService[],
  stickiness?: Stickiness,
): string {
  return goJson({
    Type: 'forward',
    ForwardConfig: {
      TargetGroups: targets.map(({ service, weight }) => ({
        ServiceName: service || undefined,
        ServicePort: port || undefined,
        Weight: weight,
      })),
      TargetGroupStickinessConfig: stickiness,
    },
  });
}

/**
 * The action for a Rollout.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/alb/alb.go (getForwardActionString)
 */
export function rolloutAction(
  { servicePort = 0, stickinessConfig }: Partial<AlbRouting>,
  targets: readonly WeightedService[],
): string {
  return forwardAction(String(servicePort), targets, stickinessOf(stickinessConfig));
}

function stickinessOf(config: AlbRouting['stickinessConfig']): Stickiness | undefined {
  if (config?.enabled !== true) return undefined;
  const { durationSeconds = 0 } = config;
  if (durationSeconds < 1 || durationSeconds > 604_800)
    throw new ControllerError(
      "TargetGroupStickinessConfig's duration must be between 1 and 604800 seconds (7 days)!",
    );
  return { Enabled: true, DurationSeconds: durationSeconds };
}

/**
 * The conditions of a header route: one per header, all of which must hold, each with the values of all matches of that header.
 * Only exact values are supported here.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/alb/alb.go (upsertCondition)
 */
export function headerConditions(match: NonNullable<SetHeaderRoute['match']>): string {
  const values = new Map<string, string[]>();
  for (const { headerName = '', headerValue } of match) {
    if (!headerValue) throw panic();
    values.set(headerName, [...(values.get(headerName) ?? []), headerValue.exact ?? '']);
  }
  return goJson(
    [...values].map(([httpHeaderName, exact]) => ({
      field: 'http-header',
      httpHeaderConfig: { httpHeaderName, values: exact },
    })),
  );
}

/** The keys of annotations by the Rollout that manages them, as the controller records them. */
export type ManagedAnnotations = ReadonlyMap<string, readonly string[] | null>;

/** The record on an Ingress: empty if there is none; undefined for a literal null, to which no Rollout can be added. */
export function readManaged(annotations: Labels | undefined): ManagedAnnotations | undefined {
  const text = annotations?.[managedAnnotation] ?? '';
  if (text === '') return new Map();
  const value = parseAnnotation(text);
  if (value === null) return undefined;
  if (!isMap(value)) throw unreadable(value, 'ingress.ManagedALBAnnotations');
  return new Map(Object.entries(value).map(([rollout, keys]) => [rollout, readKeys(keys)]));
}

export function writeManaged(managed: ManagedAnnotations): string {
  const rollouts = [...managed.keys()].sort();
  return `{${rollouts.map((name) => `${goJson(name)}:${goJson(managed.get(name) ?? null)}`).join(',')}}`;
}

function readKeys(value: unknown): readonly string[] | null {
  if (value === null) return null;
  if (!Array.isArray(value)) throw unreadable(value, 'ingress.ManagedALBAnnotation');
  return value.map((key: unknown) => {
    if (key === null) return '';
    if (typeof key !== 'string') throw unreadable(key, 'string');
    return key;
  });
}

/** Upstream names the first invalid character; this does so only where nothing before it could be valid. */
function parseAnnotation(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const first = text.trimStart().at(0);
    if (first === undefined) throw new ControllerError('unexpected end of JSON input');
    throw new ControllerError(
      /[[{"\-\dtfn]/.test(first)
        ? `invalid JSON in ${managedAnnotation}`
        : `invalid character '${first}' looking for beginning of value`,
    );
  }
}

function unreadable(value: unknown, type: string): ControllerError {
  const kind = Array.isArray(value)
    ? 'array'
    : typeof value === 'boolean'
      ? 'bool'
      : isMap(value)
        ? 'object'
        : typeof value;
  return new ControllerError(`json: cannot unmarshal ${kind} into Go value of type ${type}`);
}
