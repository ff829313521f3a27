import { memoize } from '../../model/memo.js';
import { lastAppliedAnnotation } from '../../argocd/last-applied.js';
import { Cluster, objectKey } from '../../kubernetes/objects/cluster.js';
import { withRouteDefaults } from '../../kubernetes/kinds/gateway-defaults.js';
import { withoutKey } from '../../kubernetes/objects/keys.js';
import { kinds, type KubeObject, type ObjectMeta } from '../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { type Unread, unreadOf } from '../../rollouts/controllers/unread.js';
import { isAtLeast } from '../../kubernetes/objects/version.js';
import type { Graph } from '../../repository/graph/graph.js';
import { managedRoutes, steps } from '../../kubernetes/kinds/rollout.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { ingresses } from '../../rollouts/routers/alb.js';
import { earlierReleases } from '../../rollouts/routers/gateway-api/releases.js';
import { routers } from '../../rollouts/routers/index.js';
import { unsimulatedRouters } from '../../rollouts/routers/others.js';
import { usesRouter } from '../../rollouts/routers/router.js';
import { admit, type Dropped, unknownFieldsNote } from './admission.js';
import { type DeployedObject, deployedObjects } from './deployed-objects.js';
import { lostWhilePodsEnd } from './ending-pods.js';
import { homeOf, type Placed } from './namespaces.js';
import { autoscalerOf, othersThatWrite } from './referenced.js';
import { doubtOf, changeOf } from './doubt-of.js';

/** A cluster to which a Rollout and everything it names has just been applied. */
export interface Setup {
  readonly cluster: Cluster;
  /** The manifests of the objects. */
  readonly manifests: ReadonlySet<Resource>;
  readonly namespace: string;
  readonly name: string;
  /** Whether the controller runs with `--aws-verify-target-group`. */
  readonly verifiesTargetGroups: boolean;
  /** Parts of the Rollout that the controller cannot decode. */
  readonly unread: readonly Unread[];
  /** Whether a simulated router is configured, so that weights are meaningful. */
  readonly isRouted: boolean;
  /** The files of the objects, by displayed key. */
  readonly files: ReadonlyMap<string, string>;
  /** Fields of the manifests that never reach the cluster, by displayed key. */
  readonly dropped: ReadonlyMap<string, readonly Dropped[]>;
  readonly notes: readonly string[];
  /** The errors of the API server if it refuses manifests; the cluster then lacks objects. */
  readonly rejections: readonly string[];
  /** Why the deployed version may be accepted although the manifest is refused. */
  readonly doubt: string | undefined;
  /**
   * An object as the author of the manifests expects it, without assumed fields; undefined for objects that are not in the
   * manifests.
   */
  readonly show: (object: KubeObject) => KubeObject | undefined;
}

/** An arbitrary time; no result depends on it. */
const start = Date.UTC(2030, 0, 1) / 1000;

/** `beside` are further objects in the cluster that no Rollout names: other routes to its pods. */
export function clusterOf(graph: Graph, rollout: Resource, beside: readonly Placed[] = []): Setup {
  return new ClusterBuilder(graph, rollout).build(beside);
}

class ClusterBuilder {
  private readonly namespace: string;
  private readonly isNamespaceAssumed: boolean;
  private readonly objects = new Map<string, KubeObject>();
  private readonly manifests = new Set<Resource>();
  /** Objects that are assumed to exist. */
  private readonly assumed = new Set<string>();
  /** The names of the Ingresses that have a load balancer. */
  private readonly balanced = new Set<string>();
  /** Objects that have no annotations in Git. */
  private readonly bare = new Set<string>();
  private readonly files = new Map<string, string>();
  private readonly dropped = new Map<string, readonly Dropped[]>();
  private readonly notes: string[] = [];
  private readonly rejections: string[] = [];
  private doubt: string | undefined;

  constructor(
    private readonly graph: Graph,
    private readonly rollout: Resource,
  ) {
    const { namespace, isAssumed } = homeOf(graph, rollout);
    this.namespace = namespace;
    this.isNamespaceAssumed = isAssumed;
  }

  build(beside: readonly Placed[]): Setup {
    const { graph, rollout, namespace } = this;
    for (const object of deployedObjects(graph, rollout, beside)) this.addDeployed(object);
    this.scale();
    if (graph.verifiesTargetGroups) this.balance();
    this.notes.push(...unsimulatedRouters(rollout).map(({ note }) => note), ...lostWhilePodsEnd(rollout));
    const cluster = new Cluster(this.objects.values(), start);
    const applied = cluster.get<RolloutObject>(kinds.rollout, namespace, rollout.name);
    if (applied) this.notes.push(...earlierReleases(applied, this.objects.values()));
    if (steps(rollout).some((step) => step.at('plugin').exists))
      this.notes.push('Step plugins are not simulated: the Rollout is promoted past them.');
    return {
      cluster,
      manifests: this.manifests,
      namespace,
      name: rollout.name,
      verifiesTargetGroups: graph.verifiesTargetGroups ?? false,
      unread: unreadOf(applied?.spec.template),
      isRouted: routers.some((router) => usesRouter(rollout, router)),
      files: this.files,
      dropped: this.dropped,
      notes: this.notes,
      rejections: this.rejections,
      doubt: this.doubt,
      show: (object) => this.show(object),
    };
  }

  private addDeployed({ role, resource, reference, name, namespace }: DeployedObject): void {
    const { graph, rollout } = this;
    if (!resource) {
      if (reference && !graph.isAbsent(reference)) this.addUnknown(reference, namespace);
      return;
    }
    if (role === 'beside') {
      this.addBeside(resource, name, namespace);
      return;
    }
    if (!this.add(resource, name, namespace) || !reference) return;
    const others = othersThatWrite(graph, resource, rollout).map((other) => `"${other.name}"`);
    if (others.length > 0)
      this.notes.push(
        `${reference.to.kind} "${name}" is also written for ${others.length === 1 ? 'Rollout' : 'Rollouts'} ${others.join(', ')}; that is not shown.`,
      );
  }

  /** Applies a manifest; false if it was applied before. */
  private add(resource: Resource, name: string, namespace: string | undefined): boolean {
    const { object, rejections, dropped } = admit(resource, name, namespace);
    const what = `${resource.kind} "${name}"`;
    this.rejections.push(...rejections.map((message) => `${what} is invalid: ${message}`));
    this.doubt ??= doubtOf(this.graph, resource);
    if (!object) return true;
    const key = objectKey(object);
    if (this.objects.has(key)) return false;
    this.manifests.add(resource);
    this.objects.set(
      key,
      firstGeneration(this.isBare(resource) ? this.noted(object) : withRouteDefaults(object)),
    );
    const shown = objectKey(this.show(object) ?? object);
    this.files.set(shown, resource.source.name);
    this.dropped.set(shown, dropped);
    this.notes.push(...unknownFieldsNote(object, dropped));
    const change = changeOf(this.graph, resource, []);
    if (change)
      this.notes.push(`A kustomization ${change.verb} ${what}; it is simulated without ${change.noun}.`);
    return true;
  }

  /** The Rollout works even if the API server refuses such an object. */
  private addBeside(resource: Resource, name: string, namespace: string | undefined): void {
    const { object, dropped } = admit(resource, name, namespace);
    if (!object || this.objects.has(objectKey(object))) return;
    this.objects.set(objectKey(object), firstGeneration(withRouteDefaults(object)));
    this.files.set(objectKey(this.show(object) ?? object), resource.source.name);
    this.dropped.set(objectKey(this.show(object) ?? object), dropped);
  }

  /**
   * Whether an Ingress has no annotations in Git, for managed routes and up to 1.7 also for weights. The controller panics
   * without any, but nearly everything that applies manifests adds some: kubectl, Argo CD and Helm use annotations for
   * bookkeeping. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/alb/alb.go
   * (modifyManagedAnnotation)
   */
  private isBare(resource: Resource): boolean {
    const isNoted = managedRoutes(this.rollout).length > 0 || !isAtLeast(this.graph.rolloutsVersion, '1.8');
    if (!isNoted || resource.at('metadata', 'annotations').entries.length > 0) return false;
    return ingresses(this.rollout).some((reference) => this.graph.find(reference) === resource);
  }

  /** An object with the annotation of kubectl. */
  private noted(object: KubeObject): KubeObject {
    this.bare.add(objectKey(object));
    const { kind, metadata } = object;
    this.notes.push(
      `${kind} "${metadata.name}" has no annotations in its file; it is simulated with those that kubectl apply and Argo CD add, because the controller panics without any.`,
    );
    return { ...object, metadata: { ...metadata, annotations: { [lastAppliedAnnotation]: '{}' } } };
  }

  /** Adds an object that may be in an unreadable file. Analysis templates are only looked up, so any content works. */
  private addUnknown({ to }: Reference, namespace: string | undefined): void {
    if (!to.kind.endsWith('AnalysisTemplate')) {
      this.notes.push(`${to.kind} "${to.name}" is not found in the files; it is simulated as missing.`);
      return;
    }
    const template: KubeObject & { readonly spec: unknown } = {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: to.kind,
      metadata: { name: to.name, ...(namespace === undefined ? {} : { namespace }) },
      spec: { metrics: [{ name: to.name, count: 1, provider: { prometheus: { query: '' } } }] },
    };
    this.assumed.add(objectKey(template));
    this.objects.set(objectKey(template), template);
    this.notes.push(`${to.kind} "${to.name}" is not found in the files; it is assumed to exist.`);
  }

  /** Gives each ALB Ingress of the Rollout a load balancer, as the AWS controller does. */
  private balance(): void {
    const { graph, namespace, rollout } = this;
    for (const reference of ingresses(rollout)) {
      const { kind, name } = reference.to;
      const key = objectKey({ apiVersion: 'networking.k8s.io/v1', kind, metadata: { name, namespace } });
      const object = graph.find(reference) && this.objects.get(key);
      if (!object || this.balanced.has(name)) continue;
      this.balanced.add(name);
      const hostname = `k8s-${namespace}-${name}.elb.amazonaws.com`;
      const status = { loadBalancer: { ingress: [{ hostname }] } };
      this.objects.set(key, { ...object, status } as KubeObject);
      this.notes.push(
        `Ingress "${name}" is simulated with a load balancer that follows each write after the pass. The controller writes the names in status.alb only once, when it first sees the Rollout; with a new Ingress they are empty, and stay so.`,
      );
    }
  }

  /** Scales the Rollout within the limits of its autoscaler. */
  private scale(): void {
    const { graph, namespace, rollout } = this;
    const autoscaler = autoscalerOf(graph, rollout);
    const object = this.objects.get(
      objectKey({
        apiVersion: rollout.apiVersion,
        kind: rollout.kind,
        metadata: { name: rollout.name, namespace },
      }),
    ) as RolloutObject | undefined;
    if (!autoscaler || !object || object.spec.replicas === 0) return;
    const isKeda = autoscaler.kind === 'ScaledObject';
    const least = autoscaler.at('spec', isKeda ? 'minReplicaCount' : 'minReplicas').number ?? 1;
    const most = autoscaler.at('spec', isKeda ? 'maxReplicaCount' : 'maxReplicas').number ?? Infinity;
    const replicas = Math.max(1, least, Math.min(most, object.spec.replicas ?? 1));
    this.notes.push(
      `${autoscaler.kind} "${autoscaler.name}" scales the Rollout; it is simulated with ${replicas} ${replicas === 1 ? 'replica' : 'replicas'}.`,
    );
    const scaled: RolloutObject = { ...object, spec: { ...object.spec, replicas } };
    this.objects.set(objectKey(scaled), scaled);
  }

  private withoutNote(object: KubeObject): ObjectMeta {
    const { metadata } = object;
    if (!this.bare.has(objectKey(object)) || !metadata.annotations) return metadata;
    const own = withoutKey(metadata.annotations, lastAppliedAnnotation);
    return Object.keys(own).length > 0
      ? { ...metadata, annotations: own }
      : withoutKey(metadata, 'annotations');
  }

  private readonly shown = new WeakMap<KubeObject, KubeObject>();

  private show(object: KubeObject): KubeObject | undefined {
    if (this.assumed.has(objectKey(object))) return undefined;
    let shown = this.shown.get(object);
    if (!shown) {
      const hidden = new Set(['generation', 'creationTimestamp']);
      if (this.isNamespaceAssumed && object.metadata.namespace === this.namespace) hidden.add('namespace');
      const metadata = Object.entries(this.withoutNote(object)).filter(([key]) => !hidden.has(key));
      shown = { ...object, metadata: Object.fromEntries(metadata) as unknown as ObjectMeta };
      if (object.kind === kinds.ingress.kind) Reflect.deleteProperty(shown, 'status');
      else if ('status' in object) Object.assign(shown, { status: sortedStatus(object.status) });
      this.shown.set(object, shown);
    }
    return shown;
  }
}

/** The generation, which the API server increments with each change; the controller copies that of its workloadRef. */
function firstGeneration(object: KubeObject): KubeObject {
  return { ...object, metadata: { ...object.metadata, generation: 1 } };
}

/** A status with sorted keys: the order in which the controller sets them has no meaning. */
function sortedStatus(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? sortedPart(value) : value;
}

/** Most parts of a status are unchanged from frame to frame. */
const sortedPart = memoize((value: object): unknown => {
  if (Array.isArray(value)) return value.map(sortedStatus);
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort())
    result[key] = sortedStatus((value as Record<string, unknown>)[key]);
  return result;
});
