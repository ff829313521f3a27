import type { Labels } from '../../kubernetes/objects/object.js';
import { manifest, type Manifest, type ManifestContext, type Refused, refuse } from './manifest.js';
import type { PodFacts } from './pods.js';
import type { ServiceFields } from './upstream-types.js';

interface AnyPort {
  /** What a router or an Ingress may call the port; Istio tells the protocol by its beginning. */
  readonly name: string;

  /** Where the Services listen. */
  readonly port: number;

  /**
   * Where the pods listen: a number, or the name of a container port.
   * @default - the same as `port`
   */
  readonly targetPort?: number | string;

  /** @default - 'TCP', as Kubernetes does */
  readonly protocol?: 'TCP' | 'UDP' | 'SCTP';

  /**
   * The protocol within TCP, such as `http` or `kubernetes.io/h2c`, where a router asks for it.
   * @default - none
   */
  readonly appProtocol?: string;
}

/** A port of all Services of a system. */
export interface ServicePort extends AnyPort {
  /** A port of the nodes is one Service's. */
  readonly nodePort?: Refused<'two Services cannot have one port of the nodes; set it in the ports of one of "services"'>;
}

/** A port of one Service. */
export interface OneServicePort extends AnyPort {
  /**
   * The port of the nodes that leads to it, with the types NodePort and LoadBalancer.
   * @default - one that Kubernetes chooses
   */
  readonly nodePort?: number;
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
  /**
   * More fields of the spec, such as `externalTrafficPolicy`, `sessionAffinity` and `loadBalancerSourceRanges`.
   * @default - none
   */
  readonly spec?: ServiceFields;
}

/** What one Service has: labels, annotations and fields of the spec beside those of all, ports and type in place of theirs. */
export interface OneService extends ServiceOptions {
  /**
   * Its ports. A router leads to the first port of all Services, so one that it splits between needs that port, too.
   * @default - those of all Services
   */
  readonly ports?: readonly OneServicePort[];
}

/** What the Services of a canary have, all of them and each. */
export interface CanaryServices extends ServiceOptions {
  /** Of the stable version; with a split by subsets or by pods, the one for all pods. @default - as all */
  readonly stable?: OneService;
  /** Of the canary. @default - as all */
  readonly canary?: OneService;
  /** Of all pods, beside those of the versions. @default - as all */
  readonly root?: OneService;
  /** One of two that take turns. @default - as all */
  readonly ping?: OneService;
  /** The other one of two that take turns. @default - as all */
  readonly pong?: OneService;
}

/** What the two Services of a blue-green Rollout have, both and each. */
export interface BlueGreenServices extends ServiceOptions {
  /** Of the active version. @default - as both */
  readonly active?: OneService;
  /** Of the new version before its promotion. @default - as both */
  readonly preview?: OneService;
}

/** What a Service of a Rollout is for. */
export type ServiceRole = Exclude<keyof (CanaryServices & BlueGreenServices), keyof ServiceOptions>;

/** One more Service of the pods of all versions, such as for another port of theirs. */
export interface OtherService extends OneService {
  /** The name: `metadata.name`. */
  readonly name: string;
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

/** The Service of a role, or another one, with what all have and what it has alone. */
export function service(
  context: ManifestContext,
  name: string,
  selector: Labels,
  all: ServiceOptions & { readonly ports: readonly (ServicePort | OneServicePort)[] },
  own: OneService = {},
): Manifest {
  const type = own.type ?? all.type;
  return manifest(
    { ...context, labels: { ...context.labels, ...all.labels, ...own.labels } },
    ['v1', 'Service'],
    name,
    {
      spec: {
        ...(type !== undefined && { type }),
        selector,
        ports: (own.ports ?? all.ports).map(({ name, port, targetPort = port, ...others }) => ({
          name,
          port,
          targetPort,
          ...others,
        })),
        ...all.spec,
        ...own.spec,
      },
    },
    { ...all.annotations, ...own.annotations },
  );
}

/** The ports of a Service that is made. */
export function portsOfService({
  spec,
}: Manifest): readonly { readonly name: string; readonly port: number }[] {
  return (spec as { readonly ports: readonly { readonly name: string; readonly port: number }[] }).ports;
}

/** @throws {UnfitProps} for one that has the name of another Service */
export function otherServices(
  context: ManifestContext,
  given: readonly OtherService[],
  selector: Labels,
  all: ServiceOptions & { readonly ports: readonly (ServicePort | OneServicePort)[] },
  taken: readonly string[],
): readonly Manifest[] {
  const names = [...taken, ...given.map(({ name }) => name)];
  const twice = names.find((one, index) => names.indexOf(one) < index);
  if (twice !== undefined) refuse(`Two Services are named "${twice}"; use different names.`);
  return given.map((own) => service(context, own.name, selector, all, own));
}
