import { ApiObject, Chart, Lazy } from 'cdk8s';
import { Construct } from 'constructs';
import type { ConfigProps } from './manifests/config-maps.js';
import {
  type IgnoreDifference,
  ignoreDifferencesFor,
  type DifferenceOptions,
} from './manifests/differences.js';
import {
  isPlainObject,
  type Manifest,
  type ManifestContext,
  UnfitProps,
  type Unwritable,
} from './manifests/manifest.js';
import type { AnyRolloutProps } from './manifests/props.js';
import type { Attached, Surroundings } from './manifests/rollout.js';
import { assumedKey, assumedValue } from '../kubernetes/kinds/assumable.js';
import { addChecks, addValidation, annotate, type Suppressions } from './checks.js';
import { type Assumed, existingTemplates, existingWorkload, namedBy } from './elsewhere.js';
import { objectsIn } from './managed.js';
import {
  isOfDeployment,
  measuredContainers,
  type PodSource,
  autoscalerProblems,
  replaceDeployment,
  sourceOf,
  workloadObject,
} from './pod-source.js';
import { askForRequests } from './requests.js';
import { ServiceObject } from './service-object.js';
import { tellShortly } from './uncaught.js';
import { traceHere } from './user-line.js';

/** What constructs for Rollouts have beside what the manifests need. */
export interface ConstructProps {
  /**
   * Rules of the linter that must say nothing, each with the reason why.
   * @default - none
   * @example
   * suppress: { 'steps/present-with-router': 'promoted by hand' }
   */
  readonly suppress?: Suppressions;
}

/** What an autoscaler of cdk8s-plus asks of its target. */
export interface ScalingTarget {
  /** That of Rollouts. */
  readonly apiVersion: string;
  /** Rollout. */
  readonly kind: string;
  /** The name of the Rollout. */
  readonly name: string;
  /** The containers, whose requests an autoscaler needs. */
  readonly containers: never[];
  /** The number of pods, if it is set. */
  readonly replicas?: number;
}

/** What all constructs for Rollouts have in common; they differ in the objects that they need. */
export abstract class RolloutConstruct<
  M extends Surroundings & {
    readonly rollout: Manifest;
    readonly analysisTemplates: readonly Manifest[];
    readonly otherServices: readonly Manifest[];
    readonly ingresses: readonly Manifest[];
    readonly plainRoutes: readonly Manifest[];
  },
> extends Construct {
  /** The Rollout itself; `ApiObject.of` finds it, too. */
  abstract readonly rollout: ApiObject;

  /** The pods, whatever becomes of the Deployment that they are from. */
  protected readonly pods: PodSource;

  private readonly configs: ConfigProps[];
  /** The objects that exist although they are not part of the app. */
  private assumed: Assumed;
  private isScaled = false;
  /** Where the program makes it. */
  private readonly made = traceHere();

  protected constructor(
    scope: Construct,
    id: string,
    private readonly common: AnyRolloutProps<PodSource | Unwritable> & ConstructProps,
    existing: Assumed,
  ) {
    super(scope, id);
    const pod = common.pod as PodSource;
    this.pods = sourceOf(pod);
    this.configs = [...(common.config ?? [])];
    this.assumed = [...existing, ...existingTemplates(common), ...existingWorkload(pod)];
    addChecks(this, common.suppress);
    askForRequests(this, this.pods, () => this.rollout);
    const workload = workloadObject(this.pods);
    if (workload) annotate(workload, common.suppress ?? {});
    if (isOfDeployment(this.pods)) {
      const { name } = ApiObject.of(this.pods.deployment);
      addValidation(this, () => [...autoscalerProblems(pod, name)]);
    }
  }

  /** The ConfigMaps that it has by now: those that its pods use, and earlier ones. */
  get configMaps(): readonly ApiObject[] {
    return this.childrenOf('ConfigMap');
  }

  /** The AnalysisTemplates of its analyses by now. */
  get analysisTemplates(): readonly ApiObject[] {
    return this.childrenOf('AnalysisTemplate');
  }

  /** Gives the pods a configuration whose change is an update. */
  addConfig(config: ConfigProps): this {
    this.configs.push(config);
    return this.renew();
  }

  /**
   * What an Application that deploys it has to ignore. An `ArgoApplication` that manages it does so by itself.
   * @param options - what the Application says
   */
  ignoreDifferences(options: DifferenceOptions = {}): readonly IgnoreDifference[] {
    return ignoreDifferencesFor(
      objectsIn([this]).map((object) => object.toJson() as object),
      options,
    );
  }

  /** Whether an autoscaler of cdk8s-plus scales it. */
  get hasAutoscaler(): boolean {
    return this.isScaled;
  }

  /** Called by an autoscaler of cdk8s-plus; the Rollout leaves its replicas to it. */
  markHasAutoscaler(): void {
    this.isScaled = true;
  }

  /** Called by an autoscaler of cdk8s-plus. */
  toScalingTarget(): ScalingTarget {
    const { apiVersion, kind, name } = this.rollout;
    const { spec } = this.manifests().rollout;
    return {
      apiVersion,
      kind,
      name,
      containers: measuredContainers(isPlainObject(spec) ? spec['template'] : undefined) as never[],
      ...(typeof this.common.replicas === 'number' && { replicas: this.common.replicas }),
    };
  }

  /** Works the objects out of what is known by now. */
  protected abstract derive(
    common: Pick<AnyRolloutProps, 'config'>,
    context: ManifestContext,
    attached: Attached,
  ): M;

  /**
   * The objects by now.
   * @throws Error with the path of the construct for props that no Rollout can be made of
   */
  protected manifests(): M {
    try {
      return this.derive(
        { config: this.configs },
        // A ServiceMonitor selects Services by the labels that cdk8s gives all objects.
        { namespace: Chart.of(this).namespace, labels: Chart.of(this).labels },
        { hasAutoscaler: this.isScaled && this.common.replicas === undefined },
      );
    } catch (error) {
      if (error instanceof UnfitProps)
        throw tellShortly(new Error(`[${this.node.path}] ${error.message}`), [this.made]);
      throw error;
    }
  }

  /** The child for an object, rendered when the app is synthesized; undefined where there is no such object. */
  protected child(id: string, find: (made: M) => Manifest | undefined): ApiObject | undefined {
    return this.childAs(ApiObject, id, find);
  }

  /** The child for a Service. */
  protected service(id: string, find: (made: M) => Manifest | undefined): ServiceObject | undefined {
    return this.childAs(ServiceObject, id, find);
  }

  private childAs<O extends ApiObject>(
    kindOfObject: new (...args: ConstructorParameters<typeof ApiObject>) => O,
    id: string,
    find: (made: M) => Manifest | undefined,
  ): O | undefined {
    const made = find(this.manifests());
    if (!made) return undefined;
    const { apiVersion, kind, metadata, ...fields } = made;
    const lazily = Object.keys(fields).map((key): [string, unknown] => [
      key,
      Lazy.any({ produce: () => find(this.manifests())?.[key] }),
    ]);
    const object = new kindOfObject(this, id, {
      apiVersion,
      kind,
      metadata: { ...metadata },
      ...Object.fromEntries(lazily),
    });
    this.annotate(object);
    return object;
  }

  /** Takes objects that steps added later name for existing ones. */
  protected assume(more: Assumed): void {
    this.assumed = [...this.assumed, ...more];
    this.annotate(this.rollout);
  }

  /** Writes into an object, for readers of the YAML, what its construct suppresses and which existing objects it names. */
  private annotate(object: ApiObject): void {
    annotate(object, this.common.suppress ?? {});
    const named = namedBy(object.kind, this.assumed);
    if (named.length > 0) object.metadata.addAnnotation(assumedKey, assumedValue(named));
  }

  /** The children that every Rollout may have, last of all. */
  protected addSurroundings(): void {
    for (const { name } of this.common.otherServices ?? [])
      this.service(`Service-${name}`, (made) => made.otherServices.find((one) => one.metadata.name === name));
    for (const { metadata } of this.manifests().ingresses)
      this.child(`Ingress-${metadata.name}`, (made) =>
        made.ingresses.find((one) => one.metadata.name === metadata.name),
      );
    for (const { kind, metadata } of this.manifests().plainRoutes)
      this.child(`${kind}-${metadata.name}`, (made) =>
        made.plainRoutes.find((one) => one.kind === kind && one.metadata.name === metadata.name),
      );
    this.child('Autoscaler', (made) => made.autoscaler);
    this.child('ScaledObject', (made) => made.scaledObject);
    this.child('DisruptionBudget', (made) => made.disruptionBudget);
    this.child('ServiceAccount', (made) => made.serviceAccount);
    this.child('NetworkPolicy', (made) => made.networkPolicy);
    this.child('PodMonitor', (made) => made.podMonitor);
    this.child('ServiceMonitor', (made) => made.serviceMonitor);
    this.renew();
    replaceDeployment(this.pods);
  }

  /** Makes what has become necessary; complains about what has become impossible. */
  protected renew(): this {
    const { configMaps, analysisTemplates } = this.manifests();
    for (const { kind, metadata } of [...configMaps, ...analysisTemplates]) {
      const isIt = (one: Manifest): boolean => one.kind === kind && one.metadata.name === metadata.name;
      const id = `${kind}-${metadata.name}`;
      if (!this.node.tryFindChild(id))
        this.child(id, (made) => [...made.configMaps, ...made.analysisTemplates].find(isIt));
    }
    return this;
  }

  private childrenOf(kind: string): readonly ApiObject[] {
    return objectsIn([this]).filter((object) => object.kind === kind);
  }
}
