import { awsLoadBalancerKeys } from '../../src/kubernetes/annotations/aws-load-balancer.js';
import { ingressNginxKeys } from '../../src/kubernetes/annotations/ingress-nginx.js';
import type { VendorKeys } from '../../src/kubernetes/annotations/vendor-keys.js';
import type { Resource } from '../../src/model/resource.js';
import { annotationProblems } from '../../src/rules/ingress-annotations.js';

const vendors: readonly { readonly prefix: string; readonly keys: VendorKeys; readonly rule: string }[] = [
  { prefix: 'alb.ingress.kubernetes.io', keys: awsLoadBalancerKeys, rule: 'alb/annotations-known' },
  { prefix: 'nginx.ingress.kubernetes.io', keys: ingressNginxKeys, rule: 'nginx/annotations-known' },
];

/** The annotations of the table; those that name a backend without its name. */
export const annotationKeys: readonly string[] = vendors.flatMap(({ prefix, keys }) =>
  [...Object.keys(keys.keys), ...Object.keys(keys.families).map((start) => start.replace(/\.$/, ''))].map(
    (key) => `${prefix}/${key}`,
  ),
);

/** The rules that report an annotation of an Ingress, with the consequence that is not the usual one. */
export function saidOfAnnotations(
  ingress: Resource,
): readonly { readonly rule: string; readonly key: string; readonly id: string }[] {
  return vendors.flatMap(({ prefix, keys, rule }) =>
    annotationProblems(ingress, prefix, keys).map(({ field, id }) => ({ rule, key: String(field.key), id })),
  );
}
