import { ApiObject } from 'cdk8s';
import type { Construct, IConstruct } from 'constructs';
import {
  type HeaderRouteOptions,
  type MirrorRouteOptions,
  movedStep,
  withHeaderRoute,
  withMirrorRoute,
} from './manifests/add-route.js';
import { type CanaryManifests, canaryManifests } from './manifests/canary.js';
import type { ManifestContext, Unwritable } from './manifests/manifest.js';
import type { AnyRolloutProps, CanaryProps } from './manifests/props.js';
import type { Attached } from './manifests/rollout.js';
import type {
  AnyStep,
  CanaryStep,
  HeaderRouteName,
  HeaderRouterKind,
  MirrorRouteName,
  RouterKind,
} from './manifests/steps.js';
import { existingObjects, existingTemplates } from './elsewhere.js';
import { sourcePods, type PodSource } from './pod-source.js';
import { type ConstructProps, RolloutConstruct } from './rollout-construct.js';
import type { ServiceObject } from './service-object.js';

/** A canary: its pods, how its traffic is split, and the steps of an update. */
export interface CanaryRolloutProps<K extends RouterKind = RouterKind>
  extends CanaryProps<K, PodSource | Unwritable>, ConstructProps {}

/**
 * A Rollout with a canary, and all objects that its traffic needs. Names, labels, ports and routes are written once and
 * agree wherever they are needed. Objects of Argo Rollouts, Istio and Kubernetes are children that can be patched.
 * @example
 * new CanaryRollout(chart, 'checkout', {
 *   pod: { image: 'ghcr.io/example/checkout:1.4.2', port: 8080 },
 *   replicas: 4,
 *   traffic: IstioTraffic.subsets(),
 *   steps: Steps.ramp([5, 20, 50], { pause: '10m' }),
 * });
 */
export class CanaryRollout<K extends RouterKind = RouterKind> extends RolloutConstruct<CanaryManifests> {
  /** How its traffic is split. */
  readonly router: K;

  /** The Rollout itself. */
  override readonly rollout: ApiObject;

  /** The Service of the stable version; with a split by subsets or by pods, that of all pods. */
  readonly stableService: ServiceObject | undefined;
  /** The Service of the canary; undefined without a router that needs one. */
  readonly canaryService: ServiceObject | undefined;
  /** The Service of all pods, besides those of the two versions. */
  readonly rootService: ServiceObject | undefined;
  /** One of two Services that take turns with an AWS load balancer; undefined without ping-pong. */
  readonly pingService: ServiceObject | undefined;
  /** The other one of two Services that take turns. */
  readonly pongService: ServiceObject | undefined;
  /** The VirtualService of Istio. */
  readonly virtualService: ApiObject | undefined;
  /** The DestinationRule of a split by subsets. */
  readonly destinationRule: ApiObject | undefined;
  /** The Gateway, where one is made. */
  readonly gateway: ApiObject | undefined;
  /** The Ingress of an AWS load balancer or of ingress-nginx. */
  readonly ingress: ApiObject | undefined;
  /** The route of the Gateway API. */
  readonly route: ApiObject | undefined;

  private steps: readonly AnyStep[];
  /** Of the analysis beside the steps, among the steps by now; undefined if it follows from them. */
  private startingStep: number | undefined;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: CanaryRolloutProps<K>,
  ) {
    super(scope, id, props, existingObjects(props.traffic));
    this.router = props.traffic.router as K;
    this.steps = (props as { readonly steps?: readonly AnyStep[] }).steps ?? [];
    this.startingStep = props.canary?.analysis?.startingStep;
    const rollout = this.child('Resource', (made) => made.rollout);
    this.rollout = rollout ?? ApiObject.of(this);
    this.stableService = this.service('StableService', (made) => made.stableService);
    this.canaryService = this.service('CanaryService', (made) => made.canaryService);
    this.rootService = this.service('RootService', (made) => made.rootService);
    this.pingService = this.service('PingService', (made) => made.pingService);
    this.pongService = this.service('PongService', (made) => made.pongService);
    this.gateway = this.child('Gateway', (made) => made.gateway);
    this.virtualService = this.child('VirtualService', (made) => made.virtualService);
    this.destinationRule = this.child('DestinationRule', (made) => made.destinationRule);
    this.ingress = this.child('Ingress', (made) => made.ingress);
    this.route = this.child('Route', (made) => made.route);
    this.addSurroundings();
  }

  /**
   * A canary with the name, the replicas, the pods and the selector of a Deployment, such as one of cdk8s-plus. The
   * Deployment itself is not written any more; what else belongs to its construct stays.
   */
  static fromDeployment<K extends RouterKind>(
    deployment: IConstruct,
    props: Omit<CanaryRolloutProps<K>, 'pod'>,
  ): CanaryRollout<K> {
    const { name } = ApiObject.of(deployment);
    const scope = deployment.node.scope ?? deployment;
    return new CanaryRollout<K>(scope, `${deployment.node.id}-canary`, {
      ...props,
      metadata: { name, ...props.metadata },
      pod: { deployment },
    });
  }

  /** The header and mirror routes that the controller manages, in the order in which they are tried. */
  get managedRouteNames(): readonly string[] {
    return this.manifests().managedRoutes;
  }

  /** Appends steps. */
  addStep(...steps: readonly CanaryStep<K>[]): this {
    this.steps = [...this.steps, ...(steps as unknown as readonly AnyStep[])];
    this.assume(existingTemplates(steps));
    return this.renew();
  }

  /**
   * Sends requests with a header to the canary once it has pods and before it gets a share of the traffic: a scale, the route
   * and its pause are inserted before the first weight. Not available without a router, nor with ingress-nginx, which has
   * `canaryByHeader`.
   * @example
   * canary.addHeaderRoute('beta', { header: 'x-beta', value: 'yes' });
   */
  addHeaderRoute(name: HeaderRouteName<K>, options: HeaderRouteOptions<K & HeaderRouterKind>): this {
    return this.withRoute(withHeaderRoute(this.steps, name as string, options));
  }

  /**
   * Sends copies of requests to the canary once it has pods and before it gets a share of the traffic. Only with Istio.
   * @example
   * canary.addMirrorRoute('copies', { percentage: 10, pause: '30m' });
   */
  addMirrorRoute(name: MirrorRouteName<K>, options: MirrorRouteOptions = {}): this {
    return this.withRoute(withMirrorRoute(this.steps, name as string, options));
  }

  private withRoute(steps: readonly AnyStep[]): this {
    if (this.startingStep !== undefined) this.startingStep = movedStep(this.steps, steps, this.startingStep);
    this.steps = steps;
    return this.renew();
  }

  protected override derive(
    common: Pick<AnyRolloutProps, 'config'>,
    context: ManifestContext,
    attached: Attached,
  ): CanaryManifests {
    const { canary } = this.props;
    const analysis = canary?.analysis && { ...canary.analysis, startingStep: this.startingStep };
    const tuned = { ...this.props, ...(analysis && { canary: { ...canary, analysis } }) };
    return canaryManifests(
      this.node.id,
      { ...tuned, ...common, pod: sourcePods(this.pods), steps: this.steps } as CanaryProps,
      context,
      attached,
    );
  }
}
