import { memoize } from '../../model/memo.js';
import { gatewayGroup } from '../../kubernetes/kinds/gateway-defaults.js';
import { objectKey, type Snapshot } from '../../kubernetes/objects/cluster.js';
import { isList, isMap, type JsonMap } from '../../kubernetes/objects/json.js';
import { groupOf, kinds, type KubeObject } from '../../kubernetes/objects/object.js';
import { subsets } from '../../kubernetes/kinds/destination-rule.js';
import { backendsOf, rulesField } from '../../kubernetes/kinds/gateway-route.js';
import { isForSome } from '../../kubernetes/kinds/route-match.js';
import { sameHost, serviceOfHost } from '../../kubernetes/kinds/host.js';
import { annotation, type Backend, pathBackends } from '../../kubernetes/kinds/ingress.js';
import { istioGroup, routes, routeTitle } from '../../kubernetes/kinds/virtual-service.js';
import type { Field } from '../../model/field.js';
import { fromValue } from '../../model/node.js';
import { Resource } from '../../model/resource.js';
import { actionInfix, conditionInfix, useAnnotation } from '../../rollouts/routers/alb-annotations.js';

/** The destinations of some requests: those of a route, or of the callers of a Service. */
export interface Lane {
  /** The key of the object. */
  readonly object: string;
  /** The route in words; empty if the object has only one. */
  readonly route: string;
  /** Whether it takes only specially marked requests, such as those of testers. */
  readonly isForSome?: boolean;
  readonly legs: readonly Leg[];
}

/** One destination of a lane. */
export interface Leg {
  /** The key of the Service. */
  readonly service: string;
  readonly subset?: string;
  /** The labels of the subset; undefined if no DestinationRule defines it. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** A name or a number; undefined if the lane has none. */
  readonly port?: string | number;
  /** Its weight; shares are relative to the sum over all legs. */
  readonly weight: number;
}

/** The lanes of all objects at a moment, in order. Canary Ingresses are joined with the Ingresses they split. */
export function lanesIn(objects: Snapshot): readonly Lane[] {
  const rules = [...objects.values()].filter(
    ({ apiVersion, kind }) => kind === kinds.destinationRule.kind && groupOf(apiVersion) === istioGroup,
  );
  const ingresses: KubeObject[] = [];
  const lanes = [...objects.values()].flatMap((object): readonly Lane[] => {
    const group = groupOf(object.apiVersion);
    if (group === istioGroup && object.kind === kinds.virtualService.kind) return ofMesh(object, rules);
    if (group === gatewayGroup) return ofGateway(object);
    if (object.kind === kinds.service.kind && group === '')
      return [{ object: objectKey(object), route: '', legs: [{ service: objectKey(object), weight: 1 }] }];
    if (object.kind === kinds.ingress.kind && group === kinds.ingress.group) ingresses.push(object);
    return [];
  });
  return [...lanes, ...ofIngresses(ingresses)];
}

function ifForSome(isMarked: boolean): Pick<Lane, 'isForSome'> {
  return isMarked ? { isForSome: true } : {};
}

/** An object in the form that readers of manifests accept. */
export const objectAsResource = memoize((object: KubeObject): Resource => {
  const { apiVersion, kind, metadata } = object;
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  const source = { path: '', name: '', read: () => '' };
  const identity = { group, version, kind, name: metadata.name, namespace: metadata.namespace };
  return new Resource(identity, source, 0, { root: fromValue(object) });
});

function serviceKey(name: string, namespace: string | undefined): string {
  return objectKey({
    apiVersion: 'v1',
    kind: kinds.service.kind,
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
  });
}

function ofMesh(object: KubeObject, rules: readonly KubeObject[]): readonly Lane[] {
  const resource = objectAsResource(object);
  const { namespace } = object.metadata;
  return routes(resource).map(({ protocol, route }) => {
    const items = route.at('route').items;
    const legs = items.flatMap((item): readonly Leg[] => {
      const destination = item.at('destination');
      const host = destination.at('host').text;
      const service = host === undefined ? undefined : serviceOfHost(host);
      if (host === undefined || !service) return [];
      const subset = destination.at('subset').text;
      const port = destination.at('port', 'number').number;
      const weight = item.at('weight').number ?? (items.length === 1 ? 100 : 0);
      return [
        {
          service: serviceKey(service.name, service.namespace ?? namespace),
          ...(subset === undefined
            ? {}
            : { subset, labels: subsetLabels({ host, namespace }, subset, rules) }),
          ...(port === undefined ? {} : { port }),
          weight,
        },
      ];
    });
    const matches = route.at('match').items;
    const isMarked = matches.length > 0 && matches.every(isForSome);
    return { object: objectKey(object), route: routeTitle(protocol, route), ...ifForSome(isMarked), legs };
  });
}

function subsetLabels(
  at: { readonly host: string; readonly namespace: string | undefined },
  subset: string,
  rules: readonly KubeObject[],
): Readonly<Record<string, string>> | undefined {
  for (const rule of rules) {
    const resource = objectAsResource(rule);
    const host = resource.at('spec', 'host').text ?? '';
    if (!sameHost(at, { host, namespace: rule.metadata.namespace })) continue;
    const found = subsets(resource).find((one) => one.at('name').text === subset);
    if (found) return found.at('labels').strings;
  }
  return undefined;
}

function ofGateway(object: KubeObject): readonly Lane[] {
  const resource = objectAsResource(object);
  return rulesField(resource).items.map((rule, index) => ({
    object: objectKey(object),
    ...ifForSome(rule.at('matches').items.length > 0 && rule.at('matches').items.every(isForSome)),
    route: rule.at('name').text === undefined ? `rule ${index + 1}` : `rule "${rule.at('name').text}"`,
    legs: backendsOf(rule).flatMap(({ to, port, share = 0 }): readonly Leg[] => {
      if (to.kind !== kinds.service.kind || to.group !== '') return [];
      const number = port.number;
      return [
        {
          service: serviceKey(to.name, to.namespace ?? object.metadata.namespace),
          ...(number === undefined ? {} : { port: number }),
          weight: share,
        },
      ];
    }),
  }));
}

const nginxPrefix = 'nginx.ingress.kubernetes.io';

/** https://kubernetes.github.io/ingress-nginx/user-guide/nginx-configuration/annotations/#canary */
function ofIngresses(ingresses: readonly KubeObject[]): readonly Lane[] {
  const isCanary = (object: KubeObject): boolean =>
    annotation(objectAsResource(object), `${nginxPrefix}/canary`).text === 'true';
  const canaries = ingresses.filter(isCanary).flatMap((object) => {
    const resource = objectAsResource(object);
    const weight = Number(annotation(resource, `${nginxPrefix}/canary-weight`).text ?? 0);
    const total = Number(annotation(resource, `${nginxPrefix}/canary-weight-total`).text ?? 100);
    return pathBackends(resource).map((backend) => ({ backend, weight: (weight * 100) / (total || 100) }));
  });
  return ingresses
    .filter((object) => !isCanary(object))
    .flatMap((object) => {
      const resource = objectAsResource(object);
      return pathBackends(resource).map((backend): Lane => {
        const [host, text] = [ruleHost(backend.path), backend.path.at('path').text ?? '/'];
        const split = canaries.find(
          (one) => ruleHost(one.backend.path) === host && (one.backend.path.at('path').text ?? '/') === text,
        );
        const { namespace } = object.metadata;
        const own = legsOf(resource, backend, namespace);
        const legs = split
          ? [
              ...own.map((leg) => ({ ...leg, weight: 100 - split.weight })),
              ...legsOf(resource, split.backend, namespace).map((leg) => ({ ...leg, weight: split.weight })),
            ]
          : own;
        const isMarked = isConditional(resource, backend);
        const route = isMarked ? ` on conditions of ${backend.to.name}` : '';
        return { object: objectKey(object), route: `${host}${text}${route}`, ...ifForSome(isMarked), legs };
      });
    });
}

function ruleHost(path: Field): string {
  return path.parent?.parent?.parent?.at('host').text ?? '*';
}

function legsOf(resource: Resource, { to, port }: Backend, namespace: string | undefined): readonly Leg[] {
  if (port.text === useAnnotation) return actionLegs(resource, to.name, namespace);
  const at = port.text ?? port.number;
  return [
    { service: serviceKey(to.name, namespace), ...(at === undefined ? {} : { port: at }), weight: 100 },
  ];
}

/** Whether an ALB uses a backend only under conditions: a header route repeats the host and path of another route. */
function isConditional(resource: Resource, { to, port }: Backend): boolean {
  return (
    port.text === useAnnotation &&
    resource
      .at('metadata', 'annotations')
      .entries.some((entry) => String(entry.key).endsWith(`${conditionInfix}${to.name}`))
  );
}

/** The legs that an annotation defines for a backend of an ALB Ingress. */
function actionLegs(resource: Resource, name: string, namespace: string | undefined): readonly Leg[] {
  const action = resource
    .at('metadata', 'annotations')
    .entries.find((entry) => String(entry.key).endsWith(`${actionInfix}${name}`));
  const forward = parsedMap(action?.text)['ForwardConfig'];
  const groups = isMap(forward) && isList(forward['TargetGroups']) ? forward['TargetGroups'] : [];
  return groups.flatMap((group): readonly Leg[] => {
    if (!isMap(group) || typeof group['ServiceName'] !== 'string') return [];
    const { ServicePort: asked } = group;
    const port = typeof asked === 'string' || typeof asked === 'number' ? String(asked) : '';
    return [
      {
        service: serviceKey(group['ServiceName'], namespace),
        ...(port === '' ? {} : { port: /^\d+$/.test(port) ? Number(port) : port }),
        weight: typeof group['Weight'] === 'number' ? group['Weight'] : 100,
      },
    ];
  });
}

function parsedMap(text: string | undefined): JsonMap {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isMap(value) ? value : {};
  } catch {
    return {};
  }
}
