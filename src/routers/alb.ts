import { backendService, paths } from '../kinds/ingress.js';
import { canary, managedRoutes, serviceField, trafficRouting } from '../kinds/rollout.js';
import type { Field } from '../model/field.js';
import type { Reference } from '../model/reference.js';
import type { Resource } from '../model/resource.js';
import type { LiveObject, Router, RouterState } from './router.js';

/**
 * AWS Application Load Balancer: weights in an action annotation of an Ingress.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/alb/alb.go
 */
const alb: Router = {
  key: 'alb',
  title: 'ALB',

  references: ingresses,

  live(rollout, state, find) {
    return ingresses(rollout).flatMap((reference) => {
      const ingress = find(reference);
      return ingress ? [liveIngress(rollout, ingress, state)] : [];
    });
  },
};

export default alb;

/** The backend port that tells the AWS controller to look for an action annotation. */
export const useAnnotation = 'use-annotation';

export function ingresses(rollout: Resource): readonly Reference[] {
  const config = trafficRouting(rollout).at('alb');
  return [config.at('ingress'), ...config.at('ingresses').items].flatMap((from) =>
    from.text === undefined
      ? []
      : [{ from, to: { group: 'networking.k8s.io', kind: 'Ingress', name: from.text } }],
  );
}

/** The field that names the Service whose action annotation carries the weights: the root or the stable one. */
export function actionService(rollout: Resource): Field {
  const root = trafficRouting(rollout).at('alb', 'rootService');
  return root.text === undefined ? serviceField(rollout, 'stable') : root;
}

/**
 * The Services that the weights are given to: ping and pong before stable and canary. Ping is the stable one at rest.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/service_helper.go
 */
export function targetServices(rollout: Resource): { readonly stable: Field; readonly canary: Field } {
  const isPingPong = canary(rollout).at('pingPong').exists;
  return {
    stable: serviceField(rollout, isPingPong ? 'ping' : 'stable'),
    canary: serviceField(rollout, isPingPong ? 'pong' : 'canary'),
  };
}

/** The key of the action annotation of a Service or header route. */
export function actionAnnotation(rollout: Resource, name: string): string {
  return `${annotationPrefix(rollout)}/actions.${name}`;
}

/** The key of the condition annotation of a header route. */
export function conditionAnnotation(rollout: Resource, name: string): string {
  return `${annotationPrefix(rollout)}/conditions.${name}`;
}

/** What the keys of all annotations begin with that the AWS controller reads. */
export function annotationPrefix(rollout: Resource): string {
  return trafficRouting(rollout).at('alb', 'annotationPrefix').text ?? 'alb.ingress.kubernetes.io';
}

/** The annotation in which the controller keeps the names of those it wrote. */
export const managedAnnotation = 'rollouts.argoproj.io/managed-alb-annotations';

interface PathValue {
  backend?: { service?: { name?: string } };
}

interface IngressValue {
  metadata: { annotations?: Record<string, string> };
  spec?: { rules?: { http?: { paths?: PathValue[] } }[] };
}

function liveIngress(
  rollout: Resource,
  ingress: Resource,
  { weight, headerRoutes }: RouterState,
): LiveObject {
  const value = ingress.at().value as IngressValue;
  const annotations: Record<string, string> = { ...value.metadata.annotations };
  const written: string[] = [];
  const annotate = (key: string, text: unknown): void => {
    annotations[key] = JSON.stringify(text);
    written.push(key);
  };

  const targets = targetServices(rollout);
  annotate(
    actionAnnotation(rollout, actionService(rollout).text ?? ''),
    forward(rollout, [
      [targets.canary.text ?? '', weight],
      [targets.stable.text ?? '', 100 - weight],
    ]),
  );
  for (const step of headerRoutes) {
    const route = step.at('setHeaderRoute');
    const name = route.at('name').text ?? '';
    annotate(actionAnnotation(rollout, name), forward(rollout, [[targets.canary.text ?? '', 100]]));
    annotate(conditionAnnotation(rollout, name), conditions(route));
    if (!paths(ingress).some((path) => backendService(path).text === name)) addPath(value, name);
  }
  annotations[managedAnnotation] = JSON.stringify({ [rollout.name]: written });
  value.metadata.annotations = annotations;
  if (headerRoutes.length > 0)
    sortPaths(
      value,
      managedRoutes(rollout).flatMap(({ text }) => text ?? []),
    );
  return { resource: ingress, value };
}

/** Key order and letter case are those of upstream's Go structs. */
function forward(
  rollout: Resource,
  targets: readonly (readonly [service: string, weight: number])[],
): unknown {
  const config = trafficRouting(rollout).at('alb');
  const stickiness = config.at('stickinessConfig');
  return {
    Type: 'forward',
    ForwardConfig: {
      TargetGroups: targets.map(([service, weight]) => ({
        ServiceName: service,
        ServicePort: String(config.at('servicePort').number ?? ''),
        Weight: weight,
      })),
      ...(stickiness.at('enabled').boolean
        ? {
            TargetGroupStickinessConfig: {
              Enabled: true,
              DurationSeconds: stickiness.at('durationSeconds').number,
            },
          }
        : {}),
    },
  };
}

/** Values of one header are joined; several headers must all match. */
function conditions(route: Field): unknown {
  const values = new Map<string, string[]>();
  for (const match of route.at('match').items) {
    const name = match.at('headerName').text ?? '';
    values.set(name, [...(values.get(name) ?? []), match.at('headerValue', 'exact').text ?? '']);
  }
  return [...values].map(([name, exact]) => ({
    field: 'http-header',
    httpHeaderConfig: { httpHeaderName: name, values: exact },
  }));
}

/** The lists of paths of all rules. */
function pathLists({ spec }: IngressValue): readonly PathValue[][] {
  const rules: unknown = spec?.rules;
  return Array.isArray(rules)
    ? (rules as ({ http?: { paths?: PathValue[] } } | null)[])
        .map((rule) => rule?.http?.paths ?? [])
        .filter((list) => Array.isArray(list))
    : [];
}

/** A header route becomes the first path of every rule. */
function addPath(value: IngressValue, name: string): void {
  for (const list of pathLists(value))
    list.unshift({
      path: '/*',
      pathType: 'ImplementationSpecific',
      backend: { service: { name, port: { name: useAnnotation } } },
    } as PathValue);
}

function sortPaths(value: IngressValue, managed: readonly string[]): void {
  const rank = (path: PathValue | null): number => {
    const index = managed.indexOf(path?.backend?.service?.name ?? '');
    return index === -1 ? managed.length : index;
  };
  for (const list of pathLists(value)) list.sort((left, right) => rank(left) - rank(right));
}
