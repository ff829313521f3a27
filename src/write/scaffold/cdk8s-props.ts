import { isPlainObject, withoutFields } from '../../constructs/manifests/manifest.js';
import type { RouterKind } from '../../constructs/manifests/steps.js';
import type { Path } from '../../model/field.js';
import { inCode, variantInCode } from './cdk8s-environments.js';
import { strategyRemarks } from './commented.js';
import type { Remark } from '../../yaml/write/document.js';
import { propPath } from './pods.js';
import { isBlueGreen, type NewService } from './service.js';
import type { ManifestFile } from './service-objects.js';
import { analysisCall, blueGreenProps, canaryProps } from './service-props.js';
import { Call, literal, Remarked } from './typescript.js';

/** What the file of a service imports from rolloutkit. */
export function importsOf(service: NewService): readonly string[] {
  const [router = ''] = constructorOf(service.router).split('.');
  const call = analysisCall(service);
  return [
    ...(call ? ['Analysis'] : []),
    ...(isBlueGreen(service) ? ['BlueGreenRollout'] : ['CanaryRollout', router]),
    ...(call?.preset === 'job' && !isBlueGreen(service) ? ['Steps'] : []),
  ].sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1));
}

/** The props of the Rollout as code with comments: traffic and analyses are calls of their functions. */
export function codedProps(service: NewService, made: readonly ManifestFile[]): object {
  const remarks = made.flatMap(propRemarks);
  const coded = (props: object): object => remarked(withCalls(service, props), remarks);
  if (isBlueGreen(service)) return coded(blueGreenProps(service));
  const { hosts = service.hosts } = variantInCode(service);
  const props = coded(inCode(service, canaryProps(service, { hosts })) as object) as {
    traffic: { router: unknown };
  };
  return {
    ...props,
    traffic: new Call(constructorOf(service.router), withoutFields(props.traffic, 'router')),
  };
}

/** Statements for the objects that no construct makes: what leads requests to a blue-green Rollout. */
export function otherObjects(service: NewService, made: readonly ManifestFile[]): readonly string[] {
  const entry = isBlueGreen(service) ? ['Gateway', 'VirtualService', 'Ingress', 'HTTPRoute'] : [];
  return made
    .filter(({ manifest: { kind } }) => entry.includes(kind))
    .map(({ manifest, remarks }) => {
      const { apiVersion, kind, metadata, ...fields } = manifest;
      // The chart sets its namespace and labels.
      const { name, annotations } = metadata;
      const value = remarked(
        inCode(service, {
          ...{ apiVersion, kind, metadata: { name, ...(annotations && { annotations }) } },
          ...fields,
        }) as object,
        remarks,
      );
      return `    new ApiObject(this, '${kind}', ${literal(value, 4, `    new ApiObject(this, '${kind}', `.length - 4)});`;
    });
}

/** The remarks of an object, at the matching props of the Rollout; remarks about files are left out. */
function propRemarks({ file, manifest, remarks }: ManifestFile): readonly Remark[] {
  const moved = (to: (path: Path) => Path | undefined, own: readonly Remark[] = remarks): readonly Remark[] =>
    own.flatMap(({ at, text }) => {
      const path = to(at);
      return path ? [{ at: path, text }] : [];
    });
  switch (file) {
    case 'rollout.yaml':
      return moved(propPath, [...remarks, ...strategyRemarks(manifest)]);
    case 'ingress.yaml':
      return moved((path) => ['traffic', ...path.slice(1)]);
    case 'disruptionbudget.yaml':
      return moved((path) => ['disruptionBudget', ...path.slice(1)]);
    case 'autoscaler.yaml':
      return moved(([, key]) => ['replicas', key === 'metrics' ? 'cpu' : (key ?? '')]);
    case 'scaledobject.yaml':
      // What is scaled is the Rollout that has these props.
      return moved(([, key]) =>
        key === 'scaleTargetRef' || key === undefined ? ['scaledBy'] : ['scaledBy', key],
      );
    case 'serviceaccount.yaml':
      return moved(() => ['serviceAccount']);
    case 'networkpolicy.yaml':
      return moved(([, key]) => (key === 'ingress' ? ['networkPolicy'] : undefined));
    case 'podmonitor.yaml':
      return moved(() => ['podMonitor']);
    case 'servicemonitor.yaml':
      return moved(() => ['serviceMonitor']);
    default:
      return [];
  }
}

/** A value with remarks at those of their paths that exist. */
function remarked(value: object, remarks: readonly Remark[]): object {
  const at = (one: unknown, path: Path): unknown => {
    if (one instanceof Call) return one;
    if (Array.isArray(one)) return one.map((item: unknown, index) => at(item, [...path, index]));
    if (!isPlainObject(one)) return one;
    return Object.fromEntries(
      Object.entries(one).map(([key, item]) => {
        const own = [...path, key];
        const remark = remarks.find((other) => other.at.join('\n') === own.join('\n'));
        const inner = at(item, own);
        return [key, remark ? new Remarked(inner, remark.text) : inner];
      }),
    );
  };
  return at(value, []) as object;
}

/** Props with the call of an analysis preset instead of its result. */
function withCalls(service: NewService, props: object): object {
  const call = analysisCall(service);
  if (!call) return props;
  const preset = new Call(`Analysis.${call.preset}`, call.options);
  const replace = (value: unknown): unknown => {
    // Items of a list are steps.
    if (Array.isArray(value))
      return value.map((item: unknown) =>
        isPlainObject(item) && isPlainObject(item['analysis'])
          ? new Call('Steps.analysis', preset)
          : replace(item),
      );
    if (!isPlainObject(value)) return value;
    if (Array.isArray(value['templates'])) return preset;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replace(item)]));
  };
  return replace(props) as object;
}

/** The function of `rolloutkit/constructs` that makes the traffic of a router. */
export function constructorOf(router: RouterKind): string {
  return {
    'istio-subset': 'IstioTraffic.subsets',
    'istio-host': 'IstioTraffic.hosts',
    alb: 'AlbTraffic.ingress',
    nginx: 'NginxTraffic.ingress',
    gateway: 'GatewayTraffic.route',
    'gateway-tcp': 'GatewayTraffic.route',
    plugin: 'PluginTraffic.services',
    none: 'NoTraffic.replicas',
  }[router];
}
