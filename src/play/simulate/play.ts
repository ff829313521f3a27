import { Cluster, type Write } from '../../kubernetes/objects/cluster.js';
import type { ControllerError } from '../../kubernetes/objects/controller-error.js';
import { scaleDownDeadlineAnnotation } from '../../kubernetes/objects/keys.js';
import { type KubeObject, kinds } from '../../kubernetes/objects/object.js';
import type {
  AnalysisTemplateRef,
  PodTemplate,
  RolloutObject,
} from '../../kubernetes/objects/rollout-object.js';
import type { RolloutStatus } from '../../kubernetes/objects/rollout-status.js';
import { secondsOf } from '../../kubernetes/objects/time.js';
import type { RolloutsVersion } from '../../kubernetes/objects/version.js';
import { abort, promote } from '../../rollouts/controllers/commands.js';
import { deleteRollout, releaseObjects } from '../../rollouts/controllers/deletion.js';
import type { AnalysisArgument } from '../../rollouts/controllers/analysis-templates.js';
import type {
  AnalysisRunObject,
  ExperimentObject,
  ReplicaSetObject,
} from '../../rollouts/controllers/context.js';
import { hashOf } from '../../rollouts/controllers/annotations.js';
import { timesOutAt } from '../../rollouts/controllers/conditions.js';
import { reconcile } from '../../rollouts/controllers/pass.js';
import {
  countPods,
  makeAvailable,
  type PodLimits,
} from '../../rollouts/controllers/replica-set-controller.js';
import { type Assumptions, defaultTick, readyAfter, type StartingPods, startingPods } from './clock.js';
import { pauseEnd } from './pause-end.js';
import { podsOf } from './pods.js';
import { runSpec } from './run-spec.js';
import type { Replicas } from './trace.js';
import { collapse, isOfPodsOnly, writtenKeys } from './writes.js';
import { type TemplateHolder, withTemplate, templateOf } from './workload-template.js';
import type { Scene, Moment } from './moment.js';

/** A cluster with a Rollout: runs passes of its controller, and plays what others do in between. */
export class Play {
  private readonly cluster: Cluster;
  /** The controller's writes since the last call of `takeWritten`. */
  private written: Write[] = [];
  /** The error that ended the last pass. */
  error: ControllerError | undefined;
  /** Whether the API server has refused a write of the last pass, as it will in the next one. */
  isRefused = false;
  /** The keys of the objects that the last pass wrote and reverted, if it did nothing else; the next one will do the same. */
  rewrites: readonly string[] = [];
  private starting: StartingPods;

  constructor(
    private readonly scene: Scene,
    { objects, now, podHashes = new Map(), unwritten = new Map(), starting = new Map() }: Moment,
  ) {
    this.starting = starting;
    this.cluster = new Cluster(objects.values(), now);
    this.cluster.podHashes = podHashes;
    this.cluster.unwritten = unwritten;
    this.cluster.verifiesTargetGroups = scene.verifiesTargetGroups;
    this.cluster.cachesLag = scene.caches.lag;
  }

  get version(): RolloutsVersion {
    return this.scene.version;
  }

  get moment(): Moment {
    const { now, podHashes, unwritten } = this.cluster;
    return { objects: this.cluster.snapshot(), now, podHashes, unwritten, starting: this.starting };
  }

  /** Seconds since 1970. */
  get now(): number {
    return this.cluster.now;
  }

  get rollout(): RolloutObject {
    const { namespace, name } = this.scene;
    const rollout = this.cluster.get<RolloutObject>(kinds.rollout, namespace, name);
    if (!rollout) throw new Error(`Rollout ${name} is gone.`);
    return rollout;
  }

  get status(): RolloutStatus {
    return this.rollout.status ?? {};
  }

  /** Runs one pass; returns whether it has changed anything in the end. */
  pass(): boolean {
    this.cluster.takeWrites();
    this.error = reconcile(this.cluster, this.scene, this.scene.version).error;
    this.isRefused = this.cluster.takeRefused().length > 0;
    const writes = this.cluster.takeWrites();
    if (writes.length > 0) this.written = this.written.concat(writes);
    if (this.cluster.hasOutdated) this.scene.caches.mattered = true;
    const hasChanged = collapse(writes).length > 0;
    this.rewrites = hasChanged ? [] : writtenKeys(writes);
    return hasChanged;
  }

  /** The controller's writes since the last call, up to a mark, one for each object. */
  takeWritten(mark = this.mark): () => readonly Write[] {
    const taken = this.written.slice(0, mark);
    this.written = this.written.slice(mark);
    return () => collapse(taken).filter((write) => !isOfPodsOnly(write));
  }

  /** A position in the list of writes; a caller can leave later ones to a later call. */
  get mark(): number {
    return this.written.length;
  }

  /** Whether pods of the new version never become ready; the caller decides when. */
  hasNoPods = false;

  /** Makes the pods available whose time has come, or as many as a limit allows. */
  pods(limits: PodLimits = {}): void {
    const { starting, now } = this;
    makeAvailable(this.cluster, this.rollout, {
      started: ({ metadata }) => {
        const pods = starting.get(metadata.name);
        if (!pods || pods.availableAt <= now) return 'available';
        return pods.readyAt <= now ? 'ready' : 'none';
      },
      ...limits,
    });
    this.starting = this.startingNow;
  }

  /** When the next pods become ready or available; infinite if they never do, undefined if none are about to. */
  get podsDue(): number | undefined {
    const starting = [...(this.starting = this.startingNow).values()];
    if (starting.length === 0) return undefined;
    const times = starting.map(({ readyAt, availableAt }) => (readyAt > this.now ? readyAt : availableAt));
    return Math.min(...times);
  }

  private get startingNow(): StartingPods {
    const { stableRS, currentPodHash } = this.status;
    return startingPods(this.replicaSets, this.starting, this.now, (replicaSet) => {
      const hash = hashOf(replicaSet);
      if (this.hasNoPods && hash === currentPodHash && hash !== stableRS) return Infinity;
      return readyAfter(replicaSet.spec.template, this.scene.assumptions);
    });
  }

  /** Creates and deletes pods; returns whether it did. New pods are not available yet. */
  countPods(): boolean {
    const before = this.cluster.snapshot();
    countPods(this.cluster, this.rollout);
    return this.cluster.snapshot() !== before;
  }

  /** Whether pods are to be created or deleted. */
  get isScaling(): boolean {
    return this.replicaSets.some(({ spec, status }) => {
      const { replicas = 0, availableReplicas = 0 } = status ?? {};
      return replicas !== spec.replicas || availableReplicas !== spec.replicas;
    });
  }

  /** Whether a ReplicaSet has more pods than it wants. */
  get hasPodsToDelete(): boolean {
    return this.replicaSets.some(({ spec, status }) => (status?.replicas ?? 0) > (spec.replicas ?? 1));
  }

  /** The available pods of all ReplicaSets. */
  get available(): number {
    return this.replicaSets.reduce((sum, { status }) => sum + (status?.availableReplicas ?? 0), 0);
  }

  get replicas(): Replicas {
    return podsOf(this.cluster.snapshot(), this.rollout);
  }

  /** Whether pods are to be created. */
  get lacksPods(): boolean {
    const { canary, stable } = this.replicas;
    return canary.available < canary.desired || stable.available < stable.desired;
  }

  promote(): void {
    promote(this.cluster, this.scene);
  }

  abort(): void {
    abort(this.cluster, this.scene);
  }

  /** Deletes the Rollout, and lets the controller undo its changes. */
  delete(): void {
    deleteRollout(this.cluster, this.scene);
    this.cluster.takeWrites();
    releaseObjects(this.cluster, this.scene.namespace);
    this.written.push(...this.cluster.takeWrites());
    this.error = undefined;
    this.rewrites = [];
  }

  /** Moves the clock to a moment. */
  passTo(moment: number): void {
    this.cluster.now = moment;
  }

  /** How long after a time has passed the controller notices it. */
  get tick(): number {
    return this.scene.assumptions.tick ?? defaultTick;
  }

  /** When the first ReplicaSet with pods is to be scaled down; undefined if none has a deadline. */
  get scaleDownDue(): number | undefined {
    const deadlines = this.replicaSets
      .filter(({ spec }) => spec.replicas > 0)
      .map(({ metadata }) => secondsOf(metadata.annotations?.[scaleDownDeadlineAnnotation] ?? ''))
      .filter((deadline) => deadline !== undefined);
    return deadlines.length === 0 ? undefined : Math.min(...deadlines);
  }

  /** When the controller looks at the Rollout again if nothing happens before; infinite if it does not. */
  get nextLook(): number {
    const { scaleDownDue = Infinity, now } = this;
    const ends = [scaleDownDue, pauseEnd(this) ?? Infinity].map((end) => end + this.tick);
    const times = [timesOutAt(this.rollout) ?? Infinity, ...ends];
    return Math.min(...times.filter((time) => time > now));
  }

  /** The pod template of the Rollout, or of its workload. */
  get template(): PodTemplate | undefined {
    return templateOf(this.templateHolder);
  }

  /** Deploys another pod template. */
  set template(template: PodTemplate | undefined) {
    const holder = this.templateHolder;
    const generation = (holder.metadata.generation ?? 0) + 1;
    const metadata = { ...holder.metadata, generation };
    this.cluster.put(
      holder.kind === kinds.podTemplate.kind
        ? Object.assign({}, holder, { metadata, template })
        : Object.assign({}, holder, { metadata, spec: withTemplate(holder.spec ?? {}, template) }),
    );
  }

  private get templateHolder(): TemplateHolder {
    const { rollout } = this;
    const ref = rollout.spec.workloadRef;
    if (!ref) return rollout;
    const kind = [kinds.deployment, kinds.replicaSet, kinds.podTemplate].find((one) => one.kind === ref.kind);
    const workload = kind && this.cluster.get<TemplateHolder>(kind, this.scene.namespace, ref.name ?? '');
    return workload ?? rollout;
  }

  /** The unfinished AnalysisRuns. */
  get analysisRuns(): readonly AnalysisRunObject[] {
    return this.owned<AnalysisRunObject>(kinds.analysisRun);
  }

  get experiments(): readonly ExperimentObject[] {
    return this.owned<ExperimentObject>(kinds.experiment);
  }

  private get replicaSets(): readonly ReplicaSetObject[] {
    return this.owned<ReplicaSetObject>(kinds.replicaSet);
  }

  private owned<T extends KubeObject>(kind: { readonly group: string; readonly kind: string }): readonly T[] {
    const { namespace, name } = this.scene;
    return this.cluster
      .list<T>(kind, namespace)
      .filter(({ metadata }) =>
        metadata.ownerReferences?.some((owner) => owner.kind === 'Rollout' && owner.name === name),
      );
  }

  /** Replaces an object, as another controller does. */
  put(object: KubeObject): void {
    this.cluster.put(object);
  }

  /** The object of a kind with a name, in the namespace of the Rollout. */
  find<T extends KubeObject>(
    kind: { readonly group: string; readonly kind: string },
    name: string,
  ): T | undefined {
    return this.cluster.get<T>(kind, this.scene.namespace, name);
  }

  /** The spec of a run of some templates; undefined if it cannot be made. */
  runSpec(
    references: readonly AnalysisTemplateRef[],
    given: readonly AnalysisArgument[],
  ): AnalysisRunObject['spec'] | undefined {
    return runSpec(this.cluster, this.scene.namespace, references, given);
  }

  /** What is assumed about time. */
  get assumptions(): Assumptions {
    return this.scene.assumptions;
  }
}
