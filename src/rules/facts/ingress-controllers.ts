import type { Graph } from '../../repository/graph/graph.js';
import { ingressClass } from '../../kubernetes/kinds/ingress.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';

/**
 * The controller of an Ingress: the AWS Load Balancer Controller, ingress-nginx, or one that reads the annotations of neither.
 */
export type Owner = 'aws' | 'nginx' | 'another';

/** The AWS Load Balancer Controller, and EKS Auto Mode. Their names cannot be configured. */
export const awsControllers: readonly string[] = ['ingress.k8s.aws/alb', 'eks.amazonaws.com/alb'];

/** The name of ingress-nginx, unless `--controller-class` sets another. */
export const nginxController = 'k8s.io/ingress-nginx';

/** How the names of other controllers begin. */
const otherControllers =
  /^(?:azure\/application-gateway|cilium\.io|eks\.amazonaws\.com|getambassador\.io|haproxy-ingress\.github\.io|haproxy\.org|ingress-controllers\.konghq\.com|istio\.io|nginx\.org|openshift\.io|projectcontour\.io|traefik\.io)(?:\/|$)/;

/** Default classes of controllers, whose names identify them. */
const classes: ReadonlyMap<string, Owner> = new Map([
  ['alb', 'aws'],
  ['nginx', 'nginx'],
  ...[
    'azure-application-gateway',
    'azure/application-gateway',
    'cilium',
    'contour',
    'gce',
    'gce-internal',
    'haproxy',
    'istio',
    'kong',
    'openshift-default',
    'traefik',
  ].map((name) => [name, 'another'] as const),
]);

/** The class of an Ingress, and its possible controllers. */
export interface ClassOf {
  readonly name: Field;
  /** The controllers in the IngressClasses of that name; without any, the name of the class decides. */
  readonly controllers: readonly Field[];
  /** The possible controllers; undefined for an unknown one. */
  readonly owners: readonly (Owner | undefined)[];
}

export function classOf(graph: Graph, ingress: Resource): ClassOf {
  const name = ingressClass(ingress);
  const controllers = graph
    .withManifestName({ group: 'networking.k8s.io', kind: 'IngressClass', name: name.text ?? '' })
    .map((candidate) => candidate.at('spec', 'controller'))
    .filter(({ text }) => text !== undefined);
  const owners =
    controllers.length > 0
      ? controllers.map(({ text = '' }) => ownerOf(text))
      : [classes.get(name.text ?? '')];
  return { name, controllers, owners };
}

function ownerOf(controller: string): Owner | undefined {
  if (awsControllers.includes(controller)) return 'aws';
  if (controller === nginxController) return 'nginx';
  return otherControllers.test(controller) ? 'another' : undefined;
}
