import { isSameJson } from '../../kubernetes/objects/json.js';
import { type KubeObject, kinds } from '../../kubernetes/objects/object.js';
import type { PodTemplate, RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import type { AnalysisRunObject } from '../../rollouts/controllers/context.js';
import { errorsOf } from './frames.js';
import { Line } from './line.js';
import type { Moment } from './moment.js';
import { isOpen, waitingFor } from './waiting.js';

/** An alternative course from a frame of the main line. */
export class Branch extends Line {
  /** Deploys the pod template from before the update. */
  rollBack(template: PodTemplate | undefined): void {
    this.play.template = template;
    this.events.push('the old pod template is restored');
    this.branch('rolled-back', 'rolled back');
  }

  /** Removes the pods of the canary, then lets them return. */
  loseCanary(): void {
    this.play.pods({ canary: 0 });
    this.events.push('the canary pods are lost');
    const rests = this.rest();
    this.show(
      { id: this.idOf('canary-lost'), kind: 'canary-lost', title: `canary pods lost ${this.place}` },
      rests,
    );
    this.events.push('the pods come back');
    this.getReady();
    this.clearErrors(errorsOf(this.play.status, this.play.error?.message));
    if (!this.from) return;
    const unharmed = new Branch(this.film, this.start);
    unharmed.getReady();
    if (isSameJson(unharmed.trafficObjects, this.trafficObjects)) return;
    this.show({ id: this.idOf('recovered'), kind: 'recovered', title: `canary pods back ${this.place}` });
  }

  /** Lets the analysis before or after the promotion fail. */
  failAnalysis(): void {
    this.runs.end('analysis', 'Failed');
    this.events.push('the analysis fails');
    this.branch('failed', `${this.analysis} analysis failed`);
  }

  /** Plays an update whose running analyses become inconclusive, if they can, and which a person then promotes. */
  beInconclusive(): void {
    const what = this.runs.inconclude();
    if (what === undefined) return;
    this.events.push(`the ${what} is inconclusive`);
    this.branch('inconclusive', `${this.analysis} ${what} inconclusive`.trim());
    this.play.promote();
    this.events.push('the Rollout is promoted');
    const isReady = this.goOn();
    this.show(
      { id: this.idOf('resumed'), kind: 'resumed', title: `promoted ${this.place} after that` },
      isReady,
    );
  }

  /** Plays what follows without a person: runs that begin, also repeatedly, and pods. */
  private goOn(): boolean {
    for (let round = 0; ; round++) {
      this.checkRound(round);
      const rests = this.rest();
      const waiting = waitingFor(this.play);
      const goesOn = waiting?.for === 'begin' || waiting?.for === 'pods';
      if (!goesOn || this.moveOn(waiting) === 'never') return rests;
    }
  }

  /** The analysis of blue-green that the branch leaves from. */
  private get analysis(): string {
    return /^(?:pre|post)-promotion/.exec(this.from?.id ?? '')?.[0] ?? '';
  }

  /** Deletes the Rollout; what it wrote into other objects remains. */
  delete(): void {
    const { moment: before, rollout } = this.play;
    this.play.delete();
    const { moment, mark } = this.play;
    this.events.push('the Rollout is deleted');
    this.show(
      { id: this.idOf('deleted'), kind: 'deleted', title: `the Rollout is deleted ${this.place}` },
      true,
      {
        moment,
        rollout: withoutStatus(rollout, isWeightKept(rollout, before, moment)),
        error: undefined,
        mark,
        rewrites: [],
      },
    );
  }

  /** The objects that carry traffic: all except the Rollout and its pods. */
  private get trafficObjects(): readonly KubeObject[] {
    const others: ReadonlySet<string> = new Set([
      kinds.rollout.kind,
      kinds.replicaSet.kind,
      kinds.analysisRun.kind,
    ]);
    return [...this.play.moment.objects.values()].filter(({ kind }) => !others.has(kind));
  }
}

/** Whether an object is an analysis in the background that is still running. */
export function isBackgroundRun(object: KubeObject): boolean {
  const run = object as AnalysisRunObject;
  return (
    object.kind === kinds.analysisRun.kind &&
    isOpen(run) &&
    run.status?.phase !== undefined &&
    run.metadata.labels?.['rollout-type'] === 'Background'
  );
}

/** A deleted Rollout. Of its status only the canary's share remains, if routers keep it. */
function withoutStatus(rollout: RolloutObject, keepsWeight: boolean): RolloutObject {
  const { canary } = rollout.status?.canary?.weights ?? {};
  const weights = canary && { canary: { weight: keepsWeight ? canary.weight : 0 }, stable: { weight: 0 } };
  return { ...rollout, status: { ...(weights && { canary: { weights } }) } };
}

/**
 * Whether the canary's share stays in the routers: permanently in VirtualServices and in the routes of plugins, in an ALB Ingress
 * as long as its actions stay; the canary Ingress of nginx is deleted.
 */
function isWeightKept({ spec }: RolloutObject, before: Moment, after: Moment): boolean {
  const { istio, alb, plugins } = spec.strategy?.canary?.trafficRouting ?? {};
  if (istio ?? plugins) return true;
  if (!alb) return false;
  return [...after.objects].every(
    ([key, object]) => object.kind !== kinds.ingress.kind || before.objects.get(key) === object,
  );
}
