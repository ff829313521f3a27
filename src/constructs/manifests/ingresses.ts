import type { Labels } from '../../kubernetes/objects/object.js';
import {
  defined,
  isMade,
  type ManifestContext,
  type Manifest,
  namedManifest,
  nameOrDefault,
  type ObjectMetadata,
  type Raw,
  refuse,
} from './manifest.js';
import type { ServicePort } from './services.js';
import type { Traffic } from './traffic.js';

/** The Ingress of a system, and what the Rollout says of it. */
export interface IngressObjects {
  readonly ingress: Manifest | undefined;
  /** `trafficRouting`, but for what steps ask of it. */
  readonly routing: Raw;
}

interface ServiceFacts {
  readonly stable: string;
  readonly root: string | undefined;
  readonly ports: readonly ServicePort[];
}

/**
 * An Ingress whose backend is an action that the controller adds, called like the Service with the port
 * `use-annotation`. Its paths are ImplementationSpecific, so that those of header routes come before them.
 * https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/alb/
 */
export function albObjects(
  name: string,
  traffic: Traffic<'alb'>,
  context: ManifestContext,
  { stable, root, ports: [port] }: ServiceFacts,
): IngressObjects {
  const { path = '/*', pathType = 'ImplementationSpecific', ingressClassName = 'alb' } = traffic;
  const { stickySeconds, annotationPrefix } = traffic;
  const prefix = annotationPrefix ?? 'alb.ingress.kubernetes.io';
  return {
    ingress: ingress(
      name,
      traffic,
      context,
      // Services without node ports have no other targets than pods.
      { [`${prefix}/target-type`]: 'ip', ...traffic.annotations },
      {
        ingressClassName,
        path,
        pathType,
        backend: { service: { name: root ?? stable, port: { name: 'use-annotation' } } },
      },
    ),
    routing: {
      alb: defined({
        ingress: nameOrDefault(traffic.ingress, name),
        rootService: root,
        servicePort: port?.port,
        annotationPrefix,
        stickinessConfig:
          stickySeconds === undefined ? undefined : { enabled: true, durationSeconds: stickySeconds },
      }),
    },
  };
}

/**
 * An Ingress to the stable Service; the controller makes the canary's, with these annotations on top.
 * https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/nginx/
 */
export function nginxObjects(
  name: string,
  traffic: Traffic<'nginx'>,
  context: ManifestContext,
  { stable, ports: [port] }: ServiceFacts,
): IngressObjects {
  const { path = '/', pathType = 'Prefix', ingressClassName = 'nginx' } = traffic;
  const { annotationPrefix, canaryByHeader } = traffic;
  return {
    ingress: ingress(name, traffic, context, traffic.annotations ?? {}, {
      ingressClassName,
      path,
      pathType,
      backend: { service: { name: stable, port: { name: port?.name } } },
    }),
    routing: {
      nginx: defined({
        stableIngress: nameOrDefault(traffic.ingress, name),
        annotationPrefix,
        additionalIngressAnnotations:
          canaryByHeader &&
          defined({
            'canary-by-header': canaryByHeader.header,
            'canary-by-header-value': canaryByHeader.value,
          }),
        canaryIngressAnnotations: traffic.canaryIngressAnnotations,
      }),
    },
  };
}

/** What an Ingress leads to its backend. */
interface IngressPaths {
  readonly ingressClassName: string | false;
  readonly path: string | readonly string[];
  readonly pathType: string;
  readonly backend: Raw;
}

function ingress(
  name: string,
  traffic: Traffic<'alb' | 'nginx'>,
  context: ManifestContext,
  annotations: Labels,
  paths: IngressPaths,
): Manifest | undefined {
  if (!isMade(traffic.ingress)) {
    for (const key of ['host', 'path', 'pathType', 'annotations', 'ingressClassName', 'tls'] as const)
      if (traffic[key] !== undefined)
        refuse(
          `"${key}" applies only to a new Ingress, but "${nameOrDefault(traffic.ingress, name)}" already exists; set it there.`,
        );
    return undefined;
  }
  return ingressManifest(
    context,
    { name: nameOrDefault(traffic.ingress, name), annotations },
    { host: traffic.host, tls: traffic.tls },
    paths,
  );
}

/** An Ingress whose hosts all have the same paths to one backend. */
export function ingressManifest(
  context: ManifestContext,
  metadata: ObjectMetadata & { readonly name: string },
  { host: given, tls }: { readonly host: string | readonly string[] | undefined; readonly tls: unknown },
  { ingressClassName, path, ...to }: IngressPaths,
): Manifest {
  const hosts = given === undefined ? [undefined] : severalOf(given, 'host');
  const paths = severalOf(path, 'path').map((one) => ({ path: one, ...to }));
  return namedManifest(metadata.name, context, ['networking.k8s.io/v1', 'Ingress'], metadata, {
    spec: defined({
      ingressClassName: ingressClassName === false ? undefined : ingressClassName,
      tls,
      rules: hosts.map((host) => ({ ...(host !== undefined && { host }), http: { paths } })),
    }),
  });
}

/** @throws {UnfitProps} for an empty list, which no request fits, and for a host or path twice */
function severalOf(given: string | readonly string[], what: string): readonly string[] {
  const list = typeof given === 'string' ? [given] : given;
  if (list.length === 0) refuse(`"${what}" of the Ingress is an empty list; name one, or remove it.`);
  const twice = list.find((one, index) => list.indexOf(one) < index);
  if (twice !== undefined) refuse(`"${what}" of the Ingress has "${twice}" twice; remove one.`);
  return list;
}
