import { controllerNamespace as upstreamNamespace } from '../../kubernetes/kinds/rollout.js';
import { namespaceNameLabel } from '../../kubernetes/kinds/namespace.js';
import type { Labels } from '../../kubernetes/objects/object.js';
import type { AnalysisStep } from './analysis.js';
import {
  type Manifest,
  type ManifestContext,
  namedManifest,
  type ObjectMetadata,
  type Raw,
  refuse,
} from './manifest.js';
import type { IngressProps } from './plain-ingresses.js';
import type { PlainRouteProps, VirtualServiceProps } from './plain-route-props.js';
import type { PodFacts } from './pods.js';
import { servicePorts, type ServicePort } from './services.js';
import type { RouterKind } from './steps.js';
import { isWithoutService, type Traffic } from './traffic.js';

/** Labels by which pods or namespaces are found. */
export interface LabelSelector {
  /** Labels that all have to be there. @default - any */
  readonly matchLabels?: Labels;
  /** Conditions on labels, all of which have to hold. @default - none */
  readonly matchExpressions?: readonly {
    /** The label. */
    readonly key: string;
    /** How its value is compared. */
    readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
    /** The values to compare with, for `In` and `NotIn`. */
    readonly values?: readonly string[];
  }[];
}

/** Pods or addresses, in the form of the NetworkPolicy's own field. */
export interface NetworkPolicyPeer {
  /** The pods. @default - all of the namespaces */
  readonly podSelector?: LabelSelector;
  /** The namespaces of the pods; `{}` for all. @default - the namespace of the policy */
  readonly namespaceSelector?: LabelSelector;
  /** Addresses outside the cluster; not beside a selector. */
  readonly ipBlock?: {
    /** The addresses, such as `10.0.0.0/16`. */
    readonly cidr: string;
    /** Those among them that are left out. @default - none */
    readonly except?: readonly string[];
  };
}

/** A port of a rule of a NetworkPolicy. */
export interface NetworkPolicyPort {
  /** The port of the pods: a number or the name of a container port. @default - all */
  readonly port?: number | string;
  /** The last port of a range that begins with `port`. @default - that port alone */
  readonly endPort?: number;
  /** @default 'TCP' */
  readonly protocol?: 'TCP' | 'UDP' | 'SCTP';
}

/** What pods may call: one rule, in the form of the NetworkPolicy's own field. */
export interface NetworkPolicyEgress {
  /** Pods or addresses. @default - all */
  readonly to?: readonly NetworkPolicyPeer[];
  /** Their ports. @default - all */
  readonly ports?: readonly NetworkPolicyPort[];
}

/** Who may call the pods, and whom they may call. */
export interface NetworkPolicyProps extends ObjectMetadata {
  /**
   * Callers of the pods. Where they are given, the traffic router, analyses that call, and Prometheus are admitted beside them.
   * @default - every caller, at the ports of the Services alone
   */
  readonly from?: readonly NetworkPolicyPeer[];
  /**
   * Where requests of the traffic router come from; it has an effect beside `from` alone.
   * @default - the namespace `ingress-nginx`, or the pods of the Istio Gateway that is made; others have to be named
   */
  readonly router?: readonly NetworkPolicyPeer[];
  /**
   * Whether the ports are admitted by which a mesh of Istio tunnels, measures and probes.
   * @default - with Istio as the traffic router, and beside virtualServices and destinationRules
   */
  readonly istio?: boolean;
  /**
   * The namespace of the Argo Rollouts controller, which calls the URLs of web metrics; it has an effect beside `from` alone.
   * @default 'argo-rollouts'
   */
  readonly controllerNamespace?: string;
  /**
   * The namespace of Prometheus, which reads the pods for a monitor; it has an effect beside `from` alone.
   * @default 'monitoring'
   */
  readonly prometheusNamespace?: string;
  /**
   * What the pods may call.
   * @default - everything
   */
  readonly egress?: readonly NetworkPolicyEgress[];
}

/** What decides who has to reach the pods. */
export interface Callers {
  /** How requests are split; undefined for a blue-green Rollout. */
  readonly traffic: Traffic<RouterKind> | undefined;
  readonly analyses: readonly (AnalysisStep | undefined)[];
  /** Ingresses that no router splits. */
  readonly ingresses?: readonly IngressProps[];
  /** Other ways that no router splits. */
  readonly plainRoutes?: PlainRouteProps;
}

/** Other inputs for a NetworkPolicy. */
interface PolicyInputs extends Callers {
  /** The pods that are called. */
  readonly facts: PodFacts;
  /** The ports of the Services, if they are given. */
  readonly ports: readonly ServicePort[] | undefined;
  /** The ports that monitors read. */
  readonly monitored: readonly (number | string)[];
}

/** Ports by which Istio tunnels in an ambient mesh, and measures and probes a sidecar. */
const istioPorts = [15_008, 15_020, 15_021, 15_090];

/** Who may call the pods of a Rollout, and whom they may call. */
export function networkPolicy(
  name: string,
  props: NetworkPolicyProps,
  given: PolicyInputs,
  context: ManifestContext,
): Manifest {
  const { facts } = given;
  const { egress = [{}] } = props;
  return namedManifest(name, context, ['networking.k8s.io/v1', 'NetworkPolicy'], props, {
    spec: {
      podSelector: { matchLabels: facts.selector },
      policyTypes: ['Ingress', 'Egress'],
      ingress: ingressRules(props, given),
      egress,
    },
  });
}

function ingressRules(props: NetworkPolicyProps, given: PolicyInputs): readonly Raw[] {
  const { facts, ports, traffic, monitored } = given;
  const isServed = (ports !== undefined || facts.ports.length > 0) && !isWithoutService(traffic);
  const served = isServed ? servicePorts(ports, facts).map(({ port, targetPort = port }) => targetPort) : [];
  const { virtualServices = [], destinationRules = [] } = given.plainRoutes ?? {};
  const hasMesh =
    props.istio ??
    (traffic?.router.startsWith('istio') === true || virtualServices.length + destinationRules.length > 0);
  const mesh = hasMesh ? istioPorts : [];
  const toPorts = (list: readonly (number | string)[]): readonly Raw[] =>
    [...new Set(list)].map((port) => ({ port, protocol: 'TCP' }));
  if (props.from === undefined) {
    const all = toPorts([...served, ...monitored, ...mesh]);
    return all.length > 0 ? [{ ports: all }] : [];
  }
  const callers = [
    ...props.from,
    ...routerPeers(props, traffic, given.ingresses),
    ...plainRoutePeers(props, given.plainRoutes),
    ...analysisPeers(props, given.analyses),
  ];
  const prometheus = [inNamespace(props.prometheusNamespace ?? 'monitoring')];
  return [
    // A rule without peers admits all callers.
    ...(callers.length > 0 && served.length > 0 ? [{ from: callers, ports: toPorts(served) }] : []),
    ...(monitored.length > 0 ? [{ from: prometheus, ports: toPorts(monitored) }] : []),
    ...(mesh.length > 0 ? [{ ports: toPorts(mesh) }] : []),
  ];
}

/** @throws {UnfitProps} where the callers are given, but not where the requests of a router come from */
function routerPeers(
  { router }: NetworkPolicyProps,
  traffic: Traffic<RouterKind> | undefined,
  ingresses: readonly IngressProps[] = [],
): readonly NetworkPolicyPeer[] {
  if (router) return router;
  const other = ingresses.find(({ ingressClassName }) => ingressClassName !== 'nginx');
  if (other)
    return unknown(`the controller of Ingress class "${other.ingressClassName ?? 'of the cluster'}"`);
  switch (traffic?.router) {
    case undefined:
    case 'none':
      return ingresses.length > 0 ? [inNamespace('ingress-nginx')] : [];
    case 'nginx':
      return [inNamespace('ingress-nginx')];
    case 'alb':
      return unknown('the AWS load balancer');
    case 'gateway':
    case 'gateway-tcp':
      return unknown('the Gateway');
    case 'plugin':
      return unknown(`the router of plugin "${Object.keys(traffic.plugins).join('", "')}"`);
    case 'istio-subset':
    case 'istio-host':
      return istioPeers(traffic);
  }
}

function unknown(what: string): never {
  return refuse(
    `"networkPolicy.from" would keep out ${what}, which sends the requests; set "networkPolicy.router" to where they come from.`,
  );
}

function istioPeers({
  gateways = [],
  gateway,
}: Pick<VirtualServiceProps, 'gateways' | 'gateway'>): readonly NetworkPolicyPeer[] {
  const others = gateways.filter((one) => one !== 'mesh');
  if (others.length > 0) return unknown(`Gateway "${others.join('", "')}"`);
  const { selector = { istio: 'ingressgateway' } } = gateway ?? {};
  return gateway ? [{ namespaceSelector: {}, podSelector: { matchLabels: selector } }] : [];
}

/** @throws {UnfitProps} where the callers are given, but not where the requests of a Gateway come from */
function plainRoutePeers(
  { router }: NetworkPolicyProps,
  { virtualServices = [], httpRoutes = [] }: PlainRouteProps = {},
): readonly NetworkPolicyPeer[] {
  // Given for the traffic router, it is for all that sends requests.
  if (router) return [];
  if (httpRoutes.length > 0) return unknown('the Gateway');
  return virtualServices.flatMap(istioPeers);
}

/** Who calls for an analysis: the controller for a web metric, a pod of a Job for one of these. */
function analysisPeers(
  { controllerNamespace = upstreamNamespace }: NetworkPolicyProps,
  analyses: Callers['analyses'],
): readonly NetworkPolicyPeer[] {
  const templates = analyses.flatMap((analysis) => analysis?.templates ?? []);
  const providers = templates.flatMap(({ metrics = [] }) => metrics.map(({ provider }) => provider));
  return [
    ...(providers.some(({ web }) => web) ? [inNamespace(controllerNamespace)] : []),
    ...(providers.some(({ job }) => job)
      ? [
          {
            podSelector: {
              matchExpressions: [{ key: 'batch.kubernetes.io/job-name', operator: 'Exists' as const }],
            },
          },
        ]
      : []),
  ];
}

/** The pods of a namespace, by the label that the API server gives it. */
function inNamespace(name: string): NetworkPolicyPeer {
  return { namespaceSelector: { matchLabels: { [namespaceNameLabel]: name } } };
}

/** Props of an object that `true` asks for with its defaults. */
export function asked<Props extends object>(props: Props | boolean | undefined): Props | undefined {
  if (props === undefined || props === false) return undefined;
  return props === true ? ({} as Props) : props;
}
