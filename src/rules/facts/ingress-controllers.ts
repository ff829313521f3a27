import type { Graph } from '../../repository/graph/graph.js';
import { ingressClass } from '../../kubernetes/kinds/ingress.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';

/** Whose an Ingress is: of the AWS Load Balancer Controller, of ingress-nginx, or of one that reads the annotations of neither. */
export type Owner = 'aws' | 'nginx' | 'another';

/** The AWS Load Balancer Controller, and EKS Auto Mode: no other name can be configured. */
export const awsControllers: readonly string[] = ['ingress.k8s.aws/alb', 'eks.amazonaws.com/alb'];

/** What ingress-nginx calls itself unless `--controller-class` says otherwise. */
export const nginxController = 'k8s.io/ingress-nginx';

/** What other controllers begin the name of theirs with. */
const others =
  /^(?:azure\/application-gateway|cilium\.io|eks\.amazonaws\.com|getambassador\.io|haproxy-ingress\.github\.io|haproxy\.org|ingress-controllers\.konghq\.com|istio\.io|nginx\.org|openshift\.io|projectcontour\.io|traefik\.io)(?:\/|$)/;

/** Classes that controllers come with, and whose names say so. */
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

/** The class of an Ingress and whose it is. */
export interface ClassOf {
  readonly name: Field;
  /** What IngressClasses of that name say; without any, the name alone tells. */
  readonly controllers: readonly Field[];
  /** Whose it may be; undefined where nothing tells of one. */
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
  return others.test(controller) ? 'another' : undefined;
}
