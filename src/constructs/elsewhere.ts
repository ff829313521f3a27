import { Construct } from 'constructs';
import { isPlainObject } from './manifests/manifest.js';

/** Objects that exist although they are not part of the app, as `kind/name`. */
export type Assumed = readonly string[];

/** The kinds of the objects that props name. */
const kindOf: Readonly<Record<string, string>> = {
  virtualService: 'VirtualService',
  destinationRule: 'DestinationRule',
  ingress: 'Ingress',
  service: 'Service',
  stableService: 'Service',
  canaryService: 'Service',
  rootService: 'Service',
  pingService: 'Service',
  pongService: 'Service',
  activeService: 'Service',
  previewService: 'Service',
};

/** The kinds of objects of a construct that name Services. The Rollout names all the rest. */
const namingServices: ReadonlySet<string> = new Set(['VirtualService', 'DestinationRule', 'Ingress']);

/** Which of some objects an object of a kind may name. */
export function namedBy(kind: string, assumed: Assumed): Assumed {
  if (kind === 'Rollout') return assumed;
  return namingServices.has(kind) ? assumed.filter((object) => object.startsWith('Service/')) : [];
}

/** The objects that props only give by name: whether they exist cannot be known when an app is synthesized. */
export function existingObjects(props: object): Assumed {
  const routeKind = 'kind' in props && typeof props.kind === 'string' ? props.kind : 'HTTPRoute';
  return Object.entries(props).flatMap(([key, named]: [string, unknown]) => {
    const kind = key === 'route' ? routeKind : kindOf[key];
    if (kind === undefined || !isPlainObject(named) || Construct.isConstruct(named)) return [];
    return typeof named['name'] === 'string' ? [`${kind}/${named['name']}`] : [];
  });
}

/** The AnalysisTemplates that analyses in props name and that are not part of the app. */
export function existingTemplates(value: unknown): Assumed {
  if (Array.isArray(value)) return value.flatMap(existingTemplates);
  if (!isPlainObject(value)) return [];
  const { templates } = value;
  const own = Array.isArray(templates)
    ? templates.flatMap((one) =>
        isPlainObject(one) && !('metrics' in one) && typeof one['name'] === 'string'
          ? [`AnalysisTemplate/${one['name']}`]
          : [],
      )
    : [];
  return [...own, ...Object.values(value).flatMap(existingTemplates)];
}

/** The Deployment that pods only give by name. */
export function existingWorkload(pod: object): Assumed {
  const workload = 'workloadRef' in pod ? pod.workloadRef : undefined;
  return isPlainObject(workload) && typeof workload['name'] === 'string'
    ? [`Deployment/${workload['name']}`]
    : [];
}
