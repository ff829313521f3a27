import type { Labels } from '../../kubernetes/objects/object.js';
import { manifest, type Manifest, type ManifestContext, refuse } from './manifest.js';
import type { PodFacts } from './pods.js';

/** A port of all Services of a system. */
export interface ServicePort {
  /** What a router or an Ingress may call the port; Istio tells the protocol by its beginning. */
  readonly name: string;

  /** Where the Services listen. */
  readonly port: number;

  /**
   * Where the pods listen: a number, or the name of a container port.
   * @default - the same as `port`
   */
  readonly targetPort?: number | string;
}

/** What the Services of a system have beside names and ports. */
export interface ServiceOptions {
  /**
   * How they are reached: `LoadBalancer` and `NodePort` from outside the cluster.
   * @default - 'ClusterIP', as Kubernetes does
   */
  readonly type?: 'ClusterIP' | 'NodePort' | 'LoadBalancer';
  /**
   * Labels beside those of all objects.
   * @default - none
   */
  readonly labels?: Labels;
  /** @default - none */
  readonly annotations?: Labels;
}

/**
 * The ports of the Services: by default the first port of the pods as port 80.
 * @throws {UnfitProps} if no port is known
 */
export function servicePorts(
  given: readonly ServicePort[] | undefined,
  { ports, template }: PodFacts,
): readonly ServicePort[] {
  const [first] = ports;
  if (given && given.length > 0) return given.map((port) => ({ targetPort: port.port, ...port }));
  if (given || !first)
    refuse(
      template
        ? 'The pods have no port for a Service; set "ports", or a port of the container.'
        : 'The ports of the pods are unknown; set "ports".',
    );
  const { name, containerPort } = first;
  return [{ name: name ?? 'http', port: 80, targetPort: name ?? containerPort }];
}

export function service(
  context: ManifestContext,
  name: string,
  selector: Labels,
  { ports, type, labels, annotations }: ServiceOptions & { readonly ports: readonly ServicePort[] },
): Manifest {
  return manifest(
    { ...context, labels: { ...context.labels, ...labels } },
    ['v1', 'Service'],
    name,
    {
      spec: {
        ...(type !== undefined && { type }),
        selector,
        ports: ports.map(({ name, port, targetPort = port }) => ({ name, port, targetPort })),
      },
    },
    annotations,
  );
}
