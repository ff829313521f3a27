import { Cluster, type Objection } from '../../../kubernetes/objects/cluster.js';
import { ControllerError } from '../../../kubernetes/objects/controller-error.js';
import { isMap } from '../../../kubernetes/objects/json.js';
import { hashStandIn } from '../../../kubernetes/objects/keys.js';
import type { KubeObject } from '../../../kubernetes/objects/object.js';
import type {
  CanaryStep,
  ExperimentStep,
  RolloutAnalysis,
  RolloutObject,
} from '../../../kubernetes/objects/rollout-object.js';
import { newRun, type RunOptions } from '../../../rollouts/controllers/new-run.js';
import type { ReplicaSetObject } from '../../../rollouts/controllers/context.js';
import { metadataOf, withPodMetadata } from '../../../rollouts/controllers/ephemeral-metadata.js';
import { experimentParts } from '../../../rollouts/controllers/experiment-objects.js';
import { experimentOf } from '../../../rollouts/controllers/experiments.js';
import { newReplicaSet, replicaSetName } from '../../../rollouts/controllers/new-replica-set.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { blueGreen, canary, steps } from '../../../kubernetes/kinds/rollout.js';
import type { Field } from '../../../model/field.js';
import { isPlaceholder } from '../../../model/placeholder.js';
import type { Resource } from '../../../model/resource.js';
import { routers } from '../../../rollouts/routers/index.js';
import type { RoutingPass } from '../../../rollouts/routers/reconciler.js';
import { type Router, usesRouter } from '../../../rollouts/routers/router.js';
import { none } from '../../../model/none.js';
import { newObjections } from '../../../kubernetes/validation/write.js';
import { homeOf, namespaceOfTarget } from '../../../play/simulate/namespaces.js';
import { isTaken } from '../schema/problems.js';
import { experimentField } from './experiment-field.js';
import { rolloutReferences } from './references.js';
import { stored } from './stored.js';
import { standIn, temporaryMetadata } from './stand-in-objects.js';

/** A write of a controller that the API server refuses, and the field that causes it. */
export interface RefusedField {
  readonly kind: string;
  /** The name in the cluster, with placeholders for hashes. */
  readonly name: string;
  /** The message of the API server. */
  readonly text: string;
  readonly at: Field;
  /** Whether this ends each pass of the controller, or an experiment, which aborts the update. */
  readonly outcome: 'stuck' | 'aborted';
}

/** The refused writes, each field once. */
export class Findings {
  readonly all: RefusedField[] = [];

  add(
    { kind, metadata: { name } }: KubeObject,
    { text }: Objection,
    at: Field | undefined,
    outcome: RefusedField['outcome'],
  ): void {
    if (!at || isPlaceholder(text)) return;
    const isTold = this.all.some((one) => one.at.key === at.key && one.at.path.join() === at.path.join());
    if (!isTold) this.all.push({ kind, name, text, at, outcome });
  }
}

interface WrittenStep {
  readonly field: Field;
  readonly step: CanaryStep;
  readonly index: number;
}

export class Trial {
  private readonly findings = new Findings();

  get found(): readonly RefusedField[] {
    return this.findings.all;
  }

  constructor(
    private readonly rollout: Resource,
    private readonly object: RolloutObject,
    private readonly graph: Graph,
  ) {}

  /** Pods get the metadata of the canary, then that of the stable version, and lose it with the next version. */
  replicaSets(): void {
    const { canary: ofCanary, stable } = metadataOf(this.object);
    if (!ofCanary && !stable) {
      if (hasSimpleName(this.object)) return;
      // Its pods are those of the template, which is judged elsewhere, so only the name is new.
      const metadata = { name: replicaSetName(this.object, hashStandIn(1)) };
      const named = { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata, spec: {} };
      this.judge(named, ({ path }) => this.metadataFields(path));
      return;
    }
    const first = this.replicaSet(1, true);
    const second = this.replicaSet(2, false);
    for (const one of [
      first,
      second,
      withPodMetadata(second, stable),
      withPodMetadata(first, undefined),
      withPodMetadata(second, undefined),
    ])
      this.judge(one, ({ path }) => this.metadataFields(path));
  }

  private replicaSet(number: number, isFirst: boolean): ReplicaSetObject {
    return newReplicaSet(this.object, { hash: hashStandIn(number), revision: number, createdAt: 0, isFirst });
  }

  /** Each block that contains it, because removing it from only one leaves the error in the other. */
  private metadataFields(path: Objection['path']): readonly Field[] {
    const [list, key] = path.slice(-2);
    if (path[0] === 'metadata') return path[1] === 'name' ? [this.rollout.at('metadata', 'name')] : none;
    return temporaryMetadata(this.rollout)
      .map((block) => block.at(list ?? '', key ?? ''))
      .filter(({ exists }) => exists);
  }

  analyses(): void {
    const { rollout, object } = this;
    const { strategy } = object.spec;
    const named: [Field, RolloutAnalysis | undefined, RunOptions][] = [
      [canary(rollout).at('analysis'), strategy?.canary?.analysis, { type: 'Background' }],
      ...(['pre', 'post'] as const).map((infix): [Field, RolloutAnalysis | undefined, RunOptions] => [
        blueGreen(rollout).at(`${infix}PromotionAnalysis`),
        strategy?.blueGreen?.[`${infix}PromotionAnalysis`],
        { infix, type: infix === 'pre' ? 'PrePromotion' : 'PostPromotion' },
      ]),
      ...this.steps.map(({ field, step, index }): [Field, RolloutAnalysis | undefined, RunOptions] => [
        field.at('analysis'),
        step.analysis ?? undefined,
        { infix: String(index), type: 'Step', index },
      ]),
    ];
    for (const [field, analysis, options] of named)
      if (analysis && (field.at('analysisRunMetadata').exists || !hasSimpleName(this.object))) {
        const run = newRun(this.revised, hashStandIn(2), analysis, options);
        this.judge(run, ({ path }) => this.runField(path, field.at('analysisRunMetadata')));
      }
  }

  private runField([part, list, key]: Objection['path'], metadata: Field): Field | undefined {
    if (part === 'metadata' && list === 'name') return this.rollout.at('metadata', 'name');
    const field = metadata.at(list ?? '', key ?? '');
    return field.exists ? field : undefined;
  }

  experiments(): void {
    if (!this.steps.some(({ step }) => step.experiment)) return;
    const versions = {
      rollout: this.revised,
      version: this.graph.rolloutsVersion,
      newRS: this.replicaSet(2, false),
      stableRS: this.replicaSet(1, true),
    };
    for (const { field, step, index } of this.steps)
      if (step.experiment) {
        const asked = withoutArguments(step.experiment);
        const experiment = trying(() => experimentOf(versions, asked, index));
        if (!experiment) continue;
        const at = field.at('experiment');
        this.judge(experiment, ({ path }) => this.runField(path, at.at('none')));
        for (const part of experimentParts(experiment))
          this.judge(
            part.object,
            (objection) => experimentField(at, part.object, part.index, objection),
            'aborted',
          );
      }
  }

  routes(): void {
    const { object, graph, rollout } = this;
    for (const router of routers) {
      const { origin } = router;
      if (!origin || !usesRouter(rollout, router)) continue;
      const areWeightsTaken = router.areWeightsTaken?.(rollout) === true;
      if (areWeightsTaken && !this.steps.some(({ step }) => step.setHeaderRoute ?? step.setMirrorRoute))
        continue;
      const objects = this.routed(router);
      const attempt = (act: (pass: RoutingPass) => void, step?: Field): void => {
        const cluster = new Cluster(objects);
        trying(() => act({ rollout: object, cluster, version: graph.rolloutsVersion }));
        for (const { object: refused, objections } of cluster.takeRefused())
          for (const objection of objections)
            this.findings.add(refused, objection, origin(rollout, objection.path, step), 'stuck');
      };
      // Between updates and during a shift of traffic.
      for (const weight of areWeightsTaken ? [] : [0, 1])
        attempt((pass) => {
          router.reconciler.setWeight(pass, weight, []);
        });
      for (const { field, step } of this.steps) {
        const { setHeaderRoute: header, setMirrorRoute: mirror } = step;
        if (header)
          attempt((pass) => {
            router.reconciler.setHeaderRoute(pass, header);
          }, field.at('setHeaderRoute'));
        if (mirror)
          attempt((pass) => {
            router.reconciler.setMirrorRoute(pass, mirror);
          }, field.at('setMirrorRoute'));
      }
    }
  }

  /** The objects that a router writes to, as in Git, or a minimal one if that is unknown. */
  private routed(router: Router): readonly KubeObject[] {
    const { graph, rollout, object } = this;
    const { namespace } = homeOf(graph, rollout);
    const found = rolloutReferences(graph, rollout).flatMap((reference) => {
      const resource = graph.find(reference);
      // A manifest that the API server refuses does not show which object the controller finds.
      if (!resource?.isReadable || !isTaken(graph, resource)) return [];
      return [stored(resource, reference.to.name, namespaceOfTarget(reference.to, namespace))];
    });
    const missing = router
      .references(rollout, graph.rolloutsVersion)
      .filter(({ to }) => !found.some(({ kind, metadata }) => kind === to.kind && metadata.name === to.name))
      .flatMap(({ to }) => standIn(object, to.kind, to.name, to.namespace ?? namespace) ?? []);
    return [object, ...found, ...missing];
  }

  /** The Rollout during its second update. */
  private get revised(): RolloutObject {
    const { metadata } = this.object;
    const annotations = { ...metadata.annotations, 'rollout.argoproj.io/revision': '2' };
    return { ...this.object, metadata: { ...metadata, annotations } };
  }

  private get steps(): readonly WrittenStep[] {
    return (this.known ??= this.read());
  }

  private known: readonly WrittenStep[] | undefined;

  private read(): readonly WrittenStep[] {
    const written = this.object.spec.strategy?.canary?.steps ?? [];
    return steps(this.rollout).flatMap((field, index) => {
      const step = written[index];
      return isMap(step) ? [{ field, step: step, index }] : [];
    });
  }

  private judge(
    object: KubeObject,
    origin: (objection: Objection) => Field | readonly Field[] | undefined,
    outcome: RefusedField['outcome'] = 'stuck',
  ): void {
    for (const objection of newObjections(undefined, object))
      for (const at of [origin(objection) ?? []].flat()) this.findings.add(object, objection, at, outcome);
  }
}

/**
 * Whether the API server certainly takes the names of ReplicaSets and AnalysisRuns: to that of the Rollout the controller adds a hash, a
 * revision, an index and what they are for.
 */
function hasSimpleName({ metadata }: RolloutObject): boolean {
  return /^[a-z0-9][-a-z0-9]{0,199}$/.test(metadata.name);
}

/** Arguments may refer to unknown values and cannot cause a refusal. */
function withoutArguments(step: ExperimentStep): ExperimentStep {
  const { analyses } = step;
  return analyses ? { ...step, analyses: analyses.map((one) => ({ ...one, args: [] })) } : step;
}

function trying<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof ControllerError) return undefined;
    throw error;
  }
}
